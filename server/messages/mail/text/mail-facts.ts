import { isSamePerson } from '#core/document/manage.ts';
import { isNamedIn } from '#core/form/named-people.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { fillSubject } from '#core/mail/subject.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import type { Kysely } from 'kysely';
import { readOurReply } from '#core/mail/our-reply.ts';
import { isTimeZone, placeOf } from '#core/formats/time-zone.ts';
import { defang } from '#core/language/defang.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import type { Sender } from '../../../records/sender-store.ts';
import type { Schema } from '../../../foundation/db/schema.ts';
import type { StoredDocument, WholeDocument } from '../../../records/document-store.ts';
import { separateIdsOf } from '../../../records/trail/separate-files.ts';
import { mailCode } from '../../../foundation/crypto/mail-code.ts';
import type { MailDeps } from '../deps.ts';
import { mailMessages } from './mail-words.ts';
import { findMail, type MailKind, type MailRow } from '../mail-store.ts';
import type { MailFacts } from './mail-text.ts';

/** Returns the facts that an email needs, as of now. Links are removed from user input (S-15, S-17). */
export async function factsOf(
  services: Pick<MailDeps, 'db' | 'sealedTrails' | 'linkKey' | 'publicUrl' | 'log'>,
  row: MailRow,
  whole: WholeDocument,
  { sender, owner }: { sender: Sender; owner: Sender },
  language: Language,
): Promise<MailFacts> {
  const { name, email, confirmedAt, confirmedBy, onBehalfOf } = sender;
  const { document, recipients } = whole;
  const zone = zoneOf(document);
  const decliner = recipients.find(({ status }) => status === 'declined');
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  const isOwnPart = recipient !== undefined && isSamePerson({ email: row.to_address }, { email });
  const about = await toldBy(services.db, row, language);
  const delegator = await delegatorOf(services.db, row);
  const namer = delegator ? undefined : await namerOf(services.db, row);
  return {
    kind: row.kind as MailKind,
    language,
    title: defang(document.title),
    sender: name,
    senderAddress: email,
    senderConfirmed:
      confirmedAt === null ? null : { on: dateInWords(new Date(confirmedAt), language), by: confirmedBy },
    onBehalfOf: onBehalfOf ? namedPerson(onBehalfOf) : null,
    lookedAfterBy: owner.email === email ? null : namedPerson(owner),
    // A name that a stranger typed is not used to greet anyone.
    recipient: namer ? '' : typed(row.to_name),
    toSender: row.recipient_id === null,
    isOwnPart,
    isOut: document.status === 'sent',
    role: recipient?.role ?? 'signer',
    subject: fillSubject(defang(document.subject), { title: defang(document.title), sender: name }),
    // The sender's message is for the other recipients, so the sender's own invitation omits it.
    message: defang([isOwnPart ? '' : document.message, recipient?.message].filter(Boolean).join('\n\n')),
    expires: document.expiresAt && dateInWords(document.expiresAt, language, zone),
    pages: document.pages.length,
    signBy: document.expiresAt && dayInWords(document.expiresAt, language, zone),
    sentOn: dayInWords(document.sentAt ?? document.createdAt, language, zone),
    completedOn:
      row.kind === 'completed'
        ? document.completedAt && dayInWords(document.completedAt, language, zone)
        : null,
    acted: row.kind === 'completed' ? actionsOf(recipients, language, zone) : [],
    verifyUrl: `${services.publicUrl}/verify`,
    reason: defang(
      row.kind === 'voided' ? await voidReason(services.db, row) : (decliner?.declineReason ?? ''),
    ),
    decliner: decliner ? namedPerson(decliner) : '',
    sealedSha256: document.sealedSha256,
    hasSomeFiles: recipient !== undefined && isPartialReader(recipient),
    certificateApart: separateIdsOf(document).includes(CERTIFICATE),
    trailHead: await trailHead(services, row, document.sealedSha256),
    logHead: row.kind === 'completed' ? await logHead(services) : [],
    code: row.kind === 'code' ? mailCode(services.linkKey, recipient?.mailCodeNonce ?? '') : '',
    about,
    namedBy: delegator
      ? { how: 'delegatedBy', person: namedPerson(delegator) }
      : namer
        ? { how: 'namedBy', person: namedPerson(namer) }
        : null,
    hints: hintsOf(
      [
        ...(recipient === undefined || isOwnPart
          ? []
          : [{ name, email }, ...(onBehalfOf ? [onBehalfOf] : [])]),
        ...(delegator ? [delegator] : []),
        ...(namer ? [namer] : []),
        { name: about['actor'] ?? '', email: about['actorEmail'] ?? '' },
        { name: about['recipient'] ?? '', email: about['recipientEmail'] ?? '' },
        ...(row.kind === 'completed' ? recipients.filter(({ actedAt }) => actedAt !== null) : []),
        ...(row.kind === 'declined' && decliner ? [decliner] : []),
      ].filter((person) => !isSamePerson(person, { email: row.to_address })),
      language,
    ),
  };
}

