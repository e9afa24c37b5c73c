import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hostToAscii } from '#core/language/punycode.ts';
import type { SignUpRule } from '#core/account/sign-up.ts';

export const signUpSettings = {
  /**
   * Who may sign up: `open` (everyone), `invited` (addresses with an open invitation),
   * `domain:example.org,example.com` (addresses of these domains, and invited ones) or `closed`. The first
   * account of an empty installation can always be created.
   */
  SIGN_UP: signUpRule().default({ kind: 'open' }),
  /**
   * File with domains of disposable addresses, one per line. Addresses of these domains and their subdomains
   * cannot sign up.
   */
  DISPOSABLE_DOMAINS_FILE: z.string().optional(),
};

export interface SignUpSettings {
  signUp: SignUpRule;
  /** Domains whose addresses cannot sign up. */
  disposableDomains: ReadonlySet<string>;
}

type Values = { SIGN_UP: SignUpRule; DISPOSABLE_DOMAINS_FILE?: string | undefined };

/** Reads the file of disposable domains. An error message names the setting. */
export function readSignUp(value: Values): SignUpSettings | { problem: string } {
  try {
    return { signUp: value.SIGN_UP, disposableDomains: readDomains(value.DISPOSABLE_DOMAINS_FILE) };
  } catch (error) {
    return { problem: `DISPOSABLE_DOMAINS_FILE: ${(error as Error).message}.` };
  }
}

/** The file has one domain per line. Empty lines and lines that start with # are ignored. */
function readDomains(file: string | undefined): ReadonlySet<string> {
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split(/\r?\n/);
  return new Set(lines.map((line) => hostToAscii(line.trim())).filter((line) => /^[^#]/.test(line)));
}

/** Parses SIGN_UP: one of the words, or `domain:` followed by comma-separated domains. */
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
