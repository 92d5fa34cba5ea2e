"""Who people are: sessions, passwords, removal."""
