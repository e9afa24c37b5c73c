import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * By what a client is counted: its address, of IPv6 only the first 64 bits, since whoever has one such address has all that
 * begin so. Trails and logs keep the whole one.
 */
export const clientOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => countedAddress(ip);

export function countedAddress(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return address;
  // As a URL writes it: in small letters, without a leading zero, and an IPv4 address in it as two groups.
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
