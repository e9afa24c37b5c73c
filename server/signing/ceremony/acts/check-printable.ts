import { checkCeremony } from '#core/ceremony/checks.ts';
import { normalizeEntry, valueProblem } from '#core/field/check-value.ts';
import { signingDay } from '#core/field/values/date-text.ts';
import { withDayLimits } from '#core/field/day-limit.ts';
import { attachedFileText } from '#core/field/attached-file.ts';
import { isWritten, type Field } from '#core/field/field.ts';
import { isPicture } from '#core/field/kinds.ts';
import { numberText } from '#core/field/values/number-format.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { markSize } from '#core/field/signature-line.ts';
import { evaluateFor } from '#core/field/fill.ts';
import { printedForm, printedTexts } from '#core/field/printed-texts.ts';
import { refuseValue } from '#core/field/problem-sentence.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { SignBody } from '#contract/signing/ceremony.ts';
import { readKeptInk } from '#pdf/image/packed-ink.ts';
import type { StoredDocument } from '../../../records/document.ts';
import { findDocument, type StoredRecipient, type WholeDocument } from '../../../records/document-store.ts';
import { fitFor, type BoxedText, type PdfEngine } from '../../../ports/pdf-engine.ts';
import { marksOf, type AdoptedSignature } from './adopt-signature.ts';
import type { LinkOwner } from '../../../records/link-store.ts';
import { asOpenDocument, openCeremony, type Visit } from '../open-link.ts';
import { earlierFor, readSignedParts } from '../signed-parts.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';
import { loadUploadedPictures } from '../../../evidence/record/uploaded-pictures.ts';
import { attachmentsOf } from './attachment-store.ts';
import { certificatePicture } from '../../../evidence/certificate/certificate-people.ts';
import { findDrawingProblem } from '../../../evidence/preflight/check-drawn.ts';
import { isCommonText } from '../../../evidence/preflight/try-printing.ts';
import type { CeremonyDeps } from '../deps.ts';

/** The person for whom the texts were measured, since fields can print the recipient's name and address. */
export type MeasuredFor = Pick<StoredRecipient, 'name' | 'email'>;

/**
 * Checks that every typed text fits in its box while the signer can still shorten it, so that no sealed page
 * cuts off text and no seal fails after everyone has signed. Needs no lock, since the fields of a sent
 * document never change. But the recipient's name can change, so `measured` gets the person, who is compared
 * again under the lock.
 */
export async function checkPrintable(
  services: CeremonyDeps,
  owner: LinkOwner,
  body: SignBody,
  adopted: AdoptedSignature | undefined,
  measured: (person: MeasuredFor) => void,
): Promise<Refusal | undefined> {
  const whole = await findDocument(services.db, owner.accountId, owner.documentId);
  const recipient = whole?.recipients.find(({ id }) => id === owner.recipientId);
  if (!whole || !recipient) return undefined;
  measured({ name: recipient.name, email: recipient.email });
  const { shown, values } = await shownTo(services, whole, recipient, body, adopted);
  const format = whole.document.formats;
  return firstMisfit(fitFor(services.pdf, owner.accountId), [
    ...shown.flatMap((field) => writtenTexts(field, values.get(field.id) ?? '', format)),
    ...signatureTexts(shown, adopted, format),
  ]);
}

/** Returns the fields shown to the recipient, and their values by field id. Only these are sealed. */
async function shownTo(
  { db }: CeremonyDeps,
  whole: WholeDocument,
  recipient: StoredRecipient,
  body: SignBody,
  adopted: AdoptedSignature | undefined,
): Promise<{ shown: Field[]; values: Map<string, string> }> {
  const own = whole.fields.filter(({ recipientId }) => recipientId === recipient.id);
  const { accountId, id: documentId } = whole.document;
  const signed = await readSignedParts(db, { accountId, documentId });
  const filling = { ...marksOf(adopted), values: body.fields ?? [], person: recipient };
  const { shown, valueOf } = evaluateFor(own, {
    ...filling,
    earlier: earlierFor(whole, recipient, signed),
  });
  return { shown, values: new Map(shown.map(({ id }) => [id, valueOf(id)])) };
}

/**
 * Checks that drawn signatures, uploaded pictures, and texts with rare characters can be sealed on the stored
 * file.
 */
export async function checkDrawn(
  services: CeremonyDeps,
  owner: LinkOwner,
  body: SignBody,
  adopted: AdoptedSignature | undefined,
): Promise<Refusal | undefined> {
  const whole = await findDocument(services.db, owner.accountId, owner.documentId);
  const recipient = whole?.recipients.find(({ id }) => id === owner.recipientId);
  // If signing is no longer possible, the check under the lock refuses it with the reason.
  if (!whole || !recipient || whole.document.status !== 'sent') return undefined;
  const { imageSha256 = null, initialsSha256 = null, pictures: drawn = [] } = adopted ?? {};
  const pictures = new Map(drawn.map((file) => [sha256(file), readKeptInk(file)]));
  const { shown, values: held } = await shownTo(services, whole, recipient, body, adopted);
  const { document } = whole;
  const rare = shown.filter(
    (field) =>
      isWritten(field.type) && !isCommonText(printedForm(field, held.get(field.id) ?? '', document.formats)),
  );
  const uploaded = await uploadedValues(services, owner, shown, held);
  const values = new Map([...rare.map(({ id }) => [id, held.get(id) ?? ''] as const), ...uploaded]);
  const uploads = await loadUploadedPictures(services.files, { fields: shown, values: uploaded });
  const typed = {
    text: ifRare(adopted?.text),
    initialsText: ifRare(adopted?.initialsText),
    typeface: adopted?.typeface ?? null,
  };
  return findDrawingProblem(services, {
    document,
    fields: shown,
    recipient,
    imageSha256,
    initialsSha256,
    pictures,
    uploads,
    typed,
    values,
  });
}