/**
 * Returns hints about the people named in the email, except its reader. Domains in hints do not become links.
 */
function hintsOf(people: readonly { name: string; email: string }[], language: Language): string[] {
  const all = people.flatMap(({ name, email }) => hintTexts({ name, email }, language));
  return [...new Set(all)].map(defang);
}

function actionsOf(
  recipients: WholeDocument['recipients'],
  language: Language,
  zone: string,
): MailFacts['acted'] {
  return recipients.flatMap(({ status, actedAt, name, email }) =>
    actedAt !== null && (status === 'signed' || status === 'approved')
      ? [{ who: namedPerson({ name, email }), did: status, at: dateInWords(actedAt, language, zone) }]
      : [],
  );
}

/**
 * Returns the personal values of the email's event by name, and the mail server's response. Empty if the
 * email has no event.
 */
async function toldBy(db: Kysely<Schema>, row: MailRow, language: Language): Promise<Record<string, string>> {
  if (row.event_seq === null) return {};
  const values = await db
    .selectFrom('event_values')
    .select(['name', 'value'])
    .where('account_id', '=', row.account_id)
    .where('document_id', '=', row.document_id)
    .where('seq', '=', row.event_seq)
    .execute();
  const entries = values.map(
    ({ name, value }) => [name, isAddress(name) ? oneLine(value) : typed(value)] as const,
  );
  return {
    ...Object.fromEntries(entries),
    ...(row.kind === 'undelivered' && (await replyTold(db, row, language))),
  };
}

/**
 * Returns the person who delegated to this email's address. The address decides, because a correction may
 * have reassigned the part.
 */
async function delegatorOf(
  db: Kysely<Schema>,
  row: MailRow,
): Promise<{ name: string; email: string } | undefined> {
  if (row.kind !== 'invitation' && row.kind !== 'reminder') return undefined;
  const rows = await db
    .selectFrom('event_values')
    .innerJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'event_values.account_id')
        .onRef('events.document_id', '=', 'event_values.document_id')
        .onRef('events.seq', '=', 'event_values.seq'),
    )
    .select(['events.seq', 'event_values.name', 'event_values.value'])
    .where('events.account_id', '=', row.account_id)
    .where('events.document_id', '=', row.document_id)
    .where('events.type', '=', 'recipient_delegated')
    .orderBy('events.seq', 'desc')
    .execute();
  for (const [, values] of Map.groupBy(rows, ({ seq }) => seq)) {
    const {
      actor = '',
      actorEmail,
      recipientEmail = '',
    } = Object.fromEntries(values.map(({ name, value }) => [name, value])) as Partial<Record<string, string>>;
    if (actorEmail !== undefined && isSamePerson({ email: recipientEmail }, { email: row.to_address }))
      return { name: actor, email: oneLine(actorEmail) };
  }
  return undefined;
}

/**
 * Returns the visitor of a public form who named the recipient of an invitation, unless the sender has corrected their
 * name or address since.
 */
async function namerOf(
  db: Kysely<Schema>,
  row: MailRow,
): Promise<{ name: string; email: string } | undefined> {
  if (row.recipient_id === null || (row.kind !== 'invitation' && row.kind !== 'reminder')) return undefined;
  const events = await db
    .selectFrom('events')
    .select(['seq', 'type', 'body'])
    .where('account_id', '=', row.account_id)
    .where('document_id', '=', row.document_id)
    .where('type', 'in', ['form_answered', 'recipient_corrected'])
    .orderBy('seq')
    .execute();
  const recipientId = row.recipient_id;
  const last = events.findLast(({ body }) => {
    const { data } = JSON.parse(body) as Pick<TrailEvent, 'data'>;
    return data['recipientId'] === recipientId || isNamedIn(data, recipientId);
  });
  if (last?.type !== 'form_answered') return undefined;
  const { data } = JSON.parse(last.body) as Pick<TrailEvent, 'data'>;
  if (!isNamedIn(data, recipientId)) return undefined;
  const values = await db
    .selectFrom('event_values')
    .select(['name', 'value'])
    .where('account_id', '=', row.account_id)
    .where('document_id', '=', row.document_id)
    .where('seq', '=', last.seq)
    .where('name', 'in', ['actor', 'actorEmail'])
    .execute();
  const { actor = '', actorEmail = '' } = Object.fromEntries(
    values.map(({ name, value }) => [name, value]),
  ) as Partial<Record<string, string>>;
  return { name: actor, email: oneLine(actorEmail) };
}

