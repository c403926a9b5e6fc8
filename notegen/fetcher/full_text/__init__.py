"""The whole text of a paper out of its files: what stands where, and whether it is worth reading."""
