import { wholeDay } from '../parts/format.ts';

/** Events that no person caused and that need no action. They are collapsed by default. */
const quietTypes: ReadonlySet<string> = new Set([
  'mail_accepted',
  'mail_written',
  'invitation_issued',
  'consent_given',
  'all_signed',
]);

export const isQuiet = ({ type }: { type: string }): boolean => quietTypes.has(type);

/** Groups events by the reader's day, in order. `now` is in ms UTC. */
export function daysOf<Event extends { occurredAt: string }>(
  events: readonly Event[],
  now: number,
): { day: string; events: Event[] }[] {
  const days: { day: string; events: Event[] }[] = [];
  for (const event of events) {
    const day = wholeDay(event.occurredAt, now);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

/** Groups consecutive quiet events. All other events are listed separately. */
export function runsOf<Event extends { type: string }>(
  events: readonly Event[],
  mayFold: (event: Event) => boolean = () => true,
): Event[][] {
  const runs: Event[][] = [];
  const folds = (event: Event | undefined) => event !== undefined && isQuiet(event) && mayFold(event);
  for (const event of events) {
    const last = runs.at(-1);
    if (last && folds(last[0]) && folds(event)) last.push(event);
    else runs.push([event]);
  }
  return runs;
}
