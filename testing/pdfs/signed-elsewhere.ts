import { createHash } from 'node:crypto';
import { dict, name, PdfDict, PdfString, textString, type PdfObject } from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { signDigest } from '#pdf/sign/cms.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { joinFile, startRevision, writeRevision } from '#pdf/stamp/append-revision.ts';

export type ElsewhereOptions = {
  /** Name of the field, different for each signature in a file. */
  field?: string;
  /** Certifies the file with this permission (DocMDP). */
  certifies?: 1 | 2 | 3;
  /** Entries of the field, such as a /Lock. */
  entries?: Record<string, PdfObject>;
  /** Entries of the catalog, which the signature also covers. */
  catalog?: Record<string, PdfObject>;
  /** Entries of the signature dictionary. */
  signature?: Record<string, PdfObject>;
  /** Makes the CMS over the file's SHA-256 in place of the key. */
  cms?: (digest: Uint8Array) => Promise<Uint8Array>;
};

const room = 8192;
const unknown = 9_999_999_999;

/**
 * Returns a file with one more signature, appended as another service would do it. `pdf` must have classic
 * cross-reference tables.
 */
export async function signElsewhere(
  pdf: Uint8Array,
  key: Sealer,
  { field = 'Signature1', certifies, entries = {}, catalog = {}, ...more }: ElsewhereOptions = {},
): Promise<Uint8Array> {
  const file = openPdf(pdf);
  const revision = startRevision(file);
  const reference = dict({
    Type: name('SigRef'),
    TransformMethod: name('DocMDP'),
    TransformParams: dict({ Type: name('TransformParams'), P: certifies ?? 2, V: name('1.2') }),
  });
  const signature = revision.add(
    dict({
      Type: name('Sig'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.CAdES.detached'),
      ByteRange: [0, unknown, unknown, unknown],
      Contents: new PdfString(new Uint8Array(room), true),
      M: textString('D:20261101093000Z'),
      ...(certifies && { Reference: [reference] }),
      ...more.signature,
    }),
  );
  const page = file.pageRef(0)!;
  const widget = revision.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(field),
      V: signature,
      F: 132,
      Rect: [0, 0, 0, 0],
      P: page,
      ...entries,
    }),
  );
  const dictOf = (value: PdfObject): PdfDict => new PdfDict(value instanceof PdfDict ? value : []);
  const listOf = (value: PdfObject): PdfObject[] => (Array.isArray(value) ? value : []);
  const first = dictOf(file.object(page));
  revision.set(page, first.set('Annots', [...listOf(file.resolve(first.get('Annots'))), widget]));
  const root = dictOf(file.object(file.rootRef));
  const form = dictOf(file.resolve(root.get('AcroForm')));
  const fields = [...listOf(file.resolve(form.get('Fields'))), widget];
  root.set('AcroForm', form.set('Fields', fields).set('SigFlags', 3));
  if (certifies) root.set('Perms', dict({ DocMDP: signature }));
  for (const [key, value] of Object.entries(catalog)) root.set(key, value);
  revision.set(file.rootRef, root);
  const written = writeRevision(pdf, revision.changed, { file });
  const cms = more.cms ?? ((digest) => signDigest(digest, key));
  return filled(joinFile([pdf, written.revision]), written.offsets.get(signature.num)!, cms);
}

async function filled(
  bytes: Uint8Array,
  at: number,
  cms: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reserved = `[0 ${unknown} ${unknown} ${unknown}]`;
  const start = text.indexOf('/Contents <', at, 'latin1') + '/Contents '.length;
  const end = start + room * 2 + 2;
  const range = `[0 ${start} ${end} ${bytes.length - end}`.padEnd(reserved.length - 1) + ']';
  text.write(range, text.indexOf(reserved, at, 'latin1'), 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end));
  text.write(Buffer.from(await cms(hash.digest())).toString('hex'), start + 1, 'latin1');
  return bytes;
}
