"""The page that every metric's Space shows: one Gradio app, built from the metric's columns."""
