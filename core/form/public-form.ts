/** Hours for which the confirmation link of an address is valid. */
export const hoursToConfirm = 48;

/** Emails per day that one address receives from all forms of this installation, regardless of who requests them. */
export const mailsToAddressADay = 3;

/** Limits for the settings of a form. */
export const formBounds = { maxTotal: 100_000, maxPerHour: 500 } as const;

export type FormRules = {
  on: boolean;
  /** Maximum number of documents the form creates; null for as many as the plan allows. */
  maxTotal: number | null;
  /** Maximum submissions per hour, confirmed or not: each one sends an email. */
  maxPerHour: number;
  /** ms UTC; null for no end. */
  endsAt: number | null;
};
export type FormUse = { inAll: number; lastHour: number };

/** Decides whether a form accepts another submission, and if not, whether it is closed or only paused. */
export function formState(
  { on, maxTotal, maxPerHour, endsAt }: FormRules,
  { inAll, lastHour }: FormUse,
  now: number,
): 'open' | 'closed' | 'busy' {
  if (!on || (endsAt !== null && now >= endsAt)) return 'closed';
  if (maxTotal !== null && inAll >= maxTotal) return 'closed';
  return lastHour >= maxPerHour ? 'busy' : 'open';
}
