import { typefaces } from '#core/ceremony/typeface.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { coverOf, coverSentence, type Cover } from '#core/field/cover/covered.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender, isPicture, kindName } from '#core/field/kinds.ts';
import { boxToPage } from '#core/field/layout/geometry.ts';
import { lineBox, markSize } from '#core/field/signature-line.ts';
import { fieldParameters } from '#core/field/problem-sentence.ts';
import { printedForm, prefillValues } from '#core/field/printed-texts.ts';
import { initialsOf } from '#core/person/initials.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { imitatesCertificate } from '#pdf/render/find-misleading.ts';
import { RIM } from '#pdf/render/look-under.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { fitFor, type PdfEngine, type Trial, type PreflightFinding } from '../../ports/pdf-engine.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { certificatePage } from '../certificate/certificate-page.ts';
import { boxOfValue, findUnprintable, findFixedValues } from './check-fixed-values.ts';
import { evidenceFile } from '../certificate/evidence.ts';
import type { FieldCover, SendableDraft, SealPreflight } from './sealable.ts';
import { sampleUploads } from './sample-picture.ts';
import { sampleInk, samplePicture, sampleRecord } from './sample-record.ts';
import { scriptsOf } from './sample-texts.ts';
import { sampleValues } from './sample-values.ts';
import { addedBoxes, stampFields } from '../certificate/stamp-fields.ts';

type Ports = { files: FileStore; pdf: PdfEngine; clock: Clock };

/**
 * Maximum number of cached results. One layout serves all rows of a bulk send, or all documents of a
 * template.
 */
const maxKept = 500;

/**
 * Creates the check before sending. It composes, inspects and seals the draft with sample values as long as
 * their fields accept, and discards the result. A draft that could not be sealed is not sent. Each layout is
 * checked once.
 */
export function createSealPreflight(services: Ports): SealPreflight {
  // An engine failure may be temporary (lack of memory, for example), so it is not cached.
  const tried = cacheResults<Trouble | undefined>((trouble) => !trouble?.passing);
  const looked = cacheResults<(Cover | undefined)[] | undefined>((covers) => covers !== undefined);
  const printed = cacheResults<number | undefined>(() => true);
  const coversOf = async ({ document, fields }: Pick<SendableDraft, 'document' | 'fields'>) => {
    const boxes = fields.map(({ type, page, x, y, width, height }) => ({ type, page, x, y, width, height }));
    return looked([document.baseSha256, boxes], () => readContentUnderAll(services, document, boxes));
  };
  /** The line under a signature is small print, so it must not cross any word. */
  const wordsUnderLines = async ({
    document,
    fields,
  }: Pick<SendableDraft, 'document' | 'fields'>): Promise<FieldCover[] | undefined> => {
    const lines = fields.flatMap((field) => {
      const line = lineBox(field, document.formats);
      return line ? [{ field, line }] : [];
    });
    const boxes = lines.map(({ line: { type, page, x, y, width, height } }) => {
      return { type, page, x, y, width, height };
    });
    const covers = await looked([document.baseSha256, boxes], () =>
      readContentUnderAll(services, document, boxes),
    );
    // The suggested free place fits the line and not the field, so it is left out.
    return covers?.flatMap((cover, at) =>
      cover?.over === 'text'
        ? [{ over: cover.over, text: cover.text, blocks: true, field: lines[at]!.field }]
        : [],
    );
  };
  return {
    async covers(draft) {
      const covers = (await coversOf(draft)) ?? [];
      const crossed = (await wordsUnderLines(draft)) ?? [];
      return draft.fields.flatMap((field, at): FieldCover[] => {
        const own = covers[at] && { ...covers[at], field };
        const cover = own?.blocks ? own : (crossed.find((line) => line.field === field) ?? own);
        return cover ? [cover] : [];
      });
    },
    async check(draft) {
      const forged = findImitation(draft.fields);
      if (forged) return imitating(forged);
      const small = await tooSmallForNames(fitFor(services.pdf, draft.document.accountId), draft);
      if (small) return small;
      const covers = await coversOf(draft);
      if (!covers) return notTried;
      const hidden = covers.findIndex((cover) => cover?.blocks);
      if (hidden >= 0) return covering(draft.fields[hidden]!, covers[hidden]!);
      const crossed = await wordsUnderLines(draft);
      if (!crossed) return notTried;
      if (crossed[0]) return covering(crossed[0].field, crossed[0]);
      const scripts = scriptsOf(textsOf(draft));
      const trouble = await tried(layoutOf(draft, scripts), () => tryOut(services, draft, scripts));
      if (trouble) return unsealable(draft.fields, trouble);
      const fixed = findFixedValues(draft.fields, draft.recipients, draft.document.formats);
      if (fixed.length === 0) return undefined;
      const { baseSha256, formats } = draft.document;
      const boxes = fixed.map((value) => boxOfValue(value, formats));
      const unprintable = await printed([baseSha256, boxes], () =>
        findUnprintable(services, draft.document, fixed),
      );
      return unprintable === undefined ? undefined : notPrinted(fixed[unprintable]!.field);
    },
  };
}

