"""What Spanish, French and Portuguese share."""
