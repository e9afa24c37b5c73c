import { itemsOf, readObjects, readPages } from './read-objects.ts';
import { MalformedPdf } from './read-value.ts';
import type { PdfValue } from './read-value.ts';

export type Addition = {
  readonly kind:
    /** Bytes that no PDF reader takes for a part of the document. */
    | 'loose-bytes'
    | 'signed-again'
    /** The pages, or how they are built. */
    | 'pages-changed'
    | 'notes-added'
    /** The catalog: forms, attachments, how the file opens. */
    | 'document-changed'
    | 'title-changed'
    /** Written in a packed form that is not looked into. */
    | 'packed'
    | 'objects-added';
  /** Pages from 1, where they can be told; else empty. */
  readonly pages: readonly number[];
};

/** Longer objects are looked at by their beginning. Characters. */
const longestLook = 16_384;

/**
 * Names what stands behind the sealed bytes, for people: `sealedLength` bytes are an intact sealed file. A guess
 * from what a reader would take for objects; nothing rests on it but words, for the file is refused anyway.
 */
export function describeAdditions(bytes: Uint8Array, sealedLength: number): Addition[] {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(sealedLength));
  const objects = [...tail.matchAll(/(?:^|[\r\n ])(\d{1,10}) \d{1,5} obj\b/g)].map((found) => {
    const from = found.index + found[0].length;
    const text = tail.slice(from, from + longestLook);
    const end = text.search(/\bstream\r?\n|\bendobj\b/);
    return { num: Number(found[1]), text: end < 0 ? text : text.slice(0, end) };
  });
  if (objects.length === 0) return [{ kind: 'loose-bytes', pages: [] }];
  const roles = rolesIn(bytes.subarray(0, sealedLength));
  const found = new Map<Addition['kind'], Set<number>>();
  for (const { num, text } of objects) {
    const role = roles.get(num);
    const kind = kindOf(text, role);
    const pages = found.get(kind) ?? found.set(kind, new Set()).get(kind)!;
    if (typeof role === 'number') pages.add(role);
  }
  if (found.size > 1) found.delete('objects-added');
  return [...found].map(([kind, pages]) => ({ kind, pages: [...pages].sort((one, other) => one - other) }));
}

type Role = number | 'catalog' | 'info';

function kindOf(text: string, role: Role | undefined): Addition['kind'] {
  if (/\/ByteRange\b|\/Type\s*\/(Sig|DocTimeStamp)\b/.test(text)) return 'signed-again';
  if (/\/Type\s*\/(ObjStm|XRef)\b/.test(text)) return 'packed';
  if (/\/Subtype\s*\/Widget\b/.test(text)) return 'document-changed';
  if (/\/Type\s*\/Annot\b|\/Subtype\s*\/(Text|FreeText|Highlight|Ink|Stamp|Link|Square|Line)\b/.test(text)) {
    return 'notes-added';
  }
  if (typeof role === 'number') return 'pages-changed';
  if (role === 'info' || /\/Type\s*\/Metadata\b|\/(Title|Author|ModDate)\s*[(<]/.test(text)) {
    return 'title-changed';
  }
  return role === 'catalog' ? 'document-changed' : 'objects-added';
}

/** The part that each object of the sealed file has: a page, or a drawing on it, by the page's number. */
function rolesIn(sealed: Uint8Array): Map<number, Role> {
  const roles = new Map<number, Role>();
  try {
    const objects = readObjects(sealed);
    const note = (value: PdfValue | undefined, role: Role) => {
      if (value?.kind === 'ref') roles.set(value.num, role);
    };
    readPages(objects).forEach(({ num, page }, index) => {
      roles.set(num, index + 1);
      const contents = page.get('Contents');
      note(contents, index + 1);
      for (const part of itemsOf(objects.resolve(contents))) note(part, index + 1);
      for (const annotation of itemsOf(objects.resolve(page.get('Annots')))) note(annotation, index + 1);
    });
    note(objects.trailer.get('Root'), 'catalog');
    note(objects.trailer.get('Info'), 'info');
  } catch (error) {
    if (!(error instanceof MalformedPdf)) throw error;
  }
  return roles;
}
