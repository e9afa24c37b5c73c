import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the key by which a client is counted: its address, or the first 64 bits of an IPv6 address, since
 * one customer controls all addresses with that prefix. Audit trails and logs contain the full address.
 */
export const clientOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => rateLimitAddress(ip);

export function rateLimitAddress(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return address;
  // Normalizes an address as URLs do: lowercase, without leading zeros, and with an embedded IPv4 address as
  // two groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

function ipv4Of(groups: string[]): string {
  const bytes = groups.flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
  return bytes.join('.');
}
