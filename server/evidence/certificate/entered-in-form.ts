import type { RecordedEvent } from '../../records/trail/trail-store.ts';

/**
 * Returns the values that the visitor of a public form entered in the Word file's placeholders, by name. A
 * value is undefined if the person was erased.
 */
export function enteredInForm(
  events: readonly RecordedEvent[],
): { answered: RecordedEvent; values: ReadonlyMap<string, string | undefined> } | undefined {
  const answered = events.find(({ type, event }) => type === 'form_answered' && event.data['entered']);
  if (!answered) return undefined;
  const { entered } = answered.event.data;
  const kept = answered.personal['enteredValues'];
  const values = (kept === undefined ? {} : JSON.parse(kept)) as Record<string, string>;
  const names = String(entered).split(', ');
  return { answered, values: new Map(names.map((name) => [name, values[name]])) };
}
