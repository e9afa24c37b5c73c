import { isSame } from './is-same.ts';

/** Returns an expiry time (ms UTC) with its HMAC. The browser keeps it, and the server stores nothing. */
export function writeProof(until: number, mac: (until: string) => string): string {
  return `${until}.${mac(String(until))}`;
}

/** Returns true if the proof was written with the same `mac` and has not expired. */
export function isProof(text: string | undefined, now: number, mac: (until: string) => string): boolean {
  const [until = '', proof = ''] = (text ?? '').split('.');
  if (!/^\d{13,16}$/.test(until) || Number(until) <= now) return false;
  return isSame(proof, mac(until));
}
