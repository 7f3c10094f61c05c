"""What the papers do with the measures."""
