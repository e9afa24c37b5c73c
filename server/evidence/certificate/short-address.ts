/**
 * Returns the network of an IP address: /24 for IPv4, /48 for IPv6. Parties see the network that a signer
 * used, not the full address (G-3).
 */
export function shortAddress(ip: string | null): string {
  if (!ip) return '–';
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${groups.slice(0, 3).join(':')}::/48`;
}
