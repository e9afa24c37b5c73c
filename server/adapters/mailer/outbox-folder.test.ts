import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invitation, mailerSuite } from '#testing/suites/mailer.suite.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openOutboxFolder } from './outbox-folder.ts';

async function open() {
  const folder = temporaryFolder();
  const names = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const arrived = async (): Promise<Uint8Array[]> =>
    Promise.all((await names()).map((name) => readFile(join(folder, name))));
  return { mailer: await openOutboxFolder(folder), arrived, folder };
}

mailerSuite('the outbox folder', open, 'written');

test('a mail sent twice is stored in one file, and no temporary file remains (F-01)', async () => {
  const { mailer, folder } = await open();
  await mailer.deliver(invitation);
  await mailer.deliver(invitation);
  expect(await readdir(folder)).toEqual([`${invitation.messageId}.eml`]);
});

test('a mail written to the outbox does not count as accepted by a mail server', async () => {
  const { mailer } = await open();
  expect(await mailer.deliver(invitation)).toEqual({
    state: 'written',
    reply: `Written to the outbox as ${invitation.messageId}.eml`,
  });
});

test('a write error in the outbox defers the mail with the reason (F-08)', async () => {
  const { mailer, folder } = await open();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'somebody put a file here');
  expect(await mailer.findTrouble()).toMatchObject({
    words: expect.stringContaining('cannot be written') as string,
  });
  expect(await mailer.deliver(invitation)).toEqual({
    state: 'deferred',
    reply: 'The outbox folder cannot be written (ENOTDIR)',
  });
});
