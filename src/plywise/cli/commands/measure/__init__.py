"""Commands for measuring: speed, what each enhancement is worth, and ProbCut's figures."""
