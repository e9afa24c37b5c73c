import { sql, type Kysely } from 'kysely';
import type { Place } from '#core/destination/kinds.ts';
import { defang } from '#core/language/defang.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileToDeliver, PutOutcome } from '../../ports/file-destinations.ts';
import { isHandedOver } from '../../ports/mailer.ts';
import { findPreferences } from '../../records/preference-store.ts';
import { renderMailLayout } from '../mail/text/mail-layout.ts';
import { mailMessages } from '../mail/text/mail-words.ts';
import type { DestinationsDeps } from './deps.ts';
import type { Destination } from './destination-store.ts';

/** Many mail servers refuse larger attachments. */
const maxBytes = 10 * 1024 * 1024;

/** Emails a file to the destination, in the language of the member who added it. */
export async function mailFile(
  { db, mailer, from }: DestinationsDeps,
  destination: Destination,
  { address }: Extract<Place, { kind: 'email' }>,
  { path, bytes, sha256, mediaType, title }: Omit<FileToDeliver, 'headers'> & { title: string },
): Promise<PutOutcome> {
  const { accountId, id, createdBy } = destination;
  // Since the destination was added, its member may have left, or the account may have lost the domain.
  if (!(await isOwnAddress(db, accountId, address))) return { problem: 'address-refused' };
  if (bytes.length > maxBytes) return { problem: 'file-refused', detail: '10 MB' };
  const language = (await findPreferences(db, { accountId, userId: createdBy })).language ?? 'en';
  const say = mailMessages(language);
  const text = {
    subject: say('destination.subject', { title: defang(title) }),
    heading: say('destination.heading'),
    paragraphs: [say('destination.text', { title: defang(title), sha256 })],
    quote: '',
    action: null,
    small: [say('destination.why', { name: defang(destination.name) })],
  };
  const delivery = await mailer.deliver({
    from,
    to: { name: '', address },
    subject: text.subject,
    ...(await renderMailLayout(text, null, language, { service: from.name })),
    // The Message-ID is the same at each attempt, so that mail programs recognize a repeated email.
    messageId: `${id}.${sha256.slice(0, 16)}@${from.address.split('@').at(-1) ?? 'localhost'}`,
    attachments: [{ filename: path.split('/').at(-1) ?? 'document.pdf', mediaType, bytes }],
  });
  if (isHandedOver(delivery.state)) return { confirmed: 'accepted' };
  if (delivery.state === 'bounced')
    return { problem: delivery.about === 'size' ? 'file-refused' : 'refused', detail: delivery.reply };
  return { problem: 'unreachable', detail: delivery.reply };
}

/**
 * Returns true for a member's confirmed address, and for addresses at a domain that the account has verified
 * for its emails or single sign-on. Files must not be emailed to strangers.
 */
export async function isOwnAddress(db: Kysely<Schema>, accountId: string, text: string): Promise<boolean> {
  const address = mailAddress(text)?.toLowerCase();
  if (address === undefined) return false;
  const domain = address.split('@').at(-1)!;
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(email) = ${address}`)
    .where('email_confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .unionAll(
      db
        .selectFrom('sender_domains')
        .select('account_id as id')
        .where('account_id', '=', accountId)
        .where('domain', '=', domain)
        .where('verified_at', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('account_sign_ons')
        .select('account_id as id')
        .where('account_id', '=', accountId)
        .where('domain', '=', domain)
        .where('verified_at', 'is not', null),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
