"""notegen writes the missing paper notes of a reading list in an Obsidian vault."""

__version__ = "0.1.0"
