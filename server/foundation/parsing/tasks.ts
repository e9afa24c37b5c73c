import { createHash } from 'node:crypto';
import { isModestJson } from '#core/json/is-modest.ts';
import { readCsv, type CsvFile } from '#core/csv/read-csv.ts';
import { emptyBlankTexts } from '../http/input/blank-texts.ts';
import { characterRefusal } from '../http/input/refuse-characters.ts';
import type { ReadBody, ReadsBody } from '../http/read-json.ts';

/**
 * Returns true if an object has a key that would set the prototype of an object it is merged into. Fastify's
 * parser refuses the same keys in small bodies.
 */
function setsPrototype(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (Object.hasOwn(part, '__proto__')) return true;
    if (Object.hasOwn(part, 'constructor') && isObject((part as { constructor: unknown }).constructor)) {
      if (Object.hasOwn((part as { constructor: object }).constructor, 'prototype')) return true;
    }
    for (const one of Object.values(part)) open.push(one);
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Tasks on text from users, by name. Each is a pure function. */
export const parsingTasks = {
  csv: ({ source, ...limits }: { source: string; maxRows: number; maxCells: number }): CsvFile =>
    readCsv(source, limits),
  /**
   * `value` is missing if the text is not JSON or has more values than any export. The result is wrapped, so
   * that user text cannot be mistaken for a refusal.
   */
  json: ({ source }: { source: string }): { value?: unknown } => {
    if (!isModestJson(source)) return {};
    try {
      return { value: JSON.parse(source) as unknown };
    } catch {
      return {};
    }
  },
  /**
   * Parses a request body and empties its invisible texts, which takes long for a text of several megabytes.
   */
  body: ({ bytes, most, withDigest }: Parameters<ReadsBody>[0]): ReadBody => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (!isModestJson(text, most)) return { problem: 'values' };
    try {
      const parsed: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
      if (setsPrototype(parsed)) return { problem: 'syntax' };
      // The text remains unparsed, so the main thread refuses it.
      const isRefused = characterRefusal({ body: parsed, query: undefined, params: undefined }) !== undefined;
      const value = isRefused ? parsed : emptyBlankTexts(parsed);
      return withDigest ? { value, digest: createHash('sha256').update(bytes).digest('hex') } : { value };
    } catch {
      return { problem: 'syntax' };
    }
  },
};
export type ParsingTasks = typeof parsingTasks;
export type ParsingTask = keyof ParsingTasks;
