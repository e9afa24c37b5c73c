import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { resembles } from '../brand/look-alike.ts';
import { containsWebAddress } from '../language/defang.ts';

/** Codes for why a text cannot be a person's name or title. */
export type NameProblem = 'control' | 'invisible' | 'web-address' | 'service-like';

/** Names of the product. Callers that know the settings add the operator's name. */
export const productNames = ['Countersign'] as const;

/**
 * Returns why a text cannot be a person's name or title. This one rule applies to profiles, sign-up, recipients,
 * contacts, form visitors and sign-on claims. Names are printed in mail headers, on the signing page and on the
 * certificate. Therefore hidden characters must not make two different names look alike, and no name may imitate
 * the service (S-17). The caller decides whether a name may be empty.
 */
export function nameProblem(
  text: string,
  serviceNames: readonly string[] = productNames,
): NameProblem | undefined {
  if (/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u.test(text)) return 'control';
  if (hasHidden(text)) return 'invisible';
  if (containsWebAddress(text)) return 'web-address';
  return resembles(text, serviceNames) ? 'service-like' : undefined;
}

/** Returns the refusal of a name. `subject` begins the sentence, such as ‘The name of ada@…’. */
export function refuseName(code: RefusalCode, subject: string, problem: NameProblem): Refusal {
  return refuse(code, `${subject} ${sentences[problem]}`);
}

const sentences: Record<NameProblem, string> = {
  control: 'contains a line break or a control character. Type it again.',
  invisible:
    'contains an invisible character, or one that reverses the text. Type it again instead of pasting it.',
  'web-address': 'contains a web address. Type the name alone.',
  'service-like': 'looks like a name of this service. Use the person’s own name.',
};

/**
 * Cleans a name from another system, where a refusal would lock the person out. Removes what `nameProblem`
 * refuses. A name that imitates the service becomes empty, so that the address is shown instead.
 */
export function cleanName(text: string, serviceNames: readonly string[] = productNames): string {
  const plain = Array.from(text.normalize('NFC').replaceAll(/[\p{Cc}\p{Co}\p{Cn}\u2028\u2029]+/gu, ' '))
    .filter((_, at, all) => !isHidden(all, at))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return nameProblem(plain, serviceNames) === undefined ? plain : '';
}

const hasHidden = (text: string): boolean =>
  Array.from(text).some((_, at, all) => isHidden(all, at)) || manyMarks.test(text);

/** Modern scripts use at most four tone and vowel marks per letter. More would cover adjacent lines. */
const manyMarks = /\p{M}{5,}/u;

/** Matches default ignorable code points, blank letters, and all direction controls (UAX 9). */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u115f\u1160\u3164\uffa0]/u;

/**
 * Joiners are part of the spelling in Persian, Urdu and Indian scripts, and variation selectors are part of
 * ideographs (UTS 37). Both are allowed in names.
 */
function isHidden(characters: readonly string[], at: number): boolean {
  const character = characters[at]!;
  if (!hidden.test(character)) return false;
  const before = characters[at - 1] ?? '';
  const after = characters[at + 1] ?? '';
  if (/[\u200c\u200d]/u.test(character)) return !(joining.test(before) && joining.test(after));
  if (/[\u{e0100}-\u{e01ef}]/u.test(character)) return !/\p{Script=Han}/u.test(before);
  return true;
}

const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;
