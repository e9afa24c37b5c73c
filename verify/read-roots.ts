import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';

/** Returns the certificates of a PEM text in DER, or none if it contains anything else or cannot be read. */
export function readRoots(pem: string): Uint8Array[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g);
  try {
    return [...blocks].map(([, base64 = '']) => {
      const der = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
      readCertificate(der);
      return der;
    });
  } catch (error) {
    if (error instanceof MalformedDer || error instanceof DOMException) return [];
    throw error;
  }
}
