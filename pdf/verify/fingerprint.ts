import { toHex } from './bytes.ts';

/** Returns the SHA-256 of a DER certificate in hexadecimal. */
export async function fingerprint(der: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(der))));
}
