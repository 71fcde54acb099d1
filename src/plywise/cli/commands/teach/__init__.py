"""Commands for learning and teaching: explanations, trees, the gallery, and the grading of a student's search."""
