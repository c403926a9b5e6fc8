"""Any OpenAI-compatible server: how it is reached, what it understands, what its replies and failures mean."""
