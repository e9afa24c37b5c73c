import { canonicalJson } from './canonical.ts';
import type { EventData } from './event.ts';

/**
 * Name of the personal value that contains facts about a draft's file. An event outlasts its file, so the facts
 * are salted. Without the salt, one of several files does not confirm a guess about another.
 */
export const fileFacts = 'file';

/** Returns the facts about a file in the form of a personal value. */
export const writeFileFacts = (facts: EventData): string => canonicalJson(facts);

/** Returns the facts about the file in an event. Events before 2026-11-28 have them in `data`. */
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
