"""What notegen doctor asks of a model server, and what it makes of the answers."""
