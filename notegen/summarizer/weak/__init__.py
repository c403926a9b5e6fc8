"""The weak road: what a model that is good at no more than one sentence at a time is asked, and how it is read."""
