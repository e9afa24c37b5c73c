import { openBrowser, type Browser } from './browser.ts';
import { confirmAddress, type Mailbox } from './confirm-address.ts';

/** A member of the cast who has an account, or gets one. */
export interface AccountHolder {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

export const ada: AccountHolder = {
  email: 'ada@harbour.example',
  password: 'ink on paper, 1843',
  firstName: 'Ada',
  lastName: 'Moreau',
};

export const mallory: AccountHolder = {
  email: 'mallory@elsewhere.example',
  password: 'nothing to see here',
  firstName: 'Mallory',
  lastName: 'Quill',
};

/**
 * Signs a person up at a running server with the embedded provider, or in if they already have an account,
 * over real HTTP. Chooses the Free plan, unless `onboarding` is set. With a `mailbox`, confirms their
 * address, without which they cannot send. Returns the Cookie header of the session. `browser` contains the
 * rest of the browser's state.
 */
export async function signUp(
  baseUrl: string,
  person: AccountHolder = ada,
  {
    onboarding = false,
    mailbox,
    browser = openBrowser(baseUrl),
  }: { onboarding?: boolean; mailbox?: Mailbox; browser?: Browser } = {},
): Promise<string> {
  const form = await browser.go('/api/login');
  await browser.submit(form, { ...person });
  const user = await browser.go('/api/auth/user');
  if (user.status !== 200) throw new Error(`${person.email} could not sign up: ${user.status} ${user.body}`);
  if (mailbox) await confirmAddress(browser, mailbox, person.email);
  if (!onboarding) await chooseFreePlan(browser);
  return browser
    .cookieHeader('/')
    .split('; ')
    .filter((cookie) => /^(?:__Host-)?sid=/.test(cookie))
    .join('; ');
}

async function chooseFreePlan(browser: Browser): Promise<void> {
  const answer = await browser.go('/api/user/plan', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ planName: 'free' }),
  });
  if (answer.status !== 204)
    throw new Error(`The Free plan could not be chosen: ${answer.status} ${answer.body}`);
}
