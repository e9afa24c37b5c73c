import { encode } from 'uqr';
import { isolate } from '#core/language/isolate.ts';
import { editionOf } from '#core/consent/disclosure-text.ts';
import { commaOf, directionOf, ownNames } from '#core/language/language.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { isClockSetBack } from '#core/trail/clock-back.ts';
import type { EventType } from '#core/trail/event.ts';
import type { AppendixBlock, AppendixPage, TitleBlock } from '#pdf/stamp/appendix/blocks.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { documentFacts, sealFacts, type SealedBy } from './certificate-facts.ts';
import { answerBlocks } from './certificate-fields.ts';
import { peopleBlocks } from './certificate-people.ts';
import { certificateMessages, languageOf, type Wording } from './certificate-texts.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';
import { eventText } from './event-texts.ts';
import { openedAt } from './identified-by.ts';
import { paperOf } from './paper-of.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Pictures } from './stamp-fields.ts';

export const unnamed: SealedBy = { operator: undefined, country: undefined, verifyUrl: undefined };

/**
 * Builds the certificate: a readable record of who signed what, when and how, in the document's language and
 * page size (T-08, L-21). It is sealed with the document. Everything on it except the sealing certificate can
 * be recomputed from the evidence file in the sealed PDF. `sealedSha256` is the hash of the document's sealed
 * file, for a certificate in a separate file.
 */
export function certificatePage(
  record: SigningRecord,
  pictures: Pictures,
  by: SealedBy = unnamed,
  sealedSha256: string | null = null,
): AppendixPage {
  const { document } = record;
  const sealed = sealedSha256 === null ? [] : [{ label: 'fact.sealed' as const, value: sealedSha256 }];
  const { timeZone } = document.formats ?? {};
  const words = certificateMessages(languageOf(record), timeZone);
  const { say, language } = words;
  return {
    blocks: [
      ...headBlocks(record, by, words),
      {
        kind: 'facts',
        rows: [
          ...documentFacts(record, words),
          ...sealed.map(({ label, value }) => ({ label: say(label), value })),
          ...sealFacts(by, words),
        ],
      },
      { kind: 'heading', text: say('heading.people') },
      ...peopleBlocks(record, pictures, words),
      ...answerBlocks(record, words),
      ...historyBlocks(record, by, words),
      { kind: 'heading', text: say('heading.limits') },
      { kind: 'paragraph', text: limits(record, words, sealedSha256 !== null), tone: 'small' },
      ...disclosureBlocks(record, words),
    ],
    language,
    paper: paperOf(document.pages),
    mirrored: directionOf(language) === 'rtl',
    footer: {
      text: `${isolate(document.title, language)}  ·  ${document.id}`,
      label: say('footer.page'),
    },
  };
}

const endings = ['document_declined', 'document_voided', 'document_expired'] as const;

/** Returns the event that ended the document early; undefined for a completed document. */
function endingOf({ events }: Pick<SigningRecord, 'events'>) {
  const last = events.findLast(({ type }) => endings.some((one) => one === type) || type === 'all_signed');
  return last?.type === 'all_signed' ? undefined : last;
}

function headBlocks(record: SigningRecord, by: SealedBy, words: Wording): AppendixBlock[] {
  const { say, language } = words;
  const { document, events } = record;
  const ending = endingOf(record);
  const title = document.test ? say('title.test') : ending ? say('title.ended') : say('title');
  const subtitle = isolate(document.title, language);
  const warning = { kind: 'paragraph', text: say('test.warning'), tone: 'strong' } as const;
  const all = events.find(({ type }) => type === 'all_signed');
  const acting = record.recipients.filter(mustAct).length;
  const counted = { done: String(record.signatures.length), all: String(acting) };
  const tone = ending ? 'ended' : 'done';
  const at = ending ?? all;
  const text =
    at === undefined ? undefined : statusWords(at, { ...counted, at: words.timeOf(at.occurredAt) }, words);
  return [
    { kind: 'title', text: title, subtitle, mark: true, ...codeOf(by, words) },
    ...(text === undefined ? [] : [{ kind: 'status', text, tone } as const]),
    ...(document.test ? [warning] : []),
    ...(ending || document.test
      ? []
      : [{ kind: 'own-pages', one: say('pages.one'), several: say('pages.several') } as const]),
  ];
}

function statusWords(
  { type, personal }: Pick<SigningRecord['events'][number], 'type' | 'personal'>,
  parts: { done: string; all: string; at: string },
  { say }: Wording,
): string {
  const who = personal.actor || personal.actorEmail || say('erased');
  if (type === 'document_declined') return say('status.declined', { ...parts, who });
  if (type === 'document_voided') return say('status.voided', { ...parts, who });
  return type === 'document_expired' ? say('status.expired', parts) : say('status.completed', parts);
}

const codes = new Map<string, boolean[][]>();

/** Returns the QR code of the verification address. An address that is too long is printed as text only. */
export function codeOf({ verifyUrl }: SealedBy, { say }: Wording): Pick<TitleBlock, 'code'> {
  if (verifyUrl === undefined || verifyUrl.length > 200) return {};
  // An installation has one verification address, so its QR code is generated once.
  const dots = codes.get(verifyUrl) ?? encode(verifyUrl, { ecc: 'M', border: 0 }).data;
  codes.clear();
  codes.set(verifyUrl, dots);
  return { code: { dots, alt: say('seal.code', { url: verifyUrl }) } };
}

