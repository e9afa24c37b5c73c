import type { Language } from '../language/language.ts';
import { phrase } from '../language/phrase.ts';
import ar from './wording/ar.json' with { type: 'json' };
import de from './wording/de.json' with { type: 'json' };
import en from './wording/en.json' with { type: 'json' };
import es from './wording/es.json' with { type: 'json' };
import fr from './wording/fr.json' with { type: 'json' };
import it from './wording/it.json' with { type: 'json' };
import pt from './wording/pt.json' with { type: 'json' };
import nl from './wording/nl.json' with { type: 'json' };
import pl from './wording/pl.json' with { type: 'json' };
import tr from './wording/tr.json' with { type: 'json' };
import uk from './wording/uk.json' with { type: 'json' };
import he from './wording/he.json' with { type: 'json' };
import ja from './wording/ja.json' with { type: 'json' };
import zhHans from './wording/zh-Hans.json' with { type: 'json' };
import zhHant from './wording/zh-Hant.json' with { type: 'json' };
import ko from './wording/ko.json' with { type: 'json' };

export { disclosureText } from './disclosure-text.ts';

/**
 * Version of the text that a recipient reads before consenting to sign electronically (15 USC 7001(c)(1), L-03).
 * Each consent records the version and the language shown (L-27). Changing the wording in any language requires
 * a new version, so that earlier consents still refer to the text that was read.
 */
export const disclosureVersion = '2026-11-27.1';

/** The seven statements that the law requires. Each is a block, in display order. */
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
  /** 'Version 2026-11-20', in the language of the disclosure. */
  edition: string;
  blocks: DisclosureBlock[];
};

/** The sender's name as shown on the document, and their contact email address. */
export type DisclosureSender = { senderName: string; senderEmail: string };

/** Returns the current disclosure for a sender. A sender without a name is identified by email address. */
export function disclosureFor(sender: DisclosureSender, language: Language = 'en'): Disclosure {
  return fillDisclosure(sender, language, { version: disclosureVersion, texts: wording[language] });
}

/** The texts of one version in one language, by key. */
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

const wording: Record<Language, DisclosureTexts> = {
  en,
  de,
  es,
  fr,
  ar,
  it,
  pt,
  nl,
  pl,
  tr,
  uk,
  he,
  ja,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ko,
};

/** Account holders choose their names, so a line break in a name must not create a separate block. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
}