/** Returns a field on a page where the sender's texts together look like our certificate. */
function findImitation(fields: readonly Field[]): Field | undefined {
  const written = fields.filter(({ properties }) => properties?.value);
  return [...Map.groupBy(written, ({ page }) => page).values()].find((onPage) =>
    imitatesCertificate(onPage.map(({ properties }) => properties?.value ?? '').join(' ')),
  )?.[0];
}

function imitating(field: Field): Refusal {
  return {
    ...refuse(
      'field-incomplete',
      `${nameOf(field)} looks like a certificate of this service. Remove the title of the certificate, or the number.`,
    ),
    parameters: fieldParameters(field, 'imitates-certificate'),
  };
}

/** The index of the field concerned, and why the document cannot be sealed. */
type Trouble = { field?: number; sentence: string; tooSmall?: true; passing?: true };

/** Returns the cache key of a check. Drafts with equal keys get the same result. */
function layoutOf({ document, fields, recipients }: SendableDraft, scripts: readonly string[]): unknown {
  const numbers = new Map(recipients.map(({ id }, at) => [id, at]));
  const placed = fields.map(({ id: _id, recipientId, properties = {}, ...field }) => {
    // A recipient's prefilled value is checked separately, so it is not part of the key.
    const { value, showWhen: _shown, party: _party, ...rules } = properties;
    const own = isOfSender(field.type) ? value : null;
    return [field, numbers.get(recipientId ?? '') ?? null, rules, own];
  });
  const {
    dateFormat = null,
    numberFormat = null,
    look = null,
    signatureLine = null,
  } = document.formats ?? {};
  const people = recipients.map(({ role }) => role);
  return [document.baseSha256, placed, people, scripts, dateFormat, numberFormat, look, signatureLine];
}

function textsOf({
  document,
  fields,
  recipients,
  senderName,
  ownerName = '',
  accountName,
}: SendableDraft): string[] {
  return [
    document.title,
    senderName,
    ownerName,
    accountName,
    ...recipients.map(({ name }) => name),
    ...fields.flatMap((field) => [
      field.label,
      ...prefillValues(field, undefined).map(({ value }) => printedForm(field, value, document.formats)),
    ]),
  ];
}

/**
 * Signers choose the typeface, and long names are not shortened automatically. So every name must fit its
 * box.
 */
async function tooSmallForNames(
  pdf: Pick<PdfEngine, 'fit'>,
  { document, fields, recipients }: SendableDraft,
): Promise<Refusal | undefined> {
  const typed = fields.flatMap((field) => {
    const owner = recipients.find(({ id }) => id === field.recipientId);
    if (!owner || (field.type !== 'signature' && field.type !== 'initial')) return [];
    const name = ([...owner.name].slice(0, maxTypedLength).join('') || 'Signature').trim();
    const text = field.type === 'signature' ? name : initialsOf(name);
    const size = markSize(field, document.formats);
    return typefaces.map((face) => ({ field, boxed: { text, ...size, face } }));
  });
  if (typed.length === 0) return undefined;
  const fits = await pdf.fit(typed.map(({ boxed }) => boxed));
  const at = fits.findIndex(({ fits: fitting }) => !fitting);
  if (at < 0) return undefined;
  const { field, boxed } = typed[at]!;
  return {
    ...refuse('field-incomplete', `${nameOf(field)} is too small for ‘${boxed.text}’. Enlarge it.`),
    parameters: fieldParameters(field, 'box-too-small-for', boxed.text),
  };
}

