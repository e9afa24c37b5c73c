import { visibleLength } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * Maximum number of failed attempts before a code is locked (S-14). A new one-time code or access code unlocks
 * it.
 */
export const codeTries = 5;
/**
 * Maximum number of failed one-time codes per recipient, counted across codes until a correct one is entered.
 * After that, the sender has to help (S-14).
 */
export const mailCodeTries = 15;
/** Lifetime of a one-time code in ms. */
export const mailCodeLifetime = 15 * 60_000;
/**
 * Maximum number of one-time codes that a recipient can request per hour. `mailCodeGap` is the minimum time in
 * ms between two requests.
 */
export const mailCodesAnHour = 5;
export const mailCodeGap = 30_000;
/** Time in ms for which a link remains unlocked in a browser after the correct codes were entered. */
export const gateLifetime = 12 * 3_600_000;
const accessCodeLength = { least: 4, most: 64 } as const;

/** Returns true if a one-time code that was requested at this time is still valid. */
export function isMailCodeFresh({ mailCodeAt }: { mailCodeAt: Date | null }, now: number): boolean {
  return mailCodeAt !== null && mailCodeAt.getTime() + mailCodeLifetime > now;
}

/** Normalizes a code for comparison. Codes are dictated or typed on phones, so case and spaces are ignored. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s+/gu, '').toUpperCase();
}

export function checkAccessCode(code: string): Refusal | undefined {
  const { length } = plainCode(code);
  // A code of invisible characters is useless, because the recipient could not read it.
  return visibleLength(code) < accessCodeLength.least ||
    length < accessCodeLength.least ||
    length > accessCodeLength.most
    ? refuse('access-code-invalid', 'An access code needs 4 to 64 letters and digits.')
    : undefined;
}

/**
 * Decides whether another code may be emailed. `sent` contains the times (ms UTC) of the codes sent in the last
 * hour, newest first.
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

/** Returns true if a recipient's code is locked. Even the correct code is then refused. */
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
 * Decides the outcome of entering a code. The last allowed failure locks the code, and a locked code is refused
 * even if it is entered correctly.
 */
export function decideCode({
  wrongTries,
  right,
}: Challenge): 'passed' | 'wrong' | 'locked' | 'already-locked' {
  if (wrongTries >= codeTries) return 'already-locked';
  if (right) return 'passed';
  return wrongTries + 1 >= codeTries ? 'locked' : 'wrong';
}
