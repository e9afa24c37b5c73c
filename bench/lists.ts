import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, request, type Browser } from '@playwright/test';
import { openDatabase } from '#server/foundation/db/database.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { chromiumPath } from '../e2e/playwright.config.ts';
import { startRunningServer } from '../e2e/support/running-server.ts';
import { draftByProgram } from '../e2e/support/sent-by-program.ts';
import { fillLists } from './lists/fill-lists.ts';
import { places, press, type Place } from './lists/places.ts';
import { busySince, scrollThrough, settle, watchPages, watchWork, type Busy } from './lists/watch-page.ts';
import { median } from './quantile.ts';

/**
 * `npm run bench:lists`, optionally with part of a list's name, measures every list of the product with 10
 * 000 documents in the account and with 100: the server's response time, and whether the browser stutters
 * while the list is opened, paged ten times and scrolled. Both accounts are in one embedded database behind
 * the running product. The results are the ratio, and whether any task takes long.
 */
const only = process.argv[2] ?? '';
const sizes = [10_000, 100];
const requestCount = 9;
const pagesTurned = 10;

type Account = { cookie: string; bulk: string; folder: string };
type Measured = { answer: number; opening: Busy; leafing: Busy; turned: number };

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-lists-'));
const accounts = await makeAccounts();
const server = await startRunningServer(dataDir, { PLANS: 'off' });
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  console.log(`Every list with ${sizes.join(' and with ')} documents in the account; times in ms\n`);
  console.log(
    '| list | documents | answer, median | times that with 100 | work to open | longest task | pages | work a page | longest task | longest frame | DOM nodes |',
  );
  console.log(`| --- ${'| --: '.repeat(10)}|`);
  const names = places(accounts[0]!).map(({ what }) => what);
  for (const [index, what] of names.entries()) {
    if (!what.includes(only)) continue;
    const measured: Measured[] = [];
    for (const account of accounts) measured.push(await measure(browser, account, places(account)[index]!));
    print(what, measured);
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Both accounts sign up while the product runs. Their lists are written while it is stopped. */
async function makeAccounts(): Promise<Account[]> {
  const first = await startRunningServer(dataDir, { PLANS: 'off' });
  const people = sizes.map((_, index) => ({ ...ada, email: `ada${index}@harbour.example` }));
  const cookies: string[] = [];
  for (const person of people) {
    const cookie = await signUp(first.baseUrl, person);
    cookies.push(cookie);
    const program = await request.newContext({ baseURL: first.baseUrl, extraHTTPHeaders: { cookie } });
    await draftByProgram(program, 'Lease of the harbour office');
    await program.dispose();
  }
  await first.stop();
  const database = await openDatabase({ dataDir });
  const filled: Account[] = [];
  for (const [index, person] of people.entries()) {
    const user = await database.db
      .selectFrom('users')
      .select(['account_id', 'id'])
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    const owner = { accountId: user.account_id, userId: user.id };
    const of = (table: 'documents' | 'folders') => database.db.selectFrom(table);
    const { base_sha256: file } = await of('documents')
      .select('documents.base_sha256')
      .where('documents.account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow();
    const { bulk } = await fillLists(database.owner, owner, sizes[index]!, [file]);
    const folder = await of('folders')
      .select('folders.id')
      .where('folders.account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow();
    filled.push({ cookie: cookies[index]!, bulk, folder: folder.id });
  }
  await database.close();
  return filled;
}

async function measure(chromium: Browser, { cookie }: Account, place: Place): Promise<Measured> {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: server.baseUrl }]);
  const page = await context.newPage();
  await watchPages(page);
  const work = await watchWork(page);
  await page.goto(server.baseUrl + place.path);
  await settle(page);
  await place.open?.(page);
  await settle(page);
  const opening = await busySince(page, work);
  let turned = 1;
  const further = place.further ?? ((at) => press(at, 'Next'));
  while (turned < pagesTurned && (await further(page))) {
    await settle(page);
    turned += 1;
  }
  await scrollThrough(page);
  const leafing = await busySince(page, work);
  await context.close();
  return { answer: await answerTime(cookie, place.api), opening, leafing, turned };
}

/** The median of several consecutive response times. */
async function answerTime(cookie: string, path: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < requestCount; turn += 1) {
    const before = performance.now();
    const answer = await fetch(server.baseUrl + path, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - before);
  }
  return median(times);
}

function print(what: string, measured: Measured[]): void {
  const few = measured.at(-1)!.answer;
  for (const [index, { answer, opening, leafing, turned }] of measured.entries()) {
    const cells = [
      ...[what, sizes[index]!, answer.toFixed(1), (answer / few).toFixed(1)],
      ...[opening.work, opening.longest, turned, Math.round(leafing.work / turned)],
      ...[leafing.longest, leafing.maxFrameMs, leafing.domNodes],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
