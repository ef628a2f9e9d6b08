#!/bin/sh
# Tells Caddy the domain and the path of WEBHOOK_URL, then becomes it.
set -eu

url=${WEBHOOK_URL:-}
place=${url#https://}
WEBHOOK_DOMAIN=${place%%/*}
WEBHOOK_PATH=${place#"$WEBHOOK_DOMAIN"}
while [ "$WEBHOOK_PATH" != "${WEBHOOK_PATH%/}" ]; do # as the bot does
	WEBHOOK_PATH=${WEBHOOK_PATH%/}
done
WEBHOOK_PATH=${WEBHOOK_PATH:-/}

# Certificates and Telegram want a domain; what the Caddyfile would take for more is refused.
case "$url $WEBHOOK_DOMAIN$WEBHOOK_PATH" in
https://*' '*.*/*) plain=yes ;;
*) plain=no ;;
esac
case $place in
*[!A-Za-z0-9._~/-]* | '') plain=no ;;
esac
if [ $plain = no ]; then
	echo "WEBHOOK_URL: expected an address like https://bot.example.org/telegram, without a port;" \
		"got '$url'" >&2
	exit 2
fi

export WEBHOOK_DOMAIN WEBHOOK_PATH
exec caddy run --config "$(dirname "$0")/Caddyfile" --adapter caddyfile
