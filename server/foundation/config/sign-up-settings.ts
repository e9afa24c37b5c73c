import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hostToAscii } from '#core/language/punycode.ts';
import type { SignUpRule } from '#core/account/sign-up.ts';

export const signUpSettings = {
  /**
   * Which new people may have an account: `open` (everyone), `invited` (addresses with an open invitation),
   * `domain:example.org,example.com` (addresses of these domains, and invited ones) or `closed`. The first account of an
   * empty installation can always be created.
   */
  SIGN_UP: signUpRule().default({ kind: 'open' }),
  /** A file of domains, one a line, that offer disposable addresses. They and their subdomains get no account. */
  DISPOSABLE_DOMAINS_FILE: z.string().optional(),
};

export interface SignUpSettings {
  signUp: SignUpRule;
  /** Domains whose addresses get no account. */
  disposableDomains: ReadonlySet<string>;
}

type Values = { SIGN_UP: SignUpRule; DISPOSABLE_DOMAINS_FILE?: string | undefined };

/** Reads the file of domains; a problem names the setting. */
export function readSignUp(value: Values): SignUpSettings | { problem: string } {
  try {
    return { signUp: value.SIGN_UP, disposableDomains: readDomains(value.DISPOSABLE_DOMAINS_FILE) };
  } catch (error) {
    return { problem: `DISPOSABLE_DOMAINS_FILE: ${(error as Error).message}.` };
  }
}

/** One domain a line; empty lines and those that begin with # are ignored. */
function readDomains(file: string | undefined): ReadonlySet<string> {
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split(/\r?\n/);
  return new Set(lines.map((line) => hostToAscii(line.trim())).filter((line) => /^[^#]/.test(line)));
}

/** Which new people may have an account: one of the words, or `domain:` with domains between commas. */
function signUpRule() {
  return z.string().transform((text, context): SignUpRule => {
    const given = text.trim().toLowerCase();
    if (given === 'open' || given === 'invited' || given === 'closed') return { kind: given };
    const domains = given
      .replace(/^domain:/, '')
      .split(',')
      .map((domain) => hostToAscii(domain.trim()));
    const sound = domains.every((domain) => /^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(domain));
    if (given.startsWith('domain:') && sound) return { kind: 'domain', domains };
    context.addIssue('must be open, invited, closed, or domains such as domain:example.org,example.com');
    return z.NEVER;
  });
}
