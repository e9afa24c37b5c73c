import type { AppLanguage, Language } from '../language/language.ts';
import {
  disclosureFor,
  disclosureVersion,
  fillDisclosure,
  type Disclosure,
  type DisclosureSender,
  type DisclosureTexts,
} from './disclosure.ts';
import firstAr from './wording/2026-11-20/ar.json' with { type: 'json' };
import firstDe from './wording/2026-11-20/de.json' with { type: 'json' };
import firstEn from './wording/2026-11-20/en.json' with { type: 'json' };
import firstEs from './wording/2026-11-20/es.json' with { type: 'json' };
import firstFr from './wording/2026-11-20/fr.json' with { type: 'json' };
import secondAr from './wording/2026-11-20.2/ar.json' with { type: 'json' };
import secondDe from './wording/2026-11-20.2/de.json' with { type: 'json' };
import secondEn from './wording/2026-11-20.2/en.json' with { type: 'json' };
import secondEs from './wording/2026-11-20.2/es.json' with { type: 'json' };
import secondFr from './wording/2026-11-20.2/fr.json' with { type: 'json' };
import thirdAr from './wording/2026-11-23.1/ar.json' with { type: 'json' };
import thirdDe from './wording/2026-11-23.1/de.json' with { type: 'json' };
import thirdEn from './wording/2026-11-23.1/en.json' with { type: 'json' };
import thirdEs from './wording/2026-11-23.1/es.json' with { type: 'json' };
import thirdFr from './wording/2026-11-23.1/fr.json' with { type: 'json' };

/**
 * Versions before 2026-11-27.1 exist only in the languages of the application. Later versions exist in all
 * languages for recipients.
 */
type DisclosuresOfVersion = Record<AppLanguage, DisclosureTexts> & Partial<Record<Language, DisclosureTexts>>;

/**
 * All earlier versions that recipients may have consented to. If the text changes while a document is partly
 * signed, the sealed file contains the text that each signer read. Add the current version here before changing
 * its wording.
 */
const earlier: Readonly<Record<string, DisclosuresOfVersion>> = {
  '2026-11-20': { en: firstEn, de: firstDe, es: firstEs, fr: firstFr, ar: firstAr },
  '2026-11-23.1': { en: thirdEn, de: thirdDe, es: thirdEs, fr: thirdFr, ar: thirdAr },
  '2026-11-20.2': { en: secondEn, de: secondDe, es: secondEs, fr: secondFr, ar: secondAr },
};

/** Returns true for a version before the current one. */
export function isEarlierDisclosure(version: string): boolean {
  return Object.hasOwn(earlier, version);
}

/** Returns a version of the disclosure for a sender, or undefined if the version is unknown. */
export function disclosureOf(
  version: string,
  sender: DisclosureSender,
  language: Language,
): Disclosure | undefined {
  if (version === disclosureVersion) return disclosureFor(sender, language);
  const texts = earlier[version]?.[language];
  return texts && fillDisclosure(sender, language, { version, texts });
}
