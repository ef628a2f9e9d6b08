"""The rules in words, in sections that fit on a phone.

`topics` names them, `basics`, `characters`, `options`, `plot_cards`, `advice` and `house` hold the
text, `tables` the figures in it, `at_table` what is so at the reader's table, on which what a page
says may depend (`topics.Varying`), and `pages` puts sections and buttons together.
"""
