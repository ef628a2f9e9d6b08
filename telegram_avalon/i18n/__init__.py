"""Languages: catalogs, and phrases in them."""
