import { MalformedDer } from '#pdf/verify/read-der.ts';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';

/** Returns the revocation lists in a file in DER or PEM form, or none if it contains anything else. */
export function readLists(file: Uint8Array): Uint8Array[] {
  const text = new TextDecoder('latin1').decode(file);
  const blocks = [...text.matchAll(/-----BEGIN X509 CRL-----([\sA-Za-z0-9+/=]+)-----END X509 CRL-----/g)];
  try {
    const lists = blocks.map(([, base64 = '']) =>
      Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0)),
    );
    const encoded = lists.length === 0 ? [file] : lists;
    for (const list of encoded) readCrl(list);
    return encoded;
  } catch (error) {
    if (error instanceof MalformedDer || error instanceof DOMException) return [];
    throw error;
  }
}
