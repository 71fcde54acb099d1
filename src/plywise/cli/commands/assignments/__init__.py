"""`plywise assignment`: a lecturer's file is written, checked, handed out, packed for Gradescope, and used to grade."""