async function trailHead(
  { db, sealedTrails }: Pick<MailDeps, 'db' | 'sealedTrails'>,
  row: MailRow,
  sealedSha256: string | null,
): Promise<string | null> {
  // The hash is read from the sealed file, because a database owner could change the database.
  if (row.kind === 'completed' && sealedSha256 !== null)
    return (await sealedTrails.read(sealedSha256))?.chainHead ?? null;
  if ((row.kind !== 'signed' && row.kind !== 'approved') || row.event_seq === null) return null;
  return (await eventOf(db, row))?.hash ?? null;
}

/**
 * Returns the lines of the log's newest tree head, which makes everyone who keeps the email a witness. If
 * there is none, the email is sent without it.
 */
async function logHead({ log }: Pick<MailDeps, 'log'>): Promise<string[]> {
  try {
    await log.grow();
    return ((await log.newest())?.checkpoint ?? '').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns the event that the email is about. */
function eventOf(db: Kysely<Schema>, row: MailRow) {
  return db
    .selectFrom('events')
    .select(['hash', 'body'])
    .where('account_id', '=', row.account_id)
    .where('document_id', '=', row.document_id)
    .where('seq', '=', row.event_seq)
    .executeTakeFirst();
}

/** Addresses were validated on input and are shown unchanged. */
const isAddress = (name: string): boolean => name.endsWith('Email');

/**
 * Returns the mail server's response to the email that the event is about. The trail does not contain it,
 * because all parties can read the trail.
 */
async function replyTold(db: Kysely<Schema>, row: MailRow, language: Language): Promise<{ reply?: string }> {
  const event = await eventOf(db, row);
  const { data } = JSON.parse(event?.body ?? '{}') as { data?: { mailId?: string } };
  const about = data?.mailId === undefined ? undefined : await findMail(db, row.account_id, data.mailId);
  return about?.reply ? { reply: typed(inLanguage(about.reply, language)) } : {};
}

/**
 * Returns the reason why an email failed. Our own sentences are in the reader's language, and a mail server's
 * response is not translated.
 */
function inLanguage(reply: string, language: Language): string {
  const ours = readOurReply(reply);
  const say = mailMessages(language);
  if (ours?.code === 'given-up')
    return say('undelivered.givenUp', { count: ours.count, reply: inLanguage(ours.reply, language) });
  return ours?.code === 'no-answer' ? say('undelivered.noAnswer', { detail: ours.detail }) : reply;
}

async function voidReason(db: Kysely<Schema>, row: MailRow): Promise<string> {
  const found = await db
    .selectFrom('event_values')
    .innerJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'event_values.account_id')
        .onRef('events.document_id', '=', 'event_values.document_id')
        .onRef('events.seq', '=', 'event_values.seq'),
    )
    .select('event_values.value')
    .where('events.account_id', '=', row.account_id)
    .where('events.document_id', '=', row.document_id)
    .where('events.type', '=', 'document_voided')
    .where('event_values.name', '=', 'reason')
    .executeTakeFirst();
  return found?.value ?? '';
}

const namedPerson = ({ name, email }: { name: string; email: string }): string =>
  typed(name) === '' ? email : email === '' ? typed(name) : `${typed(name)} <${email}>`;

/** Returns a name or another line of user input without control characters and links. */
export function typed(text: string): string {
  return defang(oneLine(text));
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/**
 * Returns the document's time zone, or UTC if it was sent before documents had one or the zone is unknown.
 */
function zoneOf({ formats }: Pick<StoredDocument, 'formats'>): string {
  return formats && isTimeZone(formats.timeZone) ? formats.timeZone : 'UTC';
}

/** Formats a date with the city of its time zone: 'November 28, 2026 (Auckland)'. */
function dayInWords(at: Date, language: Language, timeZone: string): string {
  const day = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long', timeZone });
  return `${day.format(at)} (${placeOf(timeZone)})`;
}

/** Formats a time with the offset of its zone: 'November 28, 2026 at 11:35 AM GMT+13'. */
function dateInWords(at: Date, language: Language, timeZone = 'UTC'): string {
  const time = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  if (timeZone === 'UTC') return `${time.format(at)} UTC`;
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  const name = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${time.format(at)} ${name}`;
}
