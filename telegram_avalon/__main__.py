"""``python -m telegram_avalon`` is the same command as ``telegram-avalon``."""

from telegram_avalon.cli import main

if __name__ == "__main__":
    main()
