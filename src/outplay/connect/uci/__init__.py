"""The Universal Chess Interface: chess programs talk to `outplay uci` in it."""
