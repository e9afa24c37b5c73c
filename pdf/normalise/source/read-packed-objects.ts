import { Lexer } from '../../objects/lexer.ts';
import type { PdfObject, PdfStream } from '../../objects/objects.ts';
import { readObject } from '../../objects/parse-object.ts';
import { decodeStream } from './decode-stream.ts';
import type { Resolve } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';

/**
 * Returns the objects inside an object stream (§7.5.7) by number. If a number occurs several times, the first
 * object is used.
 */
export function readPackedObjects(
  container: PdfStream,
  resolve: Resolve,
  budget: InflateBudget,
): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const data = decodeStream(container, resolve, budget);
  const first = resolve(container.dict.get('First'));
  const count = resolve(container.dict.get('N'));
  if (data === undefined || typeof first !== 'number' || typeof count !== 'number') return objects;
  const header = new Lexer(data, 0, Math.min(first, data.length));
  for (let i = 0; i < count; i++) {
    const num = header.next();
    const offset = header.next();
    if (typeof num !== 'number' || typeof offset !== 'number') break;
    const lexer = new Lexer(data, first + offset);
    const value = readObject(lexer, lexer.next(), 0);
    if (!objects.has(num)) objects.set(num, value ?? null);
  }
  return objects;
}
