import { canonicalJson } from './canonical.ts';
import type { EventData } from './event.ts';

/**
 * Name of the personal value with the facts about the file of a draft. They are salted, because an event outlasts the
 * file: without the salt, one of several files does not confirm a guess about another one.
 */
export const fileFacts = 'file';

/** Returns the facts about a file as a personal value. */
export const writeFileFacts = (facts: EventData): string => canonicalJson(facts);

/** Returns the facts about the file that an event states. Events before 2026-11-28 have them in their data. */
export function readFileFacts({
  data,
  personal,
}: {
  data: EventData;
  personal: Readonly<Record<string, string>>;
}): EventData {
  const text = personal[fileFacts];
  return text === undefined ? data : { ...data, ...(JSON.parse(text) as EventData) };
}
