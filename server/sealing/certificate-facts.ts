import { isolate } from '#core/language/isolate.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import type { Wording } from './certificate-words.ts';
import type { RecordedEvent } from '../trail/trail-store.ts';
import type { SigningRecord } from './signing-record.ts';

/** Who seals, and where anybody looks whether they did. Undefined where an installation does not say. */
export type SealedBy = {
  operator: string | undefined;
  country: string | undefined;
  /** The address of the page that verifies. */
  verifyUrl: string | undefined;
  /** SHA-256 of the sealing certificate. */
  fingerprint?: string | undefined;
};

type Fact = { label: string; value: string };

/** The document, and who sent it. */
export function documentFacts(record: SigningRecord, words: Wording): Fact[] {
  const { document, recipients, sender, chainHead, events } = record;
  const { say, named } = words;
  const all = events.find(({ type }) => type === 'all_signed');
  const sent = events.find(({ type }) => type === 'document_sent');
  const reason = events.findLast(({ type }) => type === 'document_declined' || type === 'document_voided')
    ?.personal.reason;
  const isSigned = all !== undefined || recipients.filter(mustAct).length === record.signatures.length;
  return [
    { label: say('fact.document'), value: document.id },
    { label: say('fact.file'), value: isolate(document.fileName, words.language) },
    { label: say('fact.pages'), value: String(document.pages.length) },
    { label: say('fact.sentBy'), value: named(sender.name, sender.email) },
    ...hintRows(sender, words),
    ...(sender.onBehalfOf
      ? [
          { label: say('fact.onBehalfOf'), value: named(sender.onBehalfOf.name, sender.onBehalfOf.email) },
          ...hintRows(sender.onBehalfOf, words),
        ]
      : []),
    ...throughRows(sent, words),
    { label: say('fact.address'), value: confirmedInWords(sender, words) },
    ...accountRow(sent?.personal['account'], words),
    ...(document.formats ? [{ label: say('fact.timeZone'), value: document.formats.timeZone }] : []),
    { label: say('fact.sent'), value: sent ? words.timeOf(sent.occurredAt) : '–' },
    ...(all ? [{ label: say('fact.allSigned'), value: words.timeOf(all.occurredAt) }] : []),
    ...(reason ? [{ label: say('fact.reason'), value: isolate(reason, words.language) }] : []),
    { label: say('fact.uploaded'), value: document.originalSha256 },
    { label: say(isSigned ? 'fact.base' : 'fact.shown'), value: document.baseSha256 },
    { label: say('fact.trail'), value: chainHead },
  ];
}

/** A document that went out without an act of its sender, or by a bulk send that another member had begun, says so. */
function throughRows(sent: RecordedEvent | undefined, { say, named }: Wording): Fact[] {
  const { startedBy = '', startedByEmail } = sent?.personal ?? {};
  const isForm = sent?.event.data['through'] === 'public-form';
  return [
    ...(isForm ? [{ label: say('fact.through'), value: say('through.form') }] : []),
    ...(startedByEmail ? [{ label: say('fact.startedBy'), value: named(startedBy, startedByEmail) }] : []),
  ];
}

/** Hints about a name or an address that may not be what it looks like. */
export function hintRows(person: { name: string; email: string }, { say, language }: Wording): Fact[] {
  return hintTexts(person, language).map((value) => ({ label: say('fact.hint'), value }));
}

/** Who seals, with what, and where it can be looked up. */
export function sealFacts({ operator, country, verifyUrl, fingerprint }: SealedBy, words: Wording): Fact[] {
  const { say, language } = words;
  const name = operator === undefined ? undefined : isolate(operator, language);
  return [
    ...(name === undefined
      ? []
      : [{ label: say('fact.sealedBy'), value: country === undefined ? name : `${name} (${country})` }]),
    { label: say('fact.seal'), value: say('seal.level') },
    ...(fingerprint === undefined
      ? []
      : [{ label: say('fact.fingerprint'), value: `SHA-256 ${fingerprint}` }]),
    ...(verifyUrl === undefined ? [] : [{ label: say('fact.verify'), value: verifyUrl }]),
  ];
}

/** Its own claim, and said to be one: nobody has looked whether a company of this name stands behind it. */
function accountRow(name: string | undefined, { say }: Wording): Fact[] {
  return name ? [{ label: say('fact.account'), value: say('account.claims', { name }) }] : [];
}

/** How the sender's address is known; of documents sent before that was noted, nothing. */
function confirmedInWords({ confirmedAt, confirmedBy }: SigningRecord['sender'], words: Wording): string {
  const { say } = words;
  if (confirmedAt === null) return say('address.unknown');
  const at = words.timeOf(new Date(confirmedAt));
  if (confirmedBy === null) return say('address.confirmed', { at });
  return confirmedBy === 'mail' ? say('address.mail', { at }) : say('address.provider', { at });
}
