"""Checked draft to note to vault."""
