"""The parts of the table, a class each beside what it builds."""