/** Maximum characters of a typed signature. A signer with a longer name can type a shorter form of it. */
const maxTypedLength = 30;

type Boxed = Pick<Field, 'type' | 'page' | 'x' | 'y' | 'width' | 'height'>;

async function readContentUnderAll(
  { files, pdf }: Ports,
  { accountId, baseSha256, pages }: SendableDraft['document'],
  boxes: readonly Boxed[],
): Promise<(Cover | undefined)[] | undefined> {
  if (boxes.length === 0) return [];
  const base = await files.read(baseSha256);
  const placed = boxes.map(inspectedBox).map((box) => {
    return { ...box, matrix: boxToPage(pages[box.page - 1]!, box) };
  });
  const under = await pdf.lookUnder({ pdf: base, pages, boxes: placed }, accountId);
  return under && boxes.map(({ type }, at) => under[at] && coverOf(type, under[at]));
}

/** A picture fills its whole box, so words at the edges count too, which `lookUnder` ignores. */
function inspectedBox(box: Boxed): Boxed {
  if (!isPicture(box.type)) return box;
  const [x, width] = withRim(box.x, box.width, RIM.across);
  const [y, height] = withRim(box.y, box.height, RIM.down);
  return { ...box, x, y, width, height };
}

function withRim(at: number, length: number, rim: number): [at: number, length: number] {
  const whole = length / (1 - 2 * rim);
  return [at - whole * rim, whole];
}

async function tryOut(
  { files, pdf, clock }: Ports,
  { document, fields, recipients }: SendableDraft,
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
      // References next to stamps are optional and must not make the check fail.
      stamps: stampFields({ ...record, recipients: undefined }, pictures, sampleUploads),
      appendix: [certificatePage(record, pictures)],
      attachments: [evidenceFile(record)],
      info: { title: record.document.title },
    },
    additions: { pages: document.pages, boxes: added.map(({ box }) => box) },
    at: clock(),
    ...(wasSignedBefore(document) && {
      uploaded: { pdf: await files.read(document.originalSha256), pages: document.pages },
    }),
  };
  const found: PreflightFinding | undefined = await pdf.tryOut(trial, document.accountId);
  if (!found) return undefined;
  const about = found.box === undefined ? undefined : added[found.box]?.field;
  const { sentence, passing } = found;
  return { sentence, ...(passing && { passing }), ...(about && { field: fields.indexOf(about) }) };
}

/**
 * The message advises waiting, because the engine remembers for an hour which files exceeded its limits
 * (outgrown.ts).
 */
const notTried = refuse(
  'preflight-unavailable',
  'We couldn’t check whether this document can be sealed, because its file took more time or memory than this server allows. ' +
    'Nothing was sent. Try again in an hour. If that doesn’t help, print the file to a new PDF and use that.',
);

function notPrinted(field: Field): Refusal {
  return {
    ...refuse(
      'field-incomplete',
      `${nameOf(field)} contains a value that can’t be printed. Use different characters.`,
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
      ...refuse('field-incomplete', `${nameOf(about)} is too small for any content. Enlarge it.`),
      parameters: fieldParameters(about, 'box-too-small'),
    };
  }
  if (!about) {
    return refuse(
      'preflight-failed',
      `We won’t be able to seal this document after everyone has signed: ${sentence} Print the file to a new PDF and use that.`,
    );
  }
  return refuse(
    'preflight-failed',
    `We won’t be able to seal this document after everyone has signed, because of ${nameOf(about, 'the')}: ${sentence} Move or enlarge it.`,
  );
}

function nameOf({ label, type, page }: Field, article: 'The' | 'the' = 'The'): string {
  return `${label === '' ? `${article} ${kindName(type)} field` : `‘${label}’`} on page ${page}`;
}

/** Calls `ask` once per key. Failed calls, and results that `isKept` rejects, are not cached. */
function cacheResults<Answer>(
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
    void answer.then((outcome) => isKept(outcome) || forget(), forget);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
