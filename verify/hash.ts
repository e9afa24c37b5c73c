import { toHex } from '#pdf/verify/bytes.ts';

const utf8 = new TextEncoder();

/** Returns the SHA-256 as 64 lowercase hexadecimal digits. Text is hashed as UTF-8. */
export async function sha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === 'string' ? utf8.encode(data) : Uint8Array.from(data);
  return toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes)));
}

/** Decodes base64url without padding. Returns undefined for any other text. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
