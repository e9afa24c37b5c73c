import { isSame } from './is-same.ts';

/** Returns an expiry (ms UTC) with the HMAC over it, for a browser to keep. Nothing is stored on the server. */
export function writeProof(until: number, mac: (until: string) => string): string {
  return `${until}.${mac(String(until))}`;
}

/** Returns true for a proof written with the same `mac` that has not expired. */
export function isProof(text: string | undefined, now: number, mac: (until: string) => string): boolean {
  const [until = '', proof = ''] = (text ?? '').split('.');
  if (!/^\d{13,16}$/.test(until) || Number(until) <= now) return false;
  return isSame(proof, mac(until));
}
