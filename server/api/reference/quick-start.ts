/** Shell commands from a file to a sent document. A test runs them. */
export const quickStart = `export COUNTERSIGN_URL=https://sign.example.com
export COUNTERSIGN_KEY=csk_test_…

# 1. Upload a file. The response is the draft and begins with its id.
document=$(curl -sS "$COUNTERSIGN_URL/api/documents/upload" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Idempotency-Key: lease-1-upload" \\
  -F title=Lease -F file=@lease.pdf | sed 's/^{"id":"\\([^"]*\\)".*/\\1/')

# 2. Set the signer.
recipient=$(curl -sS -X PUT "$COUNTERSIGN_URL/api/documents/$document/recipients" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '[{"email":"grace@example.com","name":"Grace Lindqvist"}]' | sed 's/^{"recipients":\\[{"id":"\\([^"]*\\)".*/\\1/')

# 3. Place the signature, in points from the top left corner of the page.
curl -sS -X PUT "$COUNTERSIGN_URL/api/documents/$document/fields" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '[{"type":"signature","page":1,"x":72,"y":600,"width":180,"height":40,"recipientId":"'"$recipient"'"}]'

# 4. Send. A repetition with the same key does not send again.
curl -sS -X POST "$COUNTERSIGN_URL/api/documents/$document/send" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: lease-1-send" -d '{"message":"Please sign."}'

# 5. Get the status: sent, completed, declined, voided or expired.
curl -sS "$COUNTERSIGN_URL/api/documents/$document" -H "Authorization: Bearer $COUNTERSIGN_KEY"
`;
