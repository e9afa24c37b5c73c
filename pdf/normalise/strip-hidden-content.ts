import { latin1Bytes, PdfName } from '../objects/objects.ts';
import type { PdfDict } from '../objects/objects.ts';
import { Lexer } from '../objects/lexer.ts';
import { readObject } from '../objects/parse-object.ts';
import type { Layers } from './layers.ts';
import { scanContent } from './scan-content.ts';
import type { Operator } from './scan-content.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Decoded content without what layers hide, and without the layer marks themselves (P-04); undefined when it has no
 * such marks. Hidden drawing goes, changes of the graphics state stay, as viewers do it.
 */
export function stripHidden(
  content: Uint8Array,
  resources: PdfDict | undefined,
  file: SourceFile,
  layers: Layers,
): Uint8Array | undefined {
  if (!Buffer.from(content.buffer, content.byteOffset, content.length).includes('/OC')) return undefined;
  const edits: { from: number; to: number; by: string }[] = [];
  // One entry per open mark: is it a layer's, and does it hide what is in it, on the screen and on paper?
  const marks: Mark[] = [];
  let hidden = 0;
  let unprinted = 0;
  scanContent(content, (operator) => {
    if (operator.name === 'BMC') marks.push(noLayer);
    else if (operator.name === 'BDC') {
      const mark = readMark(content, operator, resources, file, layers);
      marks.push(mark);
      if (mark.hides) hidden++;
      if (!mark.prints) unprinted++;
      if (mark.layer) edits.push({ from: operator.start, to: operator.end, by: '' });
    } else if (operator.name === 'EMC') {
      const mark = marks.pop();
      if (mark?.hides === true) hidden--;
      if (mark?.prints === false) unprinted--;
      if (mark?.layer === true) edits.push({ from: operator.start, to: operator.end, by: '' });
    } else if (hidden > 0 || unprinted > 0) {
      const by = PAINTING.get(operator.name);
      if (by === undefined) return;
      layers.noteInk({ shown: hidden === 0, printed: unprinted === 0 });
      if (hidden > 0) edits.push({ from: operator.start, to: operator.end, by });
    }
  });
  return edits.length === 0 ? undefined : applyEdits(content, edits);
}

/** Stands in the place of an operator that paints: a path is ended all the same, a line is moved on. */
const PAINTING = new Map([
  ...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((operator) => [operator, 'n'] as const),
  ...['Do', 'sh', 'BI', 'Tj', 'TJ'].map((operator) => [operator, ''] as const),
  ...["'", '"'].map((operator) => [operator, 'T*'] as const),
]);

type Mark = { layer: boolean; hides: boolean; prints: boolean };

const noLayer: Mark = { layer: false, hides: false, prints: true };

function readMark(
  content: Uint8Array,
  operator: Operator,
  resources: PdfDict | undefined,
  file: SourceFile,
  layers: Layers,
): Mark {
  const lexer = new Lexer(content, operator.start, operator.at);
  const tag = lexer.next();
  if (!(tag instanceof PdfName) || tag.value !== 'OC') return noLayer;
  const named = readObject(lexer, lexer.next(), 0);
  const properties = resources === undefined ? undefined : file.dictAt(resources, 'Properties');
  if (!(named instanceof PdfName) || properties === undefined)
    return { layer: true, hides: false, prints: true };
  const membership = properties.get(named.value);
  return { layer: true, hides: !layers.isVisible(membership), prints: layers.isPrinted(membership) };
}

function applyEdits(content: Uint8Array, edits: { from: number; to: number; by: string }[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, by } of edits) {
    parts.push(content.subarray(at, from), latin1Bytes(by));
    at = to;
  }
  parts.push(content.subarray(at));
  return Uint8Array.from(Buffer.concat(parts));
}
