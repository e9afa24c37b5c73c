import { hasActed, mustAct, type Recipient } from './recipient.ts';

export type SigningOrder = 'parallel' | 'sequential';

/** The turn that is open now: the smallest number that somebody still has to act in; null when all are done. */
export function openTurn(order: SigningOrder, recipients: readonly Recipient[]): number | null {
  const outstanding = recipients.filter((recipient) => mustAct(recipient) && !hasActed(recipient));
  if (outstanding.length === 0) return null;
  if (order === 'parallel') return Math.max(...recipients.map((recipient) => recipient.turn));
  return Math.min(...outstanding.map((recipient) => recipient.turn));
}

/** Whether it is this recipient's go. Asked in every write of the ceremony, not only when a page is shown. */
export function isTheirTurn(
  order: SigningOrder,
  recipients: readonly Recipient[],
  recipient: Recipient,
): boolean {
  const turn = openTurn(order, recipients);
  return turn !== null && recipient.turn <= turn;
}

/** Those who are due an invitation now and have none. Carbon copies hear only when all is done. */
export function dueForInvitation(order: SigningOrder, recipients: readonly Recipient[]): Recipient[] {
  return recipients.filter(
    (recipient) =>
      recipient.status === 'waiting' && recipient.role !== 'cc' && isTheirTurn(order, recipients, recipient),
  );
}

/** True when every signer and approver has signed or approved. */
export function allDone(recipients: readonly Recipient[]): boolean {
  const deciding = recipients.filter(mustAct);
  return (
    deciding.length > 0 &&
    deciding.every((recipient) => recipient.status === 'signed' || recipient.status === 'approved')
  );
}
