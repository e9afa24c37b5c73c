import type { RecipientRole } from '#core/recipient/recipient.ts';
import { decideOrder, type SigningOrder } from '#core/recipient/turn.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';

type Unordered = { role: RecipientRole; order?: number | undefined; turn?: number | undefined };

/**
 * Returns the recipients with the turns that the request asks for. With `keepTurns`, recipients without a
 * number keep their turn.
 */
export function inOrder<Person extends Unordered>(
  { document }: { document: { signingOrder: SigningOrder } },
  named: readonly Person[],
  { chosen, keepTurns }: { chosen: SigningOrder | undefined; keepTurns: boolean },
):
  | { signingOrder: SigningOrder; recipients: (Omit<Person, 'order' | 'turn'> & { turn: number })[] }
  | Refusal {
  const people = named.map(({ role, order, turn }) => ({ role, order, turn: keepTurns ? turn : undefined }));
  const decided = decideOrder(people, { chosen, current: document.signingOrder });
  if (isRefusal(decided)) return decided;
  const recipients = named.map(({ order: _asked, turn: _before, ...person }, index) => ({
    ...person,
    turn: decided.turns[index]!,
  }));
  return { signingOrder: decided.signingOrder, recipients };
}
