import { visibleLength } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Wrong tries of one code before it is locked (S-14). A new one-time code, or a new access code, opens it again. */
export const codeTries = 5;
/** Wrong one-time codes of one recipient, over all codes, until a right one: then the sender has to help (S-14). */
export const mailCodeTries = 15;
/** How long a one-time code is good for, in ms. */
export const mailCodeLifetime = 15 * 60_000;
/** One-time codes that a recipient can ask for in an hour, and the least time between two, in ms. */
export const mailCodesAnHour = 5;
export const mailCodeGap = 30_000;
/** How long the right codes keep a link open in one browser, in ms. */
export const gateLifetime = 12 * 3_600_000;
const accessCodeLength = { least: 4, most: 64 } as const;

/** Whether a one-time code that was asked for then is still good. */
export function isMailCodeFresh({ mailCodeAt }: { mailCodeAt: Date | null }, now: number): boolean {
  return mailCodeAt !== null && mailCodeAt.getTime() + mailCodeLifetime > now;
}

/** The code as it is compared: typed on a phone, told over one, so that case and spaces do not matter. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s+/gu, '').toUpperCase();
}

export function checkAccessCode(code: string): Refusal | undefined {
  const { length } = plainCode(code);
  // A code of invisible characters protects nothing: the recipient could not read it.
  return visibleLength(code) < accessCodeLength.least ||
    length < accessCodeLength.least ||
    length > accessCodeLength.most
    ? refuse('access-code-invalid', 'An access code has from 4 to 64 letters and digits.')
    : undefined;
}

/** Whether another code may be mailed. `sent`: when the ones of the last hour were, ms UTC, the newest first. */
export function decideMailCode(sent: readonly number[], now: number): Refusal | undefined {
  const [newest] = sent;
  if (newest !== undefined && newest + mailCodeGap > now) {
    return refuse('too-many-requests', 'A code was sent to you just now. Look into your mailbox first.');
  }
  return sent.length >= mailCodesAnHour
    ? refuse(
        'too-many-requests',
        'Several codes were sent to you within the hour. Wait a while and try again.',
      )
    : undefined;
}

/** Whether a code of a recipient is locked, so that no right one opens it. */
export function isLocked(tries: {
  accessCodeTries: number;
  mailCodeTries: number;
  mailCodeWrong: number;
}): boolean {
  const { accessCodeTries: access, mailCodeTries: mail, mailCodeWrong: all } = tries;
  return access >= codeTries || mail >= codeTries || all >= mailCodeTries;
}

export type Challenge = { wrongTries: number; right: boolean };

/** The outcome of entering a code. The last wrong try locks it; a right code on a locked one does not open it. */
export function decideCode({
  wrongTries,
  right,
}: Challenge): 'passed' | 'wrong' | 'locked' | 'already-locked' {
  if (wrongTries >= codeTries) return 'already-locked';
  if (right) return 'passed';
  return wrongTries + 1 >= codeTries ? 'locked' : 'wrong';
}
