import { readFileSync } from 'node:fs';

/**
 * A new password must be long enough and hard to guess. There are no rules on character types, because they
 * lead to worse passwords (NIST SP 800-63B §5.1.1.2; ASVS 6.2.4).
 */
export const passwordLength = { least: 8, most: 200 };

export type PasswordProblem = {
  word: 'problem.passwordShort' | 'problem.passwordLong' | 'problem.passwordCommon' | 'problem.passwordOwn';
  count: number;
};

/**
 * Returns the problem with a new password, or undefined. `owner` contains the person's address and names, if
 * known.
 */
export function passwordProblem(
  password: string,
  owner: readonly string[] = [],
): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < passwordLength.least) return { word: 'problem.passwordShort', count: passwordLength.least };
  if (length > passwordLength.most) return { word: 'problem.passwordLong', count: passwordLength.most };
  const plain = password.normalize('NFKC').toLowerCase();
  if (common.has(plain) || isCommonAtHeart(plain) || isRow(plain))
    return { word: 'problem.passwordCommon', count: 0 };
  return isMadeOf(plain, owner) ? { word: 'problem.passwordOwn', count: 0 } : undefined;
}

const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'),
);

/** Common passwords without leading and trailing digits and symbols, such as 'welcome' for 'welcome1'. */
const commonWords: ReadonlySet<string> = new Set(
  Array.from(common, withoutEnds).filter((word) => word.length >= 5),
);

/**
 * Returns true if the password is a common one, or the word in one with at most four digits and symbols
 * around it.
 */
function isCommonAtHeart(plain: string): boolean {
  const word = withoutEnds(plain);
  return commonWords.has(word) && plain.length - word.length <= 4;
}

function withoutEnds(plain: string): string {
  return plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** Returns true for one or two repeated characters, or a sequence such as 23456789 or hgfedcba. */
function isRow(plain: string): boolean {
  const points = [...plain].map((character) => character.codePointAt(0)!);
  const steps = new Set(points.slice(1).map((point, index) => point - points[index]!));
  return new Set(points).size <= 2 || (steps.size === 1 && Math.abs([...steps][0]!) === 1);
}

/**
 * Returns true if the password is only the owner's address, part of it, a name, or our name, with fewer than
 * four other characters.
 */
function isMadeOf(plain: string, owner: readonly string[]): boolean {
  const bare = lettersOf(plain);
  const words = ['countersign', ...owner.flatMap((text) => [text, ...text.split(/[@.\s]/)])];
  return words.some((text) => {
    const word = lettersOf(text.normalize('NFKC').toLowerCase());
    return word.length >= 4 && bare.includes(word) && bare.length - word.length < 4;
  });
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
