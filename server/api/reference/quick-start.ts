/** From a file to a sent document as shell commands; a test runs them. */
export const quickStart = `export COUNTERSIGN_URL=https://sign.example.com
export COUNTERSIGN_KEY=csk_test_…

# 1. Upload a file. The answer is the draft; its id begins it.
document=$(curl -sS "$COUNTERSIGN_URL/api/documents/upload" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Idempotency-Key: lease-1-upload" \\
  -F title=Lease -F file=@lease.pdf | sed 's/^{"id":"\\([^"]*\\)".*/\\1/')

# 2. Say who signs.
recipient=$(curl -sS -X PUT "$COUNTERSIGN_URL/api/documents/$document/recipients" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '[{"email":"grace@example.com","name":"Grace Lindqvist"}]' | sed 's/^{"recipients":\\[{"id":"\\([^"]*\\)".*/\\1/')

# 3. Say where: in points of the page, from its upper left corner.
curl -sS -X PUT "$COUNTERSIGN_URL/api/documents/$document/fields" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '[{"type":"signature","page":1,"x":72,"y":600,"width":180,"height":40,"recipientId":"'"$recipient"'"}]'

# 4. Send. Repeated with the same key, it is sent once.
curl -sS -X POST "$COUNTERSIGN_URL/api/documents/$document/send" \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: lease-1-send" -d '{"message":"Please sign."}'

# 5. Ask how it stands: sent, completed, declined, voided or expired.
curl -sS "$COUNTERSIGN_URL/api/documents/$document" -H "Authorization: Bearer $COUNTERSIGN_KEY"
`;
