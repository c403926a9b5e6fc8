"""Reads PDFs by the places of their letters."""
