import { signOnDomain } from '../account/sign-on.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { resembles } from './look-alike.ts';

/**
 * A service that must not be impersonated, with its names and the hosts it uses for web and mail. If plans are
 * off (`sold` is false), the users belong to the operator, so they may own the parent domain.
 */
export type Ours = { names: readonly string[]; domains: readonly string[]; sold: boolean };

/** Interval in ms between checks of a verified domain. Its key can disappear from DNS at any time. */
export const senderCheckEvery = 6 * 3_600_000;
/** Maximum time in ms for which a verified domain remains in use while its name servers do not respond. */
export const senderTrustedFor = 48 * 3_600_000;

/**
 * Returns the normalized sender domain of an account, or why it is refused. Ownership is verified later through
 * DNS. This check rejects domains that no account can own or that readers would mistake for this service.
 * `shown` decodes internationalized labels (xn--…) to what a reader sees.
 */
export function senderDomain(
  typed: string,
  { names, domains, sold }: Ours,
  shown: (domain: string) => string,
): string | Refusal {
  const domain = signOnDomain(typed);
  if (isRefusal(domain)) return domain;
  const near = domains.some(
    (own) => own === domain || isBelow(domain, own) || (sold && isBelow(own, domain)),
  );
  return near || resembles(shown(domain), names) ? likeOurs : domain;
}

/**
 * Returns the local part of a sender address in lower case, so that two addresses cannot differ only in case.
 */
export function senderLocal(typed: string): string | Refusal {
  const local = typed.trim().toLowerCase();
  if (/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(local) && !local.includes('..')) return local;
  return refuse(
    'sender-local-part-invalid',
    'Before the @ use letters, digits, dots and hyphens, such as documents.',
  );
}

const isBelow = (domain: string, other: string): boolean => domain.endsWith(`.${other}`);

const likeOurs = refuse(
  'sender-domain-reserved',
  'This domain belongs to this service or resembles it. Enter your own domain.',
);

/** A DNS record that the account has to create. */
export type WantedRecord = { name: string; value: string };

/**
 * Returns the DNS records for DKIM (RFC 6376 §3.6.1), SPF (RFC 7208) and DMARC (RFC 7489 §6.3). `publicKey` is
 * base64-encoded DER.
 */
export function wantedRecords(
  { domain, selector, publicKey }: { domain: string; selector: string; publicKey: string },
  ourDomain: string,
): Record<'dkim' | 'spf' | 'dmarc', WantedRecord> {
  return {
    dkim: { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}` },
    spf: { name: domain, value: `v=spf1 include:${ourDomain} ~all` },
    dmarc: { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  };
}

/** Result of looking up a DNS record; `unknown` until a name server has responded. */
export const recordStates = ['unknown', 'missing', 'other', 'several', 'found'] as const;
export type RecordState = (typeof recordStates)[number];

/** Parses the tags of a record such as `k=rsa; p=…`. Spaces are ignored (RFC 6376 §3.2). */
function tagsOf(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s+/g, '')];
    }),
  );
}

/**
 * Checks whether receivers will find this DKIM key. If there are several records, a receiver may use any of them
 * (RFC 6376 §3.6.2.2).
 */
export function judgeDkim(texts: readonly string[], publicKey: string): RecordState {
  const keys = texts.map(tagsOf).filter((tags) => tags.has('p'));
  if (keys.length > 1) return 'several';
  const tags = keys[0];
  if (!tags) return texts.length === 0 ? 'missing' : 'other';
  const fits =
    tags.get('p') === publicKey &&
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === 'rsa' &&
    ['*', 'email'].some((service) => (tags.get('s') ?? '*').split(':').includes(service)) &&
    (tags.get('h') ?? 'sha256').split(':').includes('sha256') &&
    // Receivers ignore a key in test mode (§3.6.1, t=y).
    !(tags.get('t') ?? '').split(':').includes('y');
  return fits ? 'found' : 'other';
}

/** Checks the SPF record. Two SPF records are an error for the receiver (RFC 7208 §4.5). */
export function judgeSpf(texts: readonly string[], ourDomain: string): RecordState {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text.trim()));
  if (records.length !== 1) return records.length === 0 ? 'missing' : 'several';
  const terms = records[0]!.toLowerCase().trim().split(/\s+/);
  return terms.some((term) => /^\+?include:/.test(term) && term.endsWith(`:${ourDomain}`))
    ? 'found'
    : 'other';
}

export function judgeDmarc(texts: readonly string[]): RecordState {
  const records = texts.map(tagsOf).filter((tags) => tags.get('v') === 'DMARC1');
  if (records.length !== 1) return records.length === 0 ? 'missing' : 'several';
  return ['none', 'quarantine', 'reject'].includes(records[0]!.get('p') ?? '') ? 'found' : 'other';
}
