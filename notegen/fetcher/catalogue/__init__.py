"""arXiv's metadata in a local index: read from its public dump, built, asked."""
