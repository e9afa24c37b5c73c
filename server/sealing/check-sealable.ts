import { typefaces } from '#core/ceremony/typeface.ts';
import { coverOf, coverSentence, type Cover } from '#core/field/covered.ts';
import type { Field } from '#core/field/field.ts';
import { boxToPage } from '#core/field/geometry.ts';
import { fieldParameters } from '#core/field/problem-sentence.ts';
import { printedForm, valuesAhead } from '#core/field/printed-texts.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { StoredDocument } from '../records/document-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import { fitFor, type PdfEngine, type Trial, type TrialFinding } from '../ports/pdf-engine.ts';
import { sha256 } from '../crypto/sha256.ts';
import { certificatePage } from './certificate-page.ts';
import { boxOfValue, findUnprintable, rareFixedValues } from './check-fixed-values.ts';
import { evidenceFile } from './evidence.ts';
import { sampleInk, samplePicture, sampleRecord } from './sample-record.ts';
import { scriptsOf } from './sample-texts.ts';
import { sampleValues } from './sample-values.ts';
import { addedBoxes, stampFields } from './stamp-fields.ts';

/** A draft as it is about to be sent, and what is known of its people. */
export type Sealable = {
  document: Pick<StoredDocument, 'accountId' | 'id' | 'title' | 'baseSha256' | 'pages' | 'formats'>;
  fields: readonly Field[];
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'name' | 'email'>[];
  senderName: string;
  /** Whose the draft is, where somebody else sends it; the certificate page names them too. */
  ownerName?: string | undefined;
  /** As the sender's account calls itself; the certificate page names it. */
  accountName: string;
};

/** That a field lies on something of the page. */
export type FieldCover = Cover & { field: Field };

export type SealableCheck = {
  /** Why the document could not be sealed once everybody has signed; undefined when it can (P-13). */
  check(draft: Sealable): Promise<Refusal | undefined>;
  /** The things that fields lie on, for the sender to see before; none while that cannot be found out. */
  covers(draft: Pick<Sealable, 'document' | 'fields'>): Promise<FieldCover[]>;
};

type Ports = { files: FileStore; pdf: PdfEngine; clock: Clock };

/** Answers that are kept: the rows of a bulk send and the uses of a template have one layout. */
const mostKept = 500;

/**
 * The trial before sending. A draft is composed, inspected and sealed with sample values, each as long as its field
 * takes, and thrown away: what could not be sealed is not sent. The same layout is tried once.
 */
export function openSealableCheck(services: Ports): SealableCheck {
  // An engine that gave up may have done so for want of what the machine has again a moment later.
  const tried = keepAnswers<Trouble | undefined>((trouble) => !trouble?.passing);
  const looked = keepAnswers<(Cover | undefined)[] | undefined>((covers) => covers !== undefined);
  const printed = keepAnswers<number | undefined>(() => true);
  const coversOf = async ({ document, fields }: Pick<Sealable, 'document' | 'fields'>) => {
    const boxes = fields.map(({ type, page, x, y, width, height }) => ({ type, page, x, y, width, height }));
    return looked([document.baseSha256, boxes], () => lookUnderAll(services, document, boxes));
  };
  return {
    async covers(draft) {
      const covers = (await coversOf(draft)) ?? [];
      return draft.fields.flatMap((field, at) => (covers[at] ? [{ ...covers[at], field }] : []));
    },
    async check(draft) {
      const small = await tooSmallForNames(fitFor(services.pdf, draft.document.accountId), draft);
      if (small) return small;
      const covers = await coversOf(draft);
      if (!covers) return notTried;
      const hidden = covers.findIndex((cover) => cover?.blocks);
      if (hidden >= 0) return covering(draft.fields[hidden]!, covers[hidden]!);
      const scripts = scriptsOf(textsOf(draft));
      const trouble = await tried(layoutOf(draft, scripts), () => tryOut(services, draft, scripts));
      if (trouble) return unsealable(draft.fields, trouble);
      const fixed = rareFixedValues(draft.fields, draft.recipients, draft.document.formats);
      if (fixed.length === 0) return undefined;
      const unprintable = await printed([draft.document.baseSha256, fixed.map(boxOfValue)], () =>
        findUnprintable(services, draft.document, fixed),
      );
      return unprintable === undefined ? undefined : notPrinted(fixed[unprintable]!.field);
    },
  };
}

