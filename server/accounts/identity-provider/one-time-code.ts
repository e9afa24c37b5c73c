import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 };

/** Returns 160 random bits, the length of the hash (RFC 4226 §4). */
export function newAuthenticatorSecret(): Buffer {
  return randomBytes(20);
}

/** Returns the secret for typing: base32 in groups of four. */
export function secretAsText(secret: Uint8Array): string {
  return secretOf(secret).base32.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function enrolmentAddress(secret: Uint8Array, email: string, issuer: string): string {
  return new TOTP({ ...settings, issuer, label: email, secret: secretOf(secret) }).toString();
}

/**
 * Returns the time step that a code belongs to: the current one, or the one before or after, since clocks
 * differ and people type slowly (RFC 6238 §5.2). Returns undefined for a wrong code. The caller must not
 * accept a time step twice.
 *
 * @param now ms UTC
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const options = { ...settings, secret: secretOf(secret), timestamp: now };
  const delta = TOTP.validate({ ...options, token: code, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: settings.period, timestamp: now }) + delta;
}

/**
 * Returns the code that an authenticator app would show.
 *
 * @param now ms UTC
 */
export function codeAt(secret: Uint8Array, now: number): string {
  return TOTP.generate({ ...settings, secret: secretOf(secret), timestamp: now });
}

/** The library needs an ArrayBuffer that contains only the secret. */
function secretOf(secret: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}
