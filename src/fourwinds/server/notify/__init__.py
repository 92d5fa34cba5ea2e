"""Notices to people: outbox dispatcher, mail, web push, webhooks."""
