"""Jinja2 files: one per question to the model, and the note templates. A package only so that it can be found."""
