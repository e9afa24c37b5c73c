import type { Field } from '#core/field/field.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { StoredDocument, StoredRecipient } from '../records/document-store.ts';
import { NoSuchFileError, WrongBytesError, type FileStore } from '../ports/file-store.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';
import { addedBoxes, stampFields, type Pictures } from './stamp-fields.ts';

/** The pictures one recipient is about to sign with, not stored before the act has passed every check. */
export type Drawn = {
  document: StoredDocument;
  fields: readonly Field[];
  recipient: StoredRecipient;
  imageSha256: string | null;
  initialsSha256: string | null;
  pictures: Pictures;
  /** By the field's id: what they entered, where it is tried out too. */
  values: ReadonlyMap<string, string>;
};

/**
 * Says while the signer is still there what a seal would fail for: that the file is gone or damaged, and that the
 * picture of a signature would cover the words under it. The pictures are drawn and inspected as they will be for the
 * seal, and so is what was entered in letters that are rarely typed; the rest was tried before sending.
 */
export async function drawnTrouble(
  { files, pdf }: { files: FileStore; pdf: PdfEngine },
  drawn: Drawn,
): Promise<Refusal | undefined> {
  const base = await readBase(files, drawn.document);
  if (!(base instanceof Uint8Array)) return base;
  const { imageSha256, initialsSha256, pictures, values } = drawn;
  const own = drawn.fields.filter(
    ({ id, type, recipientId }) =>
      recipientId === drawn.recipient.id &&
      ((type === 'signature' && imageSha256 !== null) ||
        (type === 'initial' && initialsSha256 !== null) ||
        values.has(id)),
  );
  if (own.length === 0) return undefined;
  const printed = {
    document: drawn.document,
    fields: own,
    values: new Map(own.map(({ id }) => [id, values.get(id) ?? ''])),
    signatures: [
      {
        recipient: drawn.recipient,
        signedAt: new Date(0),
        typeface: null,
        ...{ imageSha256, initialsSha256, text: null, initialsText: null },
      },
    ],
  };
  const { accountId, pages, title } = drawn.document;
  const stamps = stampFields(printed, pictures);
  const boxes = addedBoxes(printed);
  const added = await pdf.add(
    {
      composition: { base, stamps, appendix: [], attachments: [], info: { title } },
      additions: { pages, boxes: boxes.map(({ box }) => box), oneHand: true },
    },
    accountId,
  );
  if (!('wrong' in added)) return undefined;
  const { box } = added.wrong;
  const field = box === undefined ? undefined : boxes[box]?.field;
  const isEntered = field ? values.has(field.id) : imageSha256 === null && initialsSha256 === null;
  if (isEntered)
    return refuse(
      'field-value-invalid',
      `What you entered${field ? ` on page ${field.page}` : ''} cannot be printed as it is. Type it in other letters.`,
    );
  const what = field?.type === 'initial' ? 'Your drawn initials' : 'Your drawn signature';
  return refuse(
    'signature-invalid',
    `${what} would cover words of the document${field ? ` on page ${field.page}` : ''}. Draw with thinner strokes, or type your name.`,
  );
}

/** The file that was agreed to, byte for byte: the store checks it against its hash. */
async function readBase(files: FileStore, { baseSha256 }: StoredDocument): Promise<Uint8Array | Refusal> {
  try {
    return await files.read(baseSha256);
  } catch (error) {
    if (!(error instanceof NoSuchFileError) && !(error instanceof WrongBytesError)) throw error;
    return refuse(
      'document-damaged',
      'The file of this document is damaged on the server, so it cannot be signed now. Nothing was changed; please tell its sender.',
    );
  }
}
