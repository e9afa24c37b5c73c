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
  // One entry per open mark: is it a layer's, and does it hide what is in it?
  const marks: { layer: boolean; hides: boolean }[] = [];
  let hidden = 0;
  scanContent(content, (operator) => {
    if (operator.name === 'BMC') marks.push({ layer: false, hides: false });
    else if (operator.name === 'BDC') {
      const mark = readMark(content, operator, resources, file, layers);
      marks.push(mark);
      if (mark.hides) hidden++;
      if (mark.layer) edits.push({ from: operator.start, to: operator.end, by: '' });
    } else if (operator.name === 'EMC') {
      const mark = marks.pop();
      if (mark?.hides === true) hidden--;
      if (mark?.layer === true) edits.push({ from: operator.start, to: operator.end, by: '' });
    } else if (hidden > 0) {
      const by = PAINTING.get(operator.name);
      if (by !== undefined) edits.push({ from: operator.start, to: operator.end, by });
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

function readMark(
  content: Uint8Array,
  operator: Operator,
  resources: PdfDict | undefined,
  file: SourceFile,
  layers: Layers,
): { layer: boolean; hides: boolean } {
  const lexer = new Lexer(content, operator.start, operator.at);
  const tag = lexer.next();
  if (!(tag instanceof PdfName) || tag.value !== 'OC') return { layer: false, hides: false };
  const named = readObject(lexer, lexer.next(), 0);
  const properties = resources === undefined ? undefined : file.dictAt(resources, 'Properties');
  if (!(named instanceof PdfName) || properties === undefined) return { layer: true, hides: false };
  return { layer: true, hides: !layers.isVisible(properties.get(named.value)) };
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
