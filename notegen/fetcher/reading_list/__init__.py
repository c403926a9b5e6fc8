"""What readers wrote: lists, names, and the hints around them."""
