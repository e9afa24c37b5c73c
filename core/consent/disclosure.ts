import type { Language } from '../language/language.ts';
import { phrase } from '../language/phrase.ts';
import ar from './wording/ar.json' with { type: 'json' };
import de from './wording/de.json' with { type: 'json' };
import en from './wording/en.json' with { type: 'json' };
import es from './wording/es.json' with { type: 'json' };
import fr from './wording/fr.json' with { type: 'json' };

export { disclosureText } from './disclosure-text.ts';

/**
 * The version of the words that a recipient reads before consenting to sign electronically (15 USC 7001(c)(1), L-03).
 * It is recorded with every consent, and the language in which it was shown (L-27); any change of wording in any
 * language gets a new one, so that an old consent keeps pointing at the words that were read.
 */
export const disclosureVersion = '2026-11-27.1';

/** The seven things the law wants said, one block each, in the order they are shown. */
export const disclosureKeys = [
  'sender',
  'scope',
  'paper-option',
  'withdrawal',
  'how-to-withdraw',
  'paper-copy',
  'requirements',
] as const;
export type DisclosureKey = (typeof disclosureKeys)[number];

export type DisclosureBlock = { key: DisclosureKey; title: string; text: string };
export type Disclosure = {
  version: string;
  language: Language;
  title: string;
  /** 'Version 2026-11-20', in the language of the text. */
  edition: string;
  blocks: DisclosureBlock[];
};

/** The sender's name as it stands on the document, and the address at which they can be reached. */
export type DisclosureSender = { senderName: string; senderEmail: string };

/** The current disclosure, filled in for one sender. A sender without a name is called by their address. */
export function disclosureFor(sender: DisclosureSender, language: Language = 'en'): Disclosure {
  return fillDisclosure(sender, language, { version: disclosureVersion, texts: wording[language] });
}

/** The words of one version in one language, by their keys. */
export type DisclosureTexts = Readonly<Record<keyof typeof en, string>>;

export function fillDisclosure(
  sender: DisclosureSender,
  language: Language,
  { version, texts }: { version: string; texts: DisclosureTexts },
): Disclosure {
  const email = oneLine(sender.senderEmail);
  const name = oneLine(sender.senderName) || email;
  const say = (word: keyof typeof en) => phrase(texts, language, word, { name, email, version });
  return {
    version,
    language,
    title: say('title'),
    edition: say('edition'),
    blocks: disclosureKeys.map((key) => ({ key, title: say(`${key}.title`), text: say(`${key}.text`) })),
  };
}

const wording: Record<Language, DisclosureTexts> = { en, de, es, fr, ar };

/** Names come from account holders: a line break in one must not be able to forge a block of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
}
