import { refuse, type Refusal } from '../refusal.ts';
import { hasActed, mustAct, type Recipient } from './recipient.ts';

export type SigningOrder = 'parallel' | 'sequential';

/**
 * Returns the current turn, which is the lowest order number of a recipient who still has to act, or null if
 * everyone is done.
 */
export function openTurn(order: SigningOrder, recipients: readonly Recipient[]): number | null {
  const outstanding = recipients.filter((recipient) => mustAct(recipient) && !hasActed(recipient));
  if (outstanding.length === 0) return null;
  if (order === 'parallel') return Math.max(...recipients.map((recipient) => recipient.turn));
  return Math.min(...outstanding.map((recipient) => recipient.turn));
}

/** Returns true if it is this recipient's turn. Every write of the ceremony checks this, not only the page. */
export function isTheirTurn(
  order: SigningOrder,
  recipients: readonly Recipient[],
  recipient: Recipient,
): boolean {
  const turn = openTurn(order, recipients);
  return turn !== null && recipient.turn <= turn;
}

/**
 * Returns the recipients whose turn it is and who have not been invited. Carbon copies are notified only on
 * completion.
 */
export function dueForInvitation(order: SigningOrder, recipients: readonly Recipient[]): Recipient[] {
  return recipients.filter(
    (recipient) =>
      recipient.status === 'waiting' && recipient.role !== 'cc' && isTheirTurn(order, recipients, recipient),
  );
}

/** Returns true if the first recipient has to act before the other's turn begins. */
export function actsBefore(
  order: SigningOrder,
  one: Pick<Recipient, 'role' | 'turn'>,
  other: Pick<Recipient, 'turn'>,
): boolean {
  return order === 'sequential' && mustAct(one) && one.turn < other.turn;
}

/**
 * Returns a function that checks, by their ids, whether one recipient has to act before another's turn begins.
 */
export function earlierAmong({
  signingOrder,
  recipients,
}: {
  signingOrder: SigningOrder;
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'turn'>[];
}): (first: string | null, second: string | null) => boolean {
  const byId = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  return (first, second) => {
    const [one, other] = [byId.get(first ?? ''), byId.get(second ?? '')];
    return one !== undefined && other !== undefined && actsBefore(signingOrder, one, other);
  };
}

/** Returns true if every signer and approver has signed or approved. */
export function allDone(recipients: readonly Recipient[]): boolean {
  const deciding = recipients.filter(mustAct);
  return (
    deciding.length > 0 &&
    deciding.every((recipient) => recipient.status === 'signed' || recipient.status === 'approved')
  );
}

/**
 * A person in a request. `order` is the number in the request. `turn` is the existing number, which applies if
 * the request has none.
 */
export type Numbered = Pick<Recipient, 'role'> & { order?: number | undefined; turn?: number | undefined };

/** Maximum order number in a request. */
export const LAST_TURN = 1000;

/**
 * Decides the signing order of a document and the turn of each person, for all ways of sending. Different
 * numbers mean sequential order, and equal numbers mean parallel. Without numbers, `chosen` decides, or else the
 * document's current order (`current`). Refuses a request whose numbers contradict its order.
 */
export function decideOrder(
  people: readonly Numbered[],
  { chosen, current }: { chosen?: SigningOrder | undefined; current: SigningOrder },
): { signingOrder: SigningOrder; turns: number[] } | Refusal {
  const numbers = people.filter(takesTurn).flatMap(({ order }) => order ?? []);
  if (chosen === 'parallel' && differ(numbers)) return contradictory;
  const isNumbered = people.some(({ order }) => order !== undefined);
  if (chosen === 'parallel' || (!isNumbered && (chosen ?? current) === 'parallel')) {
    const kept = people.map(({ turn }) => turn);
    const same = numbers[0] ?? (differ(kept) ? undefined : kept[0]) ?? 1;
    return { signingOrder: 'parallel', turns: people.map(({ order }) => order ?? same) };
  }
  const turns = withLast(people.map(({ order, turn }) => order ?? turn));
  const deciding = turns.filter((_, index) => takesTurn(people[index]!));
  if (deciding.length < 2) return { signingOrder: chosen ?? current, turns };
  if (differ(deciding)) return { signingOrder: 'sequential', turns };
  if (!isNumbered) return { signingOrder: 'sequential', turns: people.map((_, index) => index + 1) };
  return chosen === 'sequential' ? contradictory : { signingOrder: 'parallel', turns };
}

/** Returns the signing order implied by stored numbers, such as those of a template's roles. */
export function impliedOrder(people: readonly Pick<Recipient, 'role' | 'turn'>[]): SigningOrder {
  return differ(people.filter(takesTurn).map(({ turn }) => turn)) ? 'sequential' : 'parallel';
}

const contradictory = refuse(
  'signing-order-invalid',
  'The signing order and the order numbers contradict each other. Leave out `signingOrder` to follow the numbers, or leave out the numbers to send to everyone at the same time or in the order of the list.',
);

/** Returns false for carbon copies, which are sent at the end, whatever their number. */
function takesTurn({ role }: Pick<Recipient, 'role'>): boolean {
  return role !== 'cc';
}

function differ(turns: readonly (number | undefined)[]): boolean {
  return new Set(turns).size > 1;
}

/** Returns the turns with people without a number after all others. */
function withLast(turns: readonly (number | undefined)[]): number[] {
  const last = Math.min(LAST_TURN, Math.max(0, ...turns.flatMap((turn) => turn ?? [])) + 1);
  return turns.map((turn) => turn ?? last);
}
