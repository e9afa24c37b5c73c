import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { openOneDatabase } from '#testing/databases.ts';
import { signUp } from '#testing/sign-up.ts';
import { startServer, testConfig } from '#testing/servers/start-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openSitePages } from './site-pages.ts';

let db: Awaited<ReturnType<typeof openOneDatabase>>['db'];
beforeAll(async () => {
  ({ db } = await openOneDatabase());
});

const attack = '"><script>alert(1)</script>$&';

/** Creates a client build whose pages contain the data passed to them. */
function built(): { web: string; views: string } {
  const [web, views] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'index.html'), '<title>app</title>');
  writeFileSync(
    join(web, 'site.html'),
    '<html lang="en"><meta name="application-name" content="Countersign" /><title>Countersign</title><div id="root"></div></html>',
  );
  writeFileSync(
    join(views, 'site-pages.js'),
    `export const renderSitePage = async (page, language, { service, installation, plansOff }) => ({
      title: page + ' · ' + service,
      description: ${JSON.stringify(attack)},
      html: '<h1>' + [page, language, installation.signUp.rule, plansOff].join(' ') + '</h1>',
      offers: plansOff ? [] : [{ name: '</script>', dollarsPerMonth: 19 }],
    });`,
  );
  return { web, views };
}

async function start(settings: Record<string, string> = {}) {
  const { web, views } = built();
  const config = await testConfig(settings);
  const key = { describe: () => ({ level: 'self-issued' as const }) };
  const sitePages = openSitePages({ db, config, key } as Parameters<typeof openSitePages>[0], views);
  return startServer({ db, config, webFolder: web, sitePages });
}

test('visitors get pages in their language, with escaped text for search engines', async () => {
  const { app, config } = await start({ OPERATOR_NAME: 'Harbour "& Sons" $&' });
  const german = { 'accept-language': 'de' };
  for (const [url, page] of [
    ['/', 'landing'],
    ['/documents', 'landing'],
    ['/privacy', 'privacy'],
    ['/Terms/', 'terms'],
  ] as const) {
    const { body, headers } = await app.inject({ url, headers: german });
    expect(body, url).toContain(`<div id="root"><h1>${page} de open false</h1></div>`);
    expect(body).toContain('<html lang="de" dir="ltr">');
    expect(body).toContain(
      `<link rel="canonical" href="${config.publicUrl}/${page === 'landing' ? '' : page}" />`,
    );
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;"');
    expect(body).toContain(`<title>${page} · Harbour &quot;&amp; Sons&quot; $&amp;</title>`);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
    });
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(data)['@graph'][1].offers[0]).toMatchObject({ name: '</script>', price: 19 });
  }
  const chosen = await app.inject({ url: '/', headers: { ...german, cookie: 'language=ar' } });
  expect(chosen.body).toContain('<html lang="ar" dir="rtl">');
  for (const url of ['/support', '/invitation'])
    expect((await app.inject(url)).body, url).toBe('<title>app</title>');
});

test('pages show no prices if plans are off, and say if sign-up is limited', async () => {
  const { app } = await start({ PLANS: 'off', SIGN_UP: 'invited' });
  const { body } = await app.inject('/');
  expect(body).toContain('<h1>landing en invited true</h1>');
  expect(body).not.toContain('"Offer"');
});

test('a page is sent compressed, and not sent again until it changes', async () => {
  const { app } = await start();
  const headers = { 'accept-encoding': 'gzip, br' };
  const first = await app.inject({ url: '/', headers });
  expect(first.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('<h1>landing en open false</h1>');
  const etag = String(first.headers.etag);
  const again = await app.inject({ url: '/', headers: { ...headers, 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const other = await app.inject({
    url: '/',
    headers: { ...headers, 'if-none-match': etag, 'accept-language': 'fr' },
  });
  expect(other.statusCode).toBe(200);
});

test('members, and browsers with an invalid session, get the right page at the same address', async () => {
  const { app, baseUrl } = await start();
  const cookie = await signUp(baseUrl);
  expect((await app.inject({ url: '/', headers: { cookie } })).body).toBe('<title>app</title>');
  const invalid = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await app.inject({ url: '/', headers: { cookie: invalid } })).body).toContain('<h1>landing');
});
