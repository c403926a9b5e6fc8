"""What a model wrote, read with tolerance."""
