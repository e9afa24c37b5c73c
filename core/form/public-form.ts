/** Hours for which the link works that confirms an address. */
export const hoursToConfirm = 48;

/** Mails that one address gets from all forms of this installation in a day, whoever asks for them. */
export const mailsToAddressADay = 3;

/** Bounds of the settings of a form. */
export const formBounds = { mostInAll: 100_000, mostAnHour: 500 } as const;

export type FormRules = {
  on: boolean;
  /** Documents that it makes; null: as many as the plan allows. */
  mostInAll: number | null;
  /** Times that it is asked in an hour, confirmed or not: each is a mail to somebody. */
  mostAnHour: number;
  /** ms UTC; null: none. */
  endsAt: number | null;
};
export type FormUse = { inAll: number; lastHour: number };

/** Whether a form takes one more now, and why not: it is closed, or only for the moment. */
export function formState(
  { on, mostInAll, mostAnHour, endsAt }: FormRules,
  { inAll, lastHour }: FormUse,
  now: number,
): 'open' | 'closed' | 'busy' {
  if (!on || (endsAt !== null && now >= endsAt)) return 'closed';
  if (mostInAll !== null && inAll >= mostInAll) return 'closed';
  return lastHour >= mostAnHour ? 'busy' : 'open';
}
