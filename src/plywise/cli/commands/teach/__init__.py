"""Commands for who learns or teaches: explanations, trees, the gallery, and the grading of a student's search."""
