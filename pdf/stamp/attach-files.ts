import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  PdfDict,
  PdfString,
  dict,
  name,
  stream,
  textString,
  type PdfObject,
  type PdfRef,
} from '../objects/objects.ts';
import type { Workshop } from './workshop.ts';
import type { Attachment } from './composition.ts';

/** A file embedded in the PDF. */
/**
 * Embeds files, lists them under /Names and associates them with the document through /AF (7.11.4 and 14.13).
 */
export function attachFiles({ revision, catalog }: Workshop, attachments: readonly Attachment[]): void {
  if (attachments.length === 0) return;
  const { resolve } = revision.file;
  const specs = attachments.map((attachment): [string, PdfRef] => [
    attachment.name,
    revision.add(fileSpecification(attachment, revision.add)),
  ]);
  const names = new PdfDict(dictOr(resolve(catalog.get('Names'))));
  const kept = listNames(names.get('EmbeddedFiles'), resolve);
  const added = specs.map(([fileName, target]): [PdfString, PdfObject] => [textString(fileName), target]);
  const sorted = [...kept, ...added].sort(([a], [b]) => Buffer.compare(a.bytes, b.bytes));
  names.set('EmbeddedFiles', dict({ Names: sorted.flat() }));
  catalog.set('Names', names);
  const related = resolve(catalog.get('AF'));
  catalog.set('AF', [...(Array.isArray(related) ? related : []), ...specs.map(([, target]) => target)]);
}

function fileSpecification(
  { name: fileName, mediaType, description, bytes, relationship }: Attachment,
  add: (value: PdfObject) => PdfRef,
): PdfDict {
  const embedded = add(
    stream(
      {
        Type: name('EmbeddedFile'),
        Subtype: name(mediaType),
        Filter: name('FlateDecode'),
        Params: dict({
          Size: bytes.length,
          // The format requires MD5 to detect damage. The seal protects the bytes.
          CheckSum: new PdfString(createHash('md5').update(bytes).digest(), true),
        }),
      },
      deflateSync(bytes),
    ),
  );
  return dict({
    Type: name('Filespec'),
    F: textString(fileName),
    UF: textString(fileName),
    Desc: textString(description),
    AFRelationship: name(relationship),
    EF: dict({ F: embedded, UF: embedded }),
  });
}

/** Returns all pairs of a name tree (7.9.6). */
function listNames(
  top: PdfObject | undefined,
  resolve: (value: PdfObject | undefined) => PdfObject,
  level = 0,
): [PdfString, PdfObject][] {
  const node = dictOr(resolve(top));
  const pairs: [PdfString, PdfObject][] = [];
  const leaves = resolve(node.get('Names'));
  if (Array.isArray(leaves)) {
    for (let i = 0; i + 1 < leaves.length; i += 2) {
      const key = resolve(leaves[i]);
      if (key instanceof PdfString) pairs.push([key, leaves[i + 1] ?? null]);
    }
  }
  const kids = resolve(node.get('Kids'));
  if (Array.isArray(kids) && level < 16) {
    for (const kid of kids) pairs.push(...listNames(kid, resolve, level + 1));
  }
  return pairs;
}

const dictOr = (value: PdfObject): PdfDict => (value instanceof PdfDict ? value : new PdfDict());
