"""The Hub: dataset folders and metric Spaces go up, results go to a model's page."""
