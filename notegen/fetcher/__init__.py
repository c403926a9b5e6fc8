"""MOC to paper and text: what is wanted, which paper it is, what its text says."""
