"""What people see of results: the terminal, the page."""
