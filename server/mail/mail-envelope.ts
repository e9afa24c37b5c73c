import { isId } from '../db/new-id.ts';
import type { Mail } from '../ports/mailer.ts';

export type Letterhead = {
  from: { name: string; address: string };
  /** Where reports of undeliverable mails go, with the id of the mail in it; undefined: to the sender's address. */
  bounces?: string | undefined;
};

/** Tells one mail from all others, on its way out and in a report about it: the same at every try (F-01). */
export function envelopeOf(
  id: string,
  { from, bounces }: Letterhead,
): Pick<Mail, 'messageId' | 'returnPath'> {
  const messageId = `${id}@${from.address.split('@').at(-1) ?? 'localhost'}`;
  if (bounces === undefined) return { messageId };
  const at = bounces.lastIndexOf('@');
  return { messageId, returnPath: `${bounces.slice(0, at)}+${id}${bounces.slice(at)}` };
}

/** Ids of mails in what came back: in a Message-ID, an envelope id, or the address that a report was sent to. */
export function mailIdsIn(text: string): string[] {
  const uuid = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/gi;
  return (text.match(uuid) ?? []).map((id) => id.toLowerCase()).filter(isId);
}
