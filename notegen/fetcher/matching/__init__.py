"""Whether two titles are of one paper. Pure."""
