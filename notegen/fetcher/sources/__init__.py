"""The services that know papers, behind one form of question."""
