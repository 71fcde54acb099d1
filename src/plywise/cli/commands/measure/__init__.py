"""Commands for who measures: speed, what each enhancement is worth, and ProbCut's figures."""
