import { createHash, createPublicKey, verify } from 'node:crypto';

/** A receiver's verdict: the domain for which a message has a valid signature, or what is wrong. */
export type DkimVerdict = { domain: string; signed: string[] } | { fault: string };

/**
 * Verifies a message as a receiver does. Written from RFC 6376 only, without using the product: relaxed
 * canonicalization of headers and body (§3.4), the body hash (§3.7), and the signature with the key published
 * in DNS (§3.6).
 */
export function judgeDkimMessage(raw: Uint8Array, txt: (name: string) => string | undefined): DkimVerdict {
  const message = Buffer.from(raw).toString('latin1');
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end + 2).match(/[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*/g) ?? [];
  const own = headers.find((header) => /^dkim-signature:/i.test(header));
  if (!own) return { fault: 'not signed' };
  const tags = tagsOf(own.slice(own.indexOf(':') + 1));
  const [domain = '', selector = '', names = ''] = [tags['d'], tags['s'], tags['h']];
  if (tags['a'] !== 'rsa-sha256' || tags['c'] !== 'relaxed/relaxed') return { fault: 'another way to sign' };
  const bodyHash = createHash('sha256')
    .update(relaxedBody(message.slice(end + 4)), 'latin1')
    .digest('base64');
  if (bodyHash !== tags['bh']) return { fault: 'another body' };
  const record = txt(`${selector}._domainkey.${domain}`);
  if (record === undefined) return { fault: 'no key' };
  const signed = names.toLowerCase().split(':');
  const data = dataOf(headers, signed) + relaxed(own.replace(/([;\s]b=)[^;]*/, '$1')).trimEnd();
  const der = Buffer.from(tagsOf(record)['p'] ?? '', 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const isGenuine = verify(
    'sha256',
    Buffer.from(data, 'latin1'),
    key,
    Buffer.from(tags['b'] ?? '', 'base64'),
  );
  return isGenuine ? { domain, signed } : { fault: 'another key, or other headers' };
}

/** Headers with the same name are used from the last to the first (§5.4.2). */
function dataOf(headers: readonly string[], names: readonly string[]): string {
  const left = [...headers];
  return names
    .map((name) => {
      const at = left.findLastIndex((header) => header.toLowerCase().startsWith(`${name}:`));
      return at < 0 ? '' : relaxed(left.splice(at, 1)[0]!);
    })
    .join('');
}

function relaxed(header: string): string {
  const colon = header.indexOf(':');
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}\r\n`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

const tagsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replaceAll(/\s+/g, '')]];
    }),
  );
