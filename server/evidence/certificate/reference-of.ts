/**
 * Returns the recipient's number in the document's order, so that a stamp on the pages refers to their row on
 * the certificate.
 */
export function referenceOf(recipients: readonly { id: string }[], recipientId: string): string {
  return String(recipients.findIndex(({ id }) => id === recipientId) + 1);
}
