"""Statements on opponents who err, who join forces, or whom chance plays for."""
