import { disclosureFor, type Disclosure } from '#core/consent/disclosure.ts';
import { disclosureOf } from '#core/consent/earlier-disclosures.ts';
import { languages } from '#core/language/language.ts';
import type { SigningRecord } from './signing-record.ts';

/**
 * The disclosure in each language in which somebody agreed to it, and in each version of it: the words may have changed
 * between two signatures. In English when nobody has signed.
 */
export function disclosuresAgreed({
  sender,
  signatures,
}: Pick<SigningRecord, 'sender' | 'signatures'>): Disclosure[] {
  const named = { senderName: sender.name, senderEmail: sender.email };
  const agreed = languages.flatMap((language) => {
    const own = signatures.filter(({ locale }) => locale === language);
    const versions = [...new Set(own.map(({ disclosureVersion }) => disclosureVersion))].sort();
    return versions.map(
      (version) => disclosureOf(version, named, language) ?? disclosureFor(named, language),
    );
  });
  return agreed.length > 0 ? agreed : [disclosureFor(named, 'en')];
}
