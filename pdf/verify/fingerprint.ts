/** SHA-256 of a DER certificate in hexadecimal. */
export async function fingerprint(der: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(der)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
