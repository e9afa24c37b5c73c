import { expect, test } from 'vitest';
import { signInMessages } from '../../../accounts/identity-provider/pages/sign-in-words.ts';
import { noticePage, signInPage } from '../../../accounts/identity-provider/pages/sign-in-page.ts';
import { htmlOf } from './plain-page.ts';

const attack = '"><script>alert(1)</script>\' onfocus=x';

test('user input is escaped everywhere on a plain page', async () => {
  const words = signInMessages('ar');
  const problem = { field: 'email' as const, text: attack };
  const names = { email: attack, firstName: attack, lastName: attack };
  const form = {
    ...{ screen: 'sign-in' as const, ...names, problem, rule: { kind: 'open' as const } },
    providers: ['google' as const],
  };
  for (const html of [
    await htmlOf(signInPage(words, `/login/${attack}`, form)),
    await htmlOf(noticePage(words, attack, attack, { href: '/', text: attack })),
  ]) {
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/);
    expect(html).not.toMatch(/<script>/);
    expect(html).not.toContain(attack);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  }
});

test('a plain page names its icon, so that no browser asks for another', async () => {
  const html = await htmlOf(noticePage(signInMessages('en'), 'Title', 'Text'));
  expect(html).toContain('<link rel="icon" href="/mark.svg" type="image/svg+xml"/>');
});

test('a rejected form keeps its input, shows the error and focuses the field', async () => {
  const problem = { field: 'password' as const, text: 'Wrong.' };
  const html = await htmlOf(
    signInPage(signInMessages('en'), '/login/1', {
      screen: 'sign-in',
      providers: [],
      email: 'ada@harbour.example',
      firstName: '',
      lastName: '',
      problem,
      rule: { kind: 'open' },
    }),
  );
  expect(html).toMatch(/<input id="email"[^>]* value="ada@harbour.example"/);
  expect(html).toMatch(/<input id="password"[^>]* aria-invalid="true"[^>]* aria-describedby="problem"/);
  expect(html).toMatch(/<input id="password"[^>]* autofocus=""/);
  expect(html).toContain('<p class="problem" id="problem" role="alert">Wrong.</p>');
});
