import { visibleLength } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Failed attempts for one code before it is locked (S-14). A new one-time code or access code unlocks it. */
export const codeTries = 5;
/**
 * Failed one-time codes of one recipient, counted over all codes until a correct one. Beyond this the sender
 * has to help (S-14).
 */
export const mailCodeTries = 15;
/** Lifetime of a one-time code in ms. */
export const mailCodeLifetime = 15 * 60_000;
/** One-time codes that a recipient can request per hour, and the minimum interval between two in ms. */
export const mailCodesAnHour = 5;
export const mailCodeGap = 30_000;
/** Lifetime in ms of a link opened with the correct codes in one browser. */
export const gateLifetime = 12 * 3_600_000;
const accessCodeLength = { least: 4, most: 64 } as const;

/** Returns true if a one-time code requested at that time is still valid. */
export function isMailCodeFresh({ mailCodeAt }: { mailCodeAt: Date | null }, now: number): boolean {
  return mailCodeAt !== null && mailCodeAt.getTime() + mailCodeLifetime > now;
}

/**
 * Normalizes a code for comparison. Codes are typed on phones or dictated, so case and spaces are ignored.
 */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s+/gu, '').toUpperCase();
}

export function checkAccessCode(code: string): Refusal | undefined {
  const { length } = plainCode(code);
  // A code of invisible characters is useless: the recipient could not read it.
  return visibleLength(code) < accessCodeLength.least ||
    length < accessCodeLength.least ||
    length > accessCodeLength.most
    ? refuse('access-code-invalid', 'An access code needs 4 to 64 letters and digits.')
    : undefined;
}

/**
 * Decides whether another code may be emailed. `sent`: times of the codes of the last hour in ms UTC, newest
 * first.
 */
export function decideMailCode(sent: readonly number[], now: number): Refusal | undefined {
  const [newest] = sent;
  if (newest !== undefined && newest + mailCodeGap > now) {
    return refuse('too-many-requests', 'We just sent you a code. Check your email first.');
  }
  return sent.length >= mailCodesAnHour
    ? refuse(
        'too-many-requests',
        'We sent you several codes within the last hour. Wait a while and try again.',
      )
    : undefined;
}

/** Returns true if a code of a recipient is locked, so that even the correct one is refused. */
export function isLocked(tries: {
  accessCodeTries: number;
  mailCodeTries: number;
  mailCodeWrong: number;
}): boolean {
  const { accessCodeTries: access, mailCodeTries: mail, mailCodeWrong: all } = tries;
  return access >= codeTries || mail >= codeTries || all >= mailCodeTries;
}

export type Challenge = { wrongTries: number; right: boolean };

/**
 * Decides the outcome of entering a code. The last failed attempt locks it; a locked code stays locked even
 * if the entry is correct.
 */
export function decideCode({
  wrongTries,
  right,
}: Challenge): 'passed' | 'wrong' | 'locked' | 'already-locked' {
  if (wrongTries >= codeTries) return 'already-locked';
  if (right) return 'passed';
  return wrongTries + 1 >= codeTries ? 'locked' : 'wrong';
}
