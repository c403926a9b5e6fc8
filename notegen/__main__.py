"""`python -m notegen`."""

from notegen.cli import main

main()
