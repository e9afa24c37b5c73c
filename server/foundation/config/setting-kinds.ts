import { isIP } from 'node:net';
import { z } from 'zod';
import { spellingOf } from '#core/recipient/mail-address.ts';
import { readServerAddress } from './server-address.ts';

/** An integer in a range. The error message uses `what` to describe it. */
export function number(what: string, least: number, most: number) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && +text >= least && +text <= most, `must be ${what}`)
    .transform(Number);
}

/** Comma-separated Stripe price ids: the current one, then earlier ones. */
export function prices() {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((ids) => ids.every((id) => /^price_\w+$/.test(id)), 'must be the id of a price, such as price_…');
}

/** One of these words. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** A comma-separated list of these words. */
export function list<const T extends readonly [string, ...string[]]>(values: T, example: string) {
  return z.string().transform((text, context): T[number][] => {
    const parts = text.split(',').map((part) => part.trim());
    const known = values.filter((value) => parts.includes(value));
    if (parts.every((part) => values.includes(part))) return known;
    context.addIssue(`must be a list such as ${example}`);
    return z.NEVER;
  });
}

/** A URL with one of these protocols. */
export function address(protocols: string[], example: string) {
  return z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be an address such as ${example}`,
    );
}

/** Returns true if the URL has no path, query, fragment or user. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url === null || (url.pathname === '/' && !url.search && !url.hash && !url.username);
}

/** A server URL with user and password. Special characters in both are percent-encoded. */
export function serverAddress(protocols: string[], example: string) {
  return z.string().transform((text, context): string => {
    const read = readServerAddress(text.trim(), { protocols, example });
    if ('url' in read) return read.url;
    context.addIssue(read.fault);
    return z.NEVER;
  });
}

/**
 * Comma-separated URLs of timestamp authorities. A URL may be followed by a space and the policy to request.
 */
export function timestampAuthorities() {
  return z.string().transform((text, context): { url: string; policy: string | undefined }[] => {
    const authorities = text.split(',').map((part) => {
      const [url = '', policy, ...more] = part.trim().split(/\s+/);
      const isAddress = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
      const isPolicy = policy === undefined || /^[0-2](?:\.(?:0|[1-9]\d*))+$/.test(policy);
      return isAddress && isPolicy && more.length === 0 ? { url, policy } : undefined;
    });
    if (authorities.every((one) => one !== undefined)) return authorities;
    context.addIssue(
      'must list addresses such as https://tsa.example.org, each optionally followed by the policy to request',
    );
    return z.NEVER;
  });
}

/** Comma-separated addresses and networks; `false` for none. */
export function trustedProxies() {
  return z.string().transform((text, context): string[] | false => {
    if (/^(?:false|0)$/i.test(text)) return false;
    const addresses = text.split(',').map((part) => part.trim());
    if (
      addresses.every((part) =>
        /^(?:[0-9a-f]+[.:][0-9a-f.:]+(?:\/\d{1,3})?|::1|loopback|linklocal|uniquelocal)$/i.test(part),
      )
    ) {
      return addresses;
    }
    context.addIssue("must list the proxies' addresses or networks, such as loopback or 10.0.0.0/8");
    return z.NEVER;
  });
}

/** Comma-separated networks of IP addresses. */
export function networks() {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((all) => all.every(isNetwork), { message: 'must list networks such as 10.1.0.0/16,fd00::/8' });
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Comma-separated email addresses, converted to lowercase. */
export function addresses() {
  return z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((one) => spellingOf(one).toLowerCase())
        .filter(Boolean),
    )
    .refine((all) => all.every((one) => /^[^\s<>@,]+@[^\s<>@,]+$/.test(one)), {
      message: 'must be addresses such as ada@example.org,grace@example.org',
    });
}

/** Returns true for an IP address with or without a port. */
export function isNameServer(text: string): boolean {
  const { address = text, port = '53' } =
    /^\[?(?<address>.+?)\]?:(?<port>\d{1,5})$/.exec(isIP(text) ? '' : text)?.groups ?? {};
  return isIP(address) !== 0 && Number(port) > 0 && Number(port) < 65_536;
}
