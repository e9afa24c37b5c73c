/** A passkey belongs to a host name over a safe connection; an address of digits is none. */
export function passkeyPossible(page: {
  isSecureContext: boolean;
  location: { hostname: string };
  PublicKeyCredential?: unknown;
}): boolean {
  const { hostname } = page.location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return page.isSecureContext && page.PublicKeyCredential !== undefined && !isAddress;
}
