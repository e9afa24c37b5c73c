/** Returns the contents of all PEM blocks with this label, in order (RFC 7468). */
export function readPem(label: string, text: string): Uint8Array[] {
  const blocks = text.matchAll(
    new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'g'),
  );
  return Array.from(blocks, ([, base64 = '']) => Uint8Array.from(Buffer.from(base64, 'base64')));
}

export function writePem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
