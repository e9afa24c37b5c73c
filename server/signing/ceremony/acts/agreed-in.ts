import { disclosureVersion } from '#core/consent/disclosure.ts';
import { isEarlierDisclosure } from '#core/consent/earlier-disclosures.ts';
import { languages, type Language } from '#core/language/language.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { SignBody } from '#contract/signing/ceremony.ts';
import { nameDisclosure } from '../../../records/link-store.ts';

type Named = Pick<SignBody, 'disclosureVersion' | 'shownSha256' | 'locale'>;

/**
 * Returns the language of the disclosure to which a signer agrees. It must be one that was served through
 * their link, so that no one agrees to a text they did not get (L-06). Our page sends the version that it
 * showed. A program may omit the version, and then agrees to the current one, which it retrieved.
 */
export function findAcceptedAgreement(
  served: readonly string[],
  { disclosureVersion: version, shownSha256, locale }: Named,
  language: Language,
): Language | Refusal {
  const isServed = (one: Language) =>
    served.includes(nameDisclosure({ version: disclosureVersion, language: one }));
  const isNamed = version !== null && version !== undefined;
  if (isNamed && version !== disclosureVersion) {
    return isEarlierDisclosure(version) ? disclosureOutdated : disclosureUnknown;
  }
  if (!isNamed && shownSha256) return disclosureUnnamed;
  if (isServed(language)) return language;
  // A program that sends neither version nor language need not repeat the Accept-Language header of its first
  // request.
  const other = isNamed || locale ? undefined : languages.find(isServed);
  if (other) return other;
  return !isNamed && served.length > 0 && !languages.some(isServed)
    ? disclosureOutdated
    : disclosureNotRetrieved;
}

const disclosureOutdated = refuse(
  'disclosure-outdated',
  'The disclosure has changed since you opened this page. Reload it, read the new one and agree again; your entries are kept.',
);

const disclosureUnknown = refuse(
  'consent-missing',
  `\`disclosureVersion\` names no existing disclosure. Send the version that GET /api/sign/{token} returns, or omit it.`,
);

const disclosureUnnamed = refuse(
  'consent-missing',
  '`shownSha256` requires `disclosureVersion`. Send the page’s `disclosureVersion` as well.',
);

const disclosureNotRetrieved = refuse(
  'consent-missing',
  'The disclosure was not retrieved by this link in the language of the request. Get it with GET /api/sign/{token}?language=… and sign again.',
);
