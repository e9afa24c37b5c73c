import type { RecordedEvent } from '../../records/trail/trail-store.ts';

/**
 * Returns the values that the visitor of a public form entered in the Word file's placeholders, by name. A
 * value is undefined if the person was erased.
 */
export function enteredInForm(
  events: readonly RecordedEvent[],
): { recipientId: string; values: ReadonlyMap<string, string | undefined> } | undefined {
  const answered = events.find(({ type, event }) => type === 'form_answered' && event.data['entered']);
  if (!answered) return undefined;
  const { recipientId, entered } = answered.event.data;
  const kept = answered.personal['enteredValues'];
  const values = (kept === undefined ? {} : JSON.parse(kept)) as Record<string, string>;
  const names = String(entered).split(', ');
  return { recipientId: String(recipientId), values: new Map(names.map((name) => [name, values[name]])) };
}
