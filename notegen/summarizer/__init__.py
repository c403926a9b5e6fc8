"""Text to checked draft: prompts, models, answers, checks; and the drafter that needs no model."""
