"""Structural support vector machines, trained by cutting planes."""