/**
 * Returns the values of fields with an uploaded picture. A hash without an upload is refused under the lock.
 */
async function uploadedValues(
  { db }: Pick<CeremonyDeps, 'db'>,
  owner: LinkOwner,
  shown: readonly Field[],
  held: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const pictureFields = shown.filter(({ id, type }) => isPicture(type) && held.get(id));
  const files = pictureFields.length === 0 ? [] : await attachmentsOf(db, owner);
  return new Map(
    pictureFields.flatMap(({ id }) => {
      const file = files.find(({ fieldId, sha256 }) => fieldId === id && sha256 === held.get(id));
      return file ? [[id, attachedFileText(file)] as const] : [];
    }),
  );
}

const ifRare = (text: string | null = null): string | null =>
  text === null || isCommonText(text) ? null : text;

/** Checks a single value while the signer types it, and stores nothing. */
export async function checkValue(
  services: CeremonyDeps,
  visit: Visit,
  { id, value }: { id: string; value: string | number },
): Promise<Refusal | undefined> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  const closed = checkCeremony('open', { document: asOpenDocument(whole), recipient, now: services.clock() });
  if (closed) return closed;
  const field = ownField(whole.fields, recipient, id);
  if (!field) {
    return refuse('field-not-yours', 'This field belongs to someone else. Reload the page.');
  }
  const { type, properties } = field;
  const text = normalizeEntry(field, typeof value === 'number' ? numberText(value) : value);
  if (text === '' || !isWritten(type)) return undefined;
  const { day } = signingDay(services.clock(), whole.document.formats);
  const problem = valueProblem({ type, properties: withDayLimits(properties, day) }, text);
  if (problem) return refuseValue(field, problem, text);
  const texts = writtenTexts(field, text, whole.document.formats);
  return firstMisfit(fitFor(services.pdf, ceremony.owner.accountId), texts);
}

function ownField(fields: readonly Field[], recipient: StoredRecipient, id: string): Field | undefined {
  return fields.find((field) => field.id === id && field.recipientId === recipient.id);
}

type Typed = {
  boxed: BoxedText;
  where: string;
  code: 'field-value-invalid' | 'signature-invalid';
  /** The field of the value; undefined for a signature. */
  field?: Field;
};

/** Parameters of the error message, for clients that translate it. */
function reasonOf(field: Field | undefined, reason: string, value: string): Pick<Refusal, 'parameters'> {
  if (!field) return {};
  const { label, type: kind, page } = field;
  return { parameters: { reason, kind, label, page, value: [...value].slice(0, 40).join('') } };
}

async function firstMisfit(
  pdf: Pick<PdfEngine, 'fit'>,
  typed: readonly Typed[],
): Promise<Refusal | undefined> {
  if (typed.length === 0) return undefined;
  const fits = await pdf.fit(typed.map(({ boxed }) => boxed));
  for (const [index, { fits: fitting, unprintable }] of fits.entries()) {
    const { where, code, field, boxed } = typed[index]!;
    if (unprintable.length > 0) {
      const signs = unprintable.slice(0, 5).join(' ');
      return {
        ...refuse(
          code,
          `${where} contains characters that can’t be printed: ${signs}. Type it without them.`,
        ),
        ...reasonOf(field, 'no-glyph', signs),
      };
    }
    if (!fitting) {
      return {
        ...refuse(code, `${where} does not fit into its box. Shorten it.`),
        ...reasonOf(field, 'does-not-fit', boxed.text),
      };
    }
  }
  return undefined;
}

function writtenTexts(field: Field, value: string, format: PrintFormats): Typed[] {
  const where = `The ${field.type} on page ${field.page}`;
  return printedTexts(field, value, format).map((boxed) => ({
    boxed,
    where,
    code: 'field-value-invalid',
    field,
  }));
}

function signatureTexts(
  own: readonly Field[],
  adopted: AdoptedSignature | undefined,
  formats: StoredDocument['formats'],
): Typed[] {
  const typed: Typed[] = [];
  const hand = adopted?.typeface ? { face: adopted.typeface } : {};
  const add = (text: string | null, box: { width: number; height: number }, where: string): void => {
    if (text === null) return;
    const { width, height } = box;
    typed.push({ boxed: { text, width, height, ...hand }, where, code: 'signature-invalid' });
  };
  // The typed signature also appears on the certificate page.
  add(adopted?.text ?? null, certificatePicture, 'The typed signature');
  for (const field of own) {
    if (field.type === 'signature')
      add(adopted?.text ?? null, markSize(field, formats), 'The typed signature');
    if (field.type === 'initial') add(adopted?.initialsText ?? null, field, 'The typed initials');
  }
  return typed;
}
