import { isId } from '../../foundation/db/new-id.ts';
import type { Mail } from '../../ports/mailer.ts';

export type Letterhead = {
  from: { name: string; address: string };
  /** Return path for bounces, with the email's id; undefined for the sender's address. */
  bounces?: string | undefined;
};

/**
 * Returns the unique identifiers of an email, which also appear in reports about it. They are the same for
 * every attempt (F-01).
 */
export function envelopeOf(
  id: string,
  { from, bounces }: Letterhead,
): Pick<Mail, 'messageId' | 'returnPath'> {
  const messageId = `${id}@${from.address.split('@').at(-1) ?? 'localhost'}`;
  if (bounces === undefined) return { messageId };
  const at = bounces.lastIndexOf('@');
  return { messageId, returnPath: `${bounces.slice(0, at)}+${id}${bounces.slice(at)}` };
}

/**
 * Returns email ids in a returned message: from its Message-ID, its envelope id, or the address that the
 * report was sent to.
 */
export function mailIdsIn(text: string): string[] {
  const uuid = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/gi;
  return (text.match(uuid) ?? []).map((id) => id.toLowerCase()).filter(isId);
}
