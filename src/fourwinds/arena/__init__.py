"""The arena: thousands of matches between bots, and what they prove."""
