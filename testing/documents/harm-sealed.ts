import { canonicalJson } from '#core/trail/canonical.ts';
import { dict, PdfDict, PdfName, PdfRef, PdfStream, textString } from '#pdf/objects/objects.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { appendRevision } from '#pdf/stamp/append-revision.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { flipSignature, p256Order, reencodeSeal } from '#testing/pki/respell-seal.ts';
import type { LeaseEvidence } from './sealed-lease.ts';

/* Mallory's changes to a sealed file, with and without the sealing key. */

export function joined(bytes: Uint8Array, tail: string): Uint8Array {
  return Buffer.concat([bytes, Buffer.from(tail)]);
}

export function flip(bytes: Uint8Array, word: string): Uint8Array {
  const changed = Buffer.from(bytes);
  const place = changed.indexOf(word);
  if (place < 0) throw new Error(`${word} is not in the file`);
  changed[place + word.length - 1]! ^= 1;
  return changed;
}

/** Flips a byte in the middle of the last stream of this type. */
export function flipStream(bytes: Uint8Array, type: string): Uint8Array {
  const changed = Buffer.from(bytes);
  const begin = changed.toString('latin1').search(new RegExp(`/${type}\\b`));
  const start = changed.indexOf('stream\n', begin) + 7;
  changed[Math.floor((start + changed.indexOf('endstream', start)) / 2)]! ^= 0x10;
  return changed;
}

function firstPage(bytes: Uint8Array): { num: number; page: PdfDict; size: number } {
  const file = openPdf(bytes);
  const catalog = file.object(file.rootRef);
  const pages = catalog instanceof PdfDict ? file.resolve(catalog.get('Pages')) : null;
  const kids = pages instanceof PdfDict ? pages.get('Kids') : null;
  const [kid] = Array.isArray(kids) ? kids : [];
  if (!(kid instanceof PdfRef)) throw new Error('no page');
  const page = file.object(kid);
  if (!(page instanceof PdfDict)) throw new Error('no page');
  return { num: kid.num, page, size: file.size };
}

export function addNote(bytes: Uint8Array): Uint8Array {
  const { num, page, size } = firstPage(bytes);
  const note = dict({
    Type: new PdfName('Annot'),
    Subtype: new PdfName('FreeText'),
    Rect: [72, 72, 200, 100],
    Contents: textString('and a car'),
  });
  const entries = new PdfDict([...page.entries(), ['Annots', [new PdfRef(size)]]]);
  return appendRevision(
    bytes,
    new Map<number, PdfDict>([
      [num, entries],
      [size, note],
    ]),
  );
}

export function replaceText(bytes: Uint8Array): Uint8Array {
  const { page } = firstPage(bytes);
  const contents = page.get('Contents');
  const [first] = Array.isArray(contents) ? contents : [contents];
  if (!(first instanceof PdfRef)) throw new Error('no content');
  return appendRevision(bytes, new Map([[first.num, new PdfStream(new PdfDict(), Buffer.from('q Q'))]]));
}

export function retitle(bytes: Uint8Array): Uint8Array {
  const { size } = openPdf(bytes);
  const info = new Map([[size, dict({ Title: textString('Sale') })]]);
  return appendRevision(bytes, info, { trailer: dict({ Info: new PdfRef(size) }) });
}

export function signAgain(bytes: Uint8Array): Uint8Array {
  const { size } = openPdf(bytes);
  const again = dict({ Type: new PdfName('Sig'), ByteRange: [0, 10, 20, 30], Contents: textString('x') });
  return appendRevision(bytes, new Map([[size, again]]));
}

export function otherS(bytes: Uint8Array): Uint8Array {
  return reencodeSeal(bytes, ({ signature }) => ({ signature: flipSignature(signature, p256Order) }));
}

type Body = { type: string; data: Record<string, unknown> };

/**
 * Removes the events of one type, or changes data, and rebuilds the whole chain, so that all hashes and the
 * head match.
 */
export function rewrite(
  all: LeaseEvidence,
  type: string,
  change?: (data: Body['data']) => Body['data'],
): void {
  let prev = '0'.repeat(64);
  const bodies = all.events.map((one) => ({ one, body: JSON.parse(one.body) as Body }));
  const kept = bodies.filter(({ body }) => change !== undefined || body.type !== type);
  all.events = kept.map(({ one, body }, index) => {
    const data = change && body.type === type ? change(body.data) : body.data;
    const text = canonicalJson({ ...body, data, seq: index + 1, prev } as never);
    prev = sha256(`\u0000${text}`);
    return { ...one, body: text, hash: prev };
  });
  all.chainHead = prev;
}
