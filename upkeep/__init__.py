"""What keeps the pins, their hashes and licences as they are told."""
