import type { Field } from '#core/field/field.ts';
import { isPicture, kindName } from '#core/field/kinds.ts';
import { fieldParameters } from '#core/field/problem-sentence.ts';
import { printedForms } from '#core/field/printed-texts.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { StoredDocument, StoredRecipient } from '../../records/document-store.ts';
import { NoSuchFileError, WrongBytesError, type FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { Pictures, SignatureInHand } from '../certificate/stamp-fields.ts';
import type { UploadedPictures } from '../record/uploaded-pictures.ts';
import { checkPrintableTexts } from './try-printing.ts';

/** The signature of a recipient who is about to sign. Nothing is stored until all checks pass. */
export type Drawn = {
  document: StoredDocument;
  fields: readonly Field[];
  recipient: StoredRecipient;
  imageSha256: string | null;
  initialsSha256: string | null;
  pictures: Pictures;
  /** Uploaded pictures, by the hashes in the values of their fields. */
  uploads?: UploadedPictures;
  /** The typed signature, if it needs a test print. */
  typed?: Pick<SignatureInHand, 'text' | 'initialsText' | 'typeface'>;
  /** Entered values by field id, if they need a test print. */
  values: ReadonlyMap<string, string>;
};

const nothingTyped = { text: null, initialsText: null, typeface: null };

/**
 * Finds problems that would make sealing fail, while the signer can still correct them: a missing or damaged
 * file, or a picture that would cover text. Pictures, and typed text with rarely used letters, are printed
 * and inspected as for the seal. Everything else was checked before sending.
 */
export async function findDrawingProblem(
  { files, pdf }: { files: FileStore; pdf: PdfEngine },
  drawn: Drawn,
): Promise<Refusal | undefined> {
  const base = await readBase(files, drawn.document);
  if (!(base instanceof Uint8Array)) return base;
  const { document, recipient, imageSha256, initialsSha256, pictures, values, typed = nothingTyped } = drawn;
  const hasSignature = imageSha256 !== null || typed.text !== null;
  const hasInitials = initialsSha256 !== null || typed.initialsText !== null;
  const fields = drawn.fields.filter(
    ({ id, type, recipientId }) =>
      recipientId === recipient.id &&
      ((type === 'signature' && hasSignature) || (type === 'initial' && hasInitials) || values.has(id)),
  );
  if (fields.length === 0) return undefined;
  const printing = {
    document,
    fields,
    values: new Map(fields.map(({ id }) => [id, values.get(id) ?? ''])),
    printed: printedForms(fields, values, document.formats),
    signatures: [{ recipient, signedAt: new Date(0), ...typed, imageSha256, initialsSha256 }],
  };
  const field = await checkPrintableTexts(pdf, base, printing, pictures, drawn.uploads);
  return field && refusalFor(field, drawn);
}

function refusalFor(field: Field, drawn: Drawn): Refusal {
  const { id, type, page, properties } = field;
  if (isPicture(type)) {
    return {
      ...refuse(
        'field-value-invalid',
        `Your picture on page ${page} would cover text of the document. Choose a lighter one, or let the sender know.`,
      ),
      parameters: fieldParameters(field, 'covers-text'),
    };
  }
  if (drawn.values.has(id)) {
    const { readOnly } = properties ?? {};
    return {
      ...refuse(
        'field-value-invalid',
        readOnly
          ? `The ${kindName(type)} field on page ${page} can’t be printed as it is, and only the sender can change it. Ask the sender to correct it.`
          : `Your entry on page ${page} can’t be printed as it is. Type it with different characters.`,
      ),
      parameters: fieldParameters(field, readOnly ? 'sent-not-printable' : 'not-printable'),
    };
  }
  const mark = type === 'initial' ? 'initials' : 'signature';
  const picture = type === 'initial' ? drawn.initialsSha256 : drawn.imageSha256;
  return refuse(
    'signature-invalid',
    picture === null
      ? `Your typed ${mark} can’t be printed on page ${page}. Use different characters, or draw it.`
      : `Your drawn ${mark} would cover text of the document on page ${page}. Draw with thinner strokes, or type your name.`,
  );
}

/** Reads the base file that everyone agreed to. The store verifies its hash. */
async function readBase(files: FileStore, { baseSha256 }: StoredDocument): Promise<Uint8Array | Refusal> {
  try {
    return await files.read(baseSha256);
  } catch (error) {
    if (!(error instanceof NoSuchFileError) && !(error instanceof WrongBytesError)) throw error;
    return refuse(
      'document-damaged',
      'This document’s file is damaged on the server, so it can’t be signed now. Nothing was changed. Let the sender know.',
    );
  }
}
