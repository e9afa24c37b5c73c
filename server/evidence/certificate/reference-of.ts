/**
 * Returns the recipient's number in the document's order. Stamps on the pages use it to refer to the
 * recipient's row on the certificate.
 */
export function referenceOf(recipients: readonly { id: string }[], recipientId: string): string {
  return String(recipients.findIndex(({ id }) => id === recipientId) + 1);
}
