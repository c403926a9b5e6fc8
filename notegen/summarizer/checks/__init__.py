"""Checks between model and note: pure functions of (claim, its source sentences) to findings."""
