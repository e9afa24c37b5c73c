import { isolate } from '#core/language/isolate.ts';
import { isLanguage, languages, type Language } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type PhraseKey, type Say } from '#core/language/phrase.ts';
import { timesIn, type TimeOf } from './certificate-times.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import tr from './texts/tr.json' with { type: 'json' };
import uk from './texts/uk.json' with { type: 'json' };
import he from './texts/he.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };
import zhHans from './texts/zh-Hans.json' with { type: 'json' };
import zhHant from './texts/zh-Hant.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import type { CertificateParts } from './texts/parts.ts';

const words = inEveryLanguage({
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
});

/** Key of a message without placeholders. */
export type CertificateMessageKey = Exclude<PhraseKey<typeof en>, keyof CertificateParts>;
type SayOnCertificate = Say<typeof en, CertificateParts>;

/** The certificate's messages in its language, with helpers that format user input. */
export type Wording = {
  language: Language;
  say: SayOnCertificate;
  /** Formats a person's name and address. */
  named(name: string, address: string): string;
  /** Formats a label and its text. French puts a space before the colon. */
  labeled(subject: string, text: string): string;
  timeOf: TimeOf;
};

/**
 * Returns the certificate's messages. `timeZone` is the document's, or undefined if it was sent before
 * documents had one.
 */
export function certificateMessages(language: Language, timeZone?: string): Wording {
  const own = (text: string): string => isolate(text, language);
  return {
    language,
    say: (word, ...[parts]) => phrase(words[language], language, word, parts),
    timeOf: timesIn(language, timeZone),
    labeled: (subject, text) => `${subject}${language === 'fr' ? '\u00a0' : ''}: ${text}`,
    named: (name, address) =>
      name === '' || address === '' ? own(name || address) : `${own(name)} <${own(address)}>`,
  };
}

/**
 * Returns the language that most signers of a document read (in a tie, the first in our list). Without
 * signers, returns the language of most invitations, or English if no invitation has a language.
 */
export function languageOf({
  signatures,
  recipients,
}: Pick<SigningRecord, 'signatures' | 'recipients'>): Language {
  const read = signatures.map(({ locale }) => locale).filter(isLanguage);
  const written = recipients.map(({ language }) => language).filter(isLanguage);
  const counted = read.length > 0 ? read : written;
  const times = (language: Language): number => counted.filter((one) => one === language).length;
  return languages.reduce(
    (most, language) => (times(language) > times(most) ? language : most),
    languages[0],
  );
}