/** Which field it is about, by its place in the list, and why it could not be sealed. */
type Trouble = { field?: number; sentence: string; tooSmall?: true; passing?: true };

/** The conditions of a trial: two drafts that have them in common come to the same end. */
function layoutOf({ document, fields, recipients }: Sealable, scripts: readonly string[]): unknown {
  const numbers = new Map(recipients.map(({ id }, at) => [id, at]));
  const placed = fields.map(({ id: _id, recipientId, properties = {}, ...field }) => {
    // The first value of a field is looked at by itself: here it may be anything that fits.
    const { value: _value, showWhen: _shown, party: _party, ...rules } = properties;
    return [field, numbers.get(recipientId ?? '') ?? null, rules];
  });
  const { dateFormat = null, numberFormat = null } = document.formats ?? {};
  const people = recipients.map(({ role }) => role);
  return [document.baseSha256, placed, people, scripts, dateFormat, numberFormat];
}

function textsOf({
  document,
  fields,
  recipients,
  senderName,
  ownerName = '',
  accountName,
}: Sealable): string[] {
  return [
    document.title,
    senderName,
    ownerName,
    accountName,
    ...recipients.map(({ name }) => name),
    ...fields.flatMap((field) => [
      field.label,
      ...valuesAhead(field, undefined).map(({ value }) => printedForm(field, value, document.formats)),
    ]),
  ];
}

/** Signers choose the hand, and no name is shortened by its owner: their names fit, or the box is too small. */
async function tooSmallForNames(
  pdf: Pick<PdfEngine, 'fit'>,
  { fields, recipients }: Sealable,
): Promise<Refusal | undefined> {
  const typed = fields.flatMap((field) => {
    const owner = recipients.find(({ id }) => id === field.recipientId);
    if (!owner || (field.type !== 'signature' && field.type !== 'initial')) return [];
    const name = ([...owner.name].slice(0, longestTyped).join('') || 'Signature').trim();
    const text = field.type === 'signature' ? name : initialsOf(name);
    const { width, height } = field;
    return typefaces.map((face) => ({ field, boxed: { text, width, height, face } }));
  });
  if (typed.length === 0) return undefined;
  const fits = await pdf.fit(typed.map(({ boxed }) => boxed));
  const at = fits.findIndex(({ fits: fitting }) => !fitting);
  if (at < 0) return undefined;
  const { field, boxed } = typed[at]!;
  return {
    ...refuse(
      'field-incomplete',
      `${nameOf(field)} is too small: ‘${boxed.text}’ cannot be typed in it. Enlarge it.`,
    ),
    parameters: fieldParameters(field, 'box-too-small-for', boxed.text),
  };
}

/** Who has a longer name can type a shorter form of it; letters. */
const longestTyped = 30;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => [...word][0] ?? '');
  return words.slice(0, 3).join('').toUpperCase();
}

type Boxed = Pick<Field, 'type' | 'page' | 'x' | 'y' | 'width' | 'height'>;

async function lookUnderAll(
  { files, pdf }: Ports,
  { accountId, baseSha256, pages }: Sealable['document'],
  boxes: readonly Boxed[],
): Promise<(Cover | undefined)[] | undefined> {
  if (boxes.length === 0) return [];
  const base = await files.read(baseSha256);
  const placed = boxes.map((box) => ({ ...box, matrix: boxToPage(pages[box.page - 1]!, box) }));
  const under = await pdf.lookUnder({ pdf: base, pages, boxes: placed }, accountId);
  return under && boxes.map(({ type }, at) => under[at] && coverOf(type, under[at]));
}

