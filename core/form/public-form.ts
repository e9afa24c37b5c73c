/** Hours for which an email confirmation link is valid. */
export const hoursToConfirm = 48;

/** Maximum emails per day that one address receives from all forms of this installation. */
export const mailsToAddressADay = 3;

/** Maximum values of a form's settings. */
export const formBounds = { maxTotal: 100_000, maxPerHour: 500 } as const;

export type FormRules = {
  on: boolean;
  /** Maximum number of documents that the form creates; null for as many as the plan allows. */
  maxTotal: number | null;
  /** Maximum submissions per hour, whether confirmed or not, because each one sends an email. */
  maxPerHour: number;
  /** End of the form in ms UTC; null for none. */
  endsAt: number | null;
};
export type FormUse = { inAll: number; lastHour: number };

/**
 * Returns whether a form accepts another submission (`open`), has ended (`closed`) or has reached its hourly
 * limit (`busy`).
 */
export function formState(
  { on, maxTotal, maxPerHour, endsAt }: FormRules,
  { inAll, lastHour }: FormUse,
  now: number,
): 'open' | 'closed' | 'busy' {
  if (!on || (endsAt !== null && now >= endsAt)) return 'closed';
  if (maxTotal !== null && inAll >= maxTotal) return 'closed';
  return lastHour >= maxPerHour ? 'busy' : 'open';
}
