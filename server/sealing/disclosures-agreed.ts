import { disclosureFor, type Disclosure } from '#core/consent/disclosure.ts';
import { languages } from '#core/language/language.ts';
import type { SigningRecord } from './signing-record.ts';

/** The disclosure in each language in which somebody agreed to it; in English when nobody has signed. */
export function disclosuresAgreed({ sender, signatures }: SigningRecord): Disclosure[] {
  const agreed = languages.filter((language) => signatures.some(({ locale }) => locale === language));
  const named = { senderName: sender.name, senderEmail: sender.email };
  return (agreed.length > 0 ? agreed : (['en'] as const)).map((language) => disclosureFor(named, language));
}
