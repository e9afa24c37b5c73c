/**
 * Returns true for domains below which unrelated parties register names. The DNS record is the actual proof, and
 * only the registry could set one here; this check just rejects them immediately. The list is short on purpose,
 * because a complete one is not worth its length.
 */
export function isShared(domain: string): boolean {
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
