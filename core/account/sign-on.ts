import { refuse, type Refusal } from '../refusal.ts';
import { hostToAscii } from '../language/punycode.ts';

/**
 * Returns true for public suffixes under which unrelated parties register names. DNS is the actual proof of
 * ownership, and only the registry could add a record here. This check only gives an immediate error, so the
 * list does not have to be complete.
 */
function isShared(domain: string): boolean {
  const [first, country, ...more] = domain.split('.');
  if (more.length === 0 && registries.has(first!) && country!.length === 2) return true;
  return shared.has(domain);
}

const registries = new Set([
  ...['co', 'com', 'net', 'org', 'gov', 'gob', 'gouv', 'gv', 'edu', 'ac', 'mil', 'or', 'ne', 'go', 'nom'],
  ...['ltd', 'plc', 'me', 'sch', 'nhs', 'police', 'asn', 'id', 'info', 'biz', 'web', 'adv', 'art', 'ind'],
]);
const shared = new Set([
  ...['github.io', 'gitlab.io', 'pages.dev', 'workers.dev', 'vercel.app', 'netlify.app', 'herokuapp.com'],
  ...['web.app', 'firebaseapp.com', 'appspot.com', 'azurewebsites.net', 'cloudfront.net', 'amazonaws.com'],
  ...['blogspot.com', 'wordpress.com', 'onmicrosoft.com', 'duckdns.org', 'eu.org', 'uk.com', 'de.com'],
]);

/** Public mail providers. Anyone can get an address at these domains, so no account can claim them. */
const publicMail = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'web.de'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'mail.com', 'mail.ru', 'yandex.ru', 'yandex.com', 'qq.com'],
  ...['163.com', '126.com', 't-online.de', 'freenet.de', 'orange.fr', 'laposte.net', 'free.fr', 'libero.it'],
  ...['fastmail.com', 'zoho.com', 'tutanota.com', 'tuta.com', 'hey.com', 'posteo.de', 'mailbox.org'],
]);

/** Returns the domain in the form used for comparison: ASCII (xn--), lower case, no trailing dot. */
export function signOnDomain(given: string): string | Refusal {
  const domain = hostToAscii(given.trim().replace(/^@/, '').replace(/\.$/, ''));
  const labels = domain.split('.');
  const sound =
    labels.length >= 2 &&
    domain.length <= 253 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) &&
    /[a-z]/.test(labels.at(-1)!);
  if (!sound) return refuse('domain-invalid', 'Enter your email domain, such as example.com.');
  if (isShared(domain))
    return refuse('domain-invalid', 'Many organizations share this domain. Enter one that only you use.');
  return publicMail.has(domain)
    ? refuse('domain-invalid', 'Anyone can get an address at this domain. Enter a domain that only you use.')
    : domain;
}

/** Returns the domain of an address in the form that `signOnDomain` returns. */
export function domainOf(email: string): string {
  return hostToAscii(email.slice(email.lastIndexOf('@') + 1).replace(/\.$/, ''));
}

/** Returns the DNS record that a domain administrator sets to assign the domain to this account. */
export function claimRecord(domain: string, claim: string): { name: string; value: string } {
  return { name: `_countersign.${domain}`, value: `countersign-claim=${claim}` };
}
