#!/bin/sh
# Hands an email that came back to Countersign: hand-in-bounce.sh https://sign.example.org /etc/postfix/bounces.header
# Postfix bounces an email whose program ends with any other status than 75 (EX_TEMPFAIL). With 75 it keeps the email
# and tries again, so that nothing is lost while the server does not answer.
exec 3>&1
reason=$(curl -fsS --max-time 60 -H "@$2" -H Content-Type:message/rfc822 --data-binary @- -o /dev/null \
  "$1/api/mail/bounces" 2>&1) && exit 0
echo "Countersign did not accept the email: $reason" >&3
exit 75