async function tryOut(
  { files, pdf, clock }: Ports,
  { document, fields, recipients }: Sealable,
  scripts: readonly string[],
): Promise<Trouble | undefined> {
  const { values, tooSmall } = await sampleValues(
    fitFor(pdf, document.accountId),
    fields,
    scripts,
    document.formats,
  );
  if (tooSmall) return { field: fields.indexOf(tooSmall), sentence: '', tooSmall: true };
  const record = sampleRecord({ document, fields, recipients, scripts }, values);
  const pictures = new Map([[samplePicture, sampleInk()]]);
  const added = addedBoxes(record);
  const trial: Trial = {
    composition: {
      base: await files.read(document.baseSha256),
      // References are left out where they are in the way, and decide about no document.
      stamps: stampFields({ ...record, recipients: undefined }, pictures),
      appendix: [certificatePage(record, pictures)],
      attachments: [evidenceFile(record)],
      info: { title: record.document.title },
    },
    additions: { pages: document.pages, boxes: added.map(({ box }) => box) },
    at: clock(),
  };
  const found: TrialFinding | undefined = await pdf.tryOut(trial, document.accountId);
  if (!found) return undefined;
  const about = found.box === undefined ? undefined : added[found.box]?.field;
  const { sentence, passing } = found;
  return { sentence, ...(passing && { passing }), ...(about && { field: fields.indexOf(about) }) };
}

/** The engine remembers for an hour which files it gave up on (outgrown.ts). */
const notTried = refuse(
  'document-not-tried',
  'Whether this document could be sealed was not found out: its file took more time or memory than this server had for it. ' +
    'Nothing was sent. Try again in an hour; if it stays so, print the file to a new PDF and use that.',
);

function notPrinted(field: Field): Refusal {
  return {
    ...refuse(
      'field-incomplete',
      `${nameOf(field)} holds a value that cannot be printed as it is. Write it in other letters.`,
    ),
    parameters: fieldParameters(field, 'not-printable'),
  };
}

function covering(field: Field, cover: Cover): Refusal {
  return refuse('field-overlap', coverSentence(field, cover));
}

function unsealable(fields: readonly Field[], { field, sentence, tooSmall, passing }: Trouble): Refusal {
  if (passing) return notTried;
  const about = field === undefined ? undefined : fields[field];
  if (about && tooSmall) {
    return {
      ...refuse('field-incomplete', `${nameOf(about)} is too small: nothing fits into it. Enlarge it.`),
      parameters: fieldParameters(about, 'box-too-small'),
    };
  }
  if (!about) {
    return refuse(
      'document-unsealable',
      `This document could not be sealed once everybody has signed: ${sentence} Print the file to a new PDF and use that.`,
    );
  }
  return refuse(
    'document-unsealable',
    `This document could not be sealed once everybody has signed, for ${nameOf(about, 'the')}: ${sentence} Move or enlarge it.`,
  );
}

function nameOf({ label, type, page }: Field, article: 'The' | 'the' = 'The'): string {
  return `${label === '' ? `${article} ${type} field` : `‘${label}’`} on page ${page}`;
}

/** Asks once for each key; an answer that failed, or is not to be kept, is asked for again. */
function keepAnswers<Answer>(
  isKept: (answer: Answer) => boolean,
): (key: unknown, ask: () => Promise<Answer>) => Promise<Answer> {
  const kept = new Map<string, Promise<Answer>>();
  return (key, ask) => {
    const hash = sha256(JSON.stringify(key));
    const known = kept.get(hash);
    if (known) return known;
    const answer = ask();
    kept.set(hash, answer);
    const forget = (): boolean => kept.delete(hash);
    void answer.then((told) => isKept(told) || forget(), forget);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
