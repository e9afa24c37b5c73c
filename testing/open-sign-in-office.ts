import type { Database } from '#server/foundation/db/database.ts';
import { openBrowser, type Browser } from './browser.ts';
import { confirmAddress } from './confirm-address.ts';
import { openOffice, type Office, type OfficeOptions } from './open-office.ts';
import { verbsOf, type Verbs } from './desk.ts';
import { ada, type AccountHolder } from './sign-up.ts';
import { freePort } from './servers/free-port.ts';

/**
 * An office that listens on a port, so that people can sign in at the embedded provider with their browsers.
 */
export type SignInOffice = Office & {
  baseUrl: string;
  /** Signs this person up or in and returns their browser. By default, their address gets confirmed. */
  signedIn(person?: AccountHolder, options?: { confirmed?: boolean }): Promise<Member>;
};

/** A member with a browser. */
export type Member = Verbs<'status' | 'body'> & {
  browser: Browser;
  ask<Body = Record<string, unknown>>(
    path: string,
    send?: { method?: string; body?: unknown },
  ): Promise<{ status: number; body: Body }>;
  /** Returns the HTTP status of a member's request: 200 while signed in, and 401 afterwards. */
  state(): Promise<number>;
};

export async function openSignInOffice(
  database: Database,
  options: OfficeOptions = {},
): Promise<SignInOffice> {
  const port = await freePort();
  const settings = { ...options.settings, PORT: String(port) };
  const office = await openOffice(database, { ...options, settings });
  await office.product.app.listen({ port, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    ...office,
    baseUrl,
    async signedIn(person = ada, { confirmed = true } = {}) {
      const browser = openBrowser(baseUrl);
      await browser.submit(await browser.go('/api/login'), { ...person });
      if (confirmed && (await isUnconfirmed(browser))) {
        const mailbox = (address: string) => Promise.resolve(office.post.to(address).map(({ text }) => text));
        await confirmAddress(browser, mailbox, person.email);
      }
      return memberAt(browser);
    },
  };
}

async function isUnconfirmed(browser: Browser): Promise<boolean> {
  return (await browser.go('/api/security')).body.includes('"emailConfirmed":false');
}

export function memberAt(browser: Browser): Member {
  async function ask<Body>(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
    const page = await browser.go(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const isJson = page.body.startsWith('{') || page.body.startsWith('[');
    return { status: page.status, body: (isJson ? JSON.parse(page.body) : {}) as Body };
  }
  return {
    browser,
    ask,
    ...verbsOf<'status' | 'body'>(ask),
    state: async () => (await browser.go('/api/auth/user')).status,
  };
}
