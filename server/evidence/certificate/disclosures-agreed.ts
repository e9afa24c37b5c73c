import { disclosureFor, type Disclosure } from '#core/consent/disclosure.ts';
import { disclosureOf } from '#core/consent/earlier-disclosures.ts';
import { languages } from '#core/language/language.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * Returns the disclosure in each language and version that a signer agreed to, since the text may change
 * between two signatures. If no recipient has signed, returns the current English one.
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