const isAct = (type: string): boolean => type === 'document_signed' || type === 'document_approved';

const isSignedOtherwise = ({ events }: SigningRecord): boolean =>
  events.some(({ type, event }) => isAct(type) && event.data.via !== undefined);

/** For documents in UTC, the certificate prints only one time, which needs no explanation. */
export function zoneLimits({ document }: SigningRecord, { say }: Pick<Wording, 'say'>): string[] {
  const { timeZone } = document.formats ?? {};
  return timeZone === undefined || timeZone === 'UTC' ? [] : [say('limits.zone', { zone: timeZone })];
}

/** Returns the sentence about how far the signers' identity was checked. */
export function identityLimits(record: SigningRecord, { say }: Pick<Wording, 'say'>): string {
  const checked =
    isSignedOtherwise(record) ||
    record.events.some(({ type }) => type === 'code_passed' || type === 'passkey_confirmed');
  return say(checked ? 'limits.checked' : 'limits.mailbox');
}

/** L-21: Returns what the signatures are, and what they do not prove. */
function limits(record: SigningRecord, { say }: Pick<Wording, 'say'>, isApart: boolean): string {
  const { events, signatures } = record;
  const zone = zoneLimits(record, { say });
  const shown = signatures.every(({ recipient }) => openedAt(recipient.id, events) !== undefined);
  const retrieved = events.some(({ type }) => type === 'document_retrieved');
  const otherwise = isSignedOtherwise(record);
  const signatureLimits = identityLimits(record, { say });
  if (endingOf(record))
    return [
      say('limits.ended'),
      ...(signatures.length > 0 ? [signatureLimits] : []),
      say('limits.endedSeal'),
      ...zone,
    ].join(' ');
  return [
    say(otherwise ? 'limits.otherwise' : 'limits.link'),
    say(shown ? 'limits.shown' : 'limits.agreed'),
    ...(retrieved ? [say('limits.retrieved')] : []),
    signatureLimits,
    say(isApart ? 'limits.endedSeal' : 'limits.seal'),
    ...zone,
  ].join(' ');
}

/** Events that the certificate already shows at the top or with each recipient. */
const shownAbove: ReadonlySet<EventType> = new Set([
  'document_sent',
  'invitation_issued',
  'link_due',
  'link_handed_out',
  'mail_accepted',
  'mail_written',
  'document_opened',
  'document_retrieved',
  'consent_given',
  'passkey_confirmed',
  'code_sent',
  'code_passed',
  'document_signed',
  'document_approved',
  'all_signed',
]);

/**
 * Returns the address of the person who acted, or of the person concerned; the name if they have no address.
 */
function whoOf({ personal }: SigningRecord['events'][number]): string | undefined {
  return personal.actorEmail ?? personal.actor ?? personal.recipientEmail ?? personal.recipient;
}

function historyBlocks({ events }: SigningRecord, by: SealedBy, words: Wording): AppendixBlock[] {
  const { say } = words;
  const rows = events
    .filter(({ type, event }) => !shownAbove.has(type) || isClockSetBack(event.data.clockBackMs))
    .map((event) => [
      words.timeOf(event.occurredAt),
      eventText(event, words),
      whoOf(event) ?? serviceName({ operatorName: by.operator }),
    ]);
  return [
    { kind: 'heading', text: say('heading.history') },
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            columns: [
              { title: say('table.time'), share: 0.24 },
              { title: say('table.event'), share: 0.42 },
              { title: say('table.who'), share: 0.34 },
            ],
            rows,
          },
        ]),
    { kind: 'paragraph', text: say('history.all', { events: String(events.length) }), tone: 'small' },
  ];
}

/**
 * Prints the disclosure verbatim, because a translation would be a different text. If recipients agreed to
 * several languages or versions, the certificate prints one, if possible in its own language. The evidence
 * contains the others.
 */
function disclosureBlocks(record: SigningRecord, { say, language }: Wording): AppendixBlock[] {
  if (record.signatures.length === 0) return [];
  const agreed = disclosuresAgreed(record);
  const shown = agreed.find((one) => one.language === language) ?? agreed[0];
  if (!shown) return [];
  const others = agreed
    .filter((one) => one !== shown)
    .map(({ language: own, version }) =>
      version === shown.version ? ownNames[own] : `${ownNames[own]} (${version})`,
    );
  return [
    { kind: 'heading', text: say('heading.disclosure') },
    {
      kind: 'paragraph',
      text: `${shown.title} (${editionOf(shown)})`,
      tone: 'small',
      language: shown.language,
    },
    ...shown.blocks.flatMap((block): AppendixBlock[] => [
      { kind: 'paragraph', text: block.title, tone: 'small-strong', language: shown.language },
      { kind: 'paragraph', text: block.text, tone: 'small', language: shown.language },
    ]),
    ...(others.length === 0
      ? []
      : [
          {
            kind: 'paragraph' as const,
            text: say('disclosure.elsewhere', { languages: others.join(commaOf(language)) }),
            tone: 'small' as const,
          },
        ]),
  ];
}
