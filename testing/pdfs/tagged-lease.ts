import { dict, name, ref } from '#pdf/objects/objects.ts';
import type { PdfObject } from '#pdf/objects/objects.ts';
import { makePdf } from './make-pdf.ts';

/** Valid encodings of a parent tree. */
export const treesOfParents = {
  'flat tree of parents': { Nums: [0, ref(1003)] },
  'parents listed in place': { Nums: [0, [ref(1002)]] },
  'tree of parents in leaves': { Kids: [ref(1004)] },
} satisfies Record<string, Record<string, PdfObject>>;

/** Returns a file with the structure Catalog → Document → P, where P is the page's only line. */
export function taggedLease(
  parents: Record<string, PdfObject> = treesOfParents['flat tree of parents'],
  nextKey = 1,
): Uint8Array {
  return makePdf({
    pages: [
      {
        content: '/P <</MCID 0>> BDC BT /F1 12 Tf 50 700 Td (Quay lease agreement) Tj ET EMC',
        entries: { StructParents: 0 },
      },
    ],
    catalog: { MarkInfo: dict({ Marked: true }), StructTreeRoot: ref(1000) },
    objects: {
      1000: dict({
        Type: name('StructTreeRoot'),
        K: ref(1001),
        ParentTree: dict(parents),
        ParentTreeNextKey: nextKey,
      }),
      1001: dict({ Type: name('StructElem'), S: name('Document'), P: ref(1000), K: ref(1002) }),
      1002: dict({ Type: name('StructElem'), S: name('P'), P: ref(1001), Pg: ref(11), K: 0 }),
      1003: [ref(1002)],
      1004: dict({ Limits: [0, 0], Nums: [0, ref(1003)] }),
    },
  });
}
