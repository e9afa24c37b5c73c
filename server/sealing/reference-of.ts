/** Numbered as they stand in the document, so that a stamp on its pages leads to whose it is on the certificate. */
export function referenceOf(recipients: readonly { id: string }[], recipientId: string): string {
  return String(recipients.findIndex(({ id }) => id === recipientId) + 1);
}
