"""The vault's language, pure: links, names, frontmatter, regions, resolution; the index reads files."""
