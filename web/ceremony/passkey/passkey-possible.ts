/** A passkey requires a host name and a secure connection; IP addresses are not supported. */
export function passkeyPossible(page: {
  isSecureContext: boolean;
  location: { hostname: string };
  PublicKeyCredential?: unknown;
}): boolean {
  const { hostname } = page.location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return page.isSecureContext && page.PublicKeyCredential !== undefined && !isAddress;
}
