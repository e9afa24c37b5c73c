import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openOutboxFolder } from '../../../adapters/mailer/outbox-folder.ts';
import { createOutboxAddress } from './operator-key.ts';

describe('the outbox of a new installation', () => {
  let folder: string;
  let office: Office;
  let ada: Desk;
  let address: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    const outbox = await openOutboxFolder(join(folder, 'outbox'));
    office = await openOffice(await openOneDatabase(), {
      ports: { mailer: outbox, outbox },
      settings: { DATA_DIR: folder },
    });
    address = await createOutboxAddress(folder, 'http://127.0.0.1:3000');
    ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(1), [{ ...grace, name: '<b>Grace</b>' }]);
    await ada.send(id, { message: 'See https://evil.example' });
    await ada.post('/api/support/messages', {
      name: 'Linus',
      email: 'linus@okafor.example',
      topic: 'problem',
      message: 'The page is white.',
    });
    await office.settled();
  });

  const inject = (url: string, cookie = '') => office.product.app.inject({ url, headers: { cookie } });
  async function letIn(): Promise<string> {
    const answer = await inject(new URL(address).pathname + new URL(address).search);
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/outbox']);
    return String(answer.headers['set-cookie']).split(';')[0]!;
  }

  test('the URL from the console gives access to every email, its signing link, and support messages', async () => {
    const cookie = await letIn();
    const list = await inject('/outbox', cookie);
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain('Support (problem): Linus');
    expect(list.body).not.toContain('<b>Grace');
    const names = [...list.body.matchAll(/href="\/outbox\/([^"]+\.eml)"/g)].map(([, name]) => name!);
    expect(names).toHaveLength(2);
    const mails = await Promise.all(
      names.map(async (name) => (await inject(`/outbox/${name}`, cookie)).body),
    );
    const invitation = mails.find((body) => body.includes('/sign/'))!;
    const links = [...invitation.matchAll(/href="(http[^"]*)"/g)].map(([, href]) => new URL(href!));
    expect(links.map(({ origin, pathname }) => [origin, pathname.split('/')[1]])).toEqual([
      ['http://127.0.0.1:3000', 'sign'],
      ['http://127.0.0.1:3000', 'mail'],
    ]);
  });

  test('neither a session (even the first) nor a wrong, old or forged key gives access (S-09)', async () => {
    const forged = `outbox=${Date.now() + 1e9}.${'A'.repeat(43)}`;
    const over = (await letIn()).replace(/=\d+/, '=1000');
    for (const cookie of ['', ada.cookie, forged, over, 'outbox=']) {
      for (const path of ['/outbox', '/outbox?page=1', '/outbox/x.eml', '/outbox/x.eml/0']) {
        const answer = await inject(path, cookie);
        expect([answer.statusCode, answer.body.includes('/sign/')]).toEqual([403, false]);
      }
    }
    expect((await inject('/outbox?key=')).statusCode).toBe(403);
    expect((await inject(`/outbox?key=${'A'.repeat(32)}`)).statusCode).toBe(403);
    const old = address;
    address = await createOutboxAddress(folder, 'http://127.0.0.1:3000');
    expect((await inject(new URL(old).pathname + new URL(old).search)).statusCode).toBe(403);
    expect((await stat(join(folder, 'keys', 'outbox-address'))).mode & 0o777).toBe(0o600);
  });

  test('no file name gives access to files outside the outbox', async () => {
    const cookie = await letIn();
    await writeFile(join(folder, 'secret.eml'), 'Subject: no\r\n\r\nno');
    for (const name of [
      '..%2Fsecret.eml',
      '..%2Fkeys%2Fsecret',
      '.probe.eml',
      '%2Fetc%2Fpasswd',
      `${'a'.repeat(80)}.eml`,
    ]) {
      const { statusCode, body } = await inject(`/outbox/${name}`, cookie);
      expect([statusCode >= 404, body.includes('Subject: no')]).toEqual([true, false]);
    }
  });

  test('the list is divided into pages, newest first', async () => {
    const cookie = await letIn();
    const mails = (await readdir(join(folder, 'outbox'))).length;
    for (let n = 0; n < 30; n += 1) {
      const name = `0${String(n).padStart(2, '0')}@harbour.example.eml`;
      await writeFile(
        join(folder, 'outbox', name),
        `Subject: Mail ${n}\r\nTo: g@harbour.example\r\n\r\nHello`,
      );
    }
    const first = await inject('/outbox', cookie);
    expect(first.body).toContain('1 / 2');
    expect(first.body).toContain('Mail 29');
    expect(first.body).not.toContain('Mail 0<');
    const second = await inject('/outbox?page=2', cookie);
    expect([...second.body.matchAll(/\.eml"/g)]).toHaveLength(30 + mails - 25);
    expect((await inject('/outbox?page=999', cookie)).body).toContain('2 / 2');
  });

  test('the page does not exist if a mail server is configured', async () => {
    const sent = await openOffice(await openOneDatabase(), {
      settings: { SMTP_URL: 'smtp://127.0.0.1:2525', SUPPORT_EMAIL: 'help@harbour.example' },
    });
    const answer = await sent.product.app.inject(new URL(address).pathname + new URL(address).search);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).not.toContain('Outbox');
  });
});
