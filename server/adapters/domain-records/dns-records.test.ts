import { expect, onTestFinished, test } from 'vitest';
import { startDnsServer } from '#testing/servers/dns-server.ts';
import { dnsRecords } from './dns-records.ts';

test('joins long texts, recognizes nonexistent names, and reports when no name server responds', async () => {
  const server = await startDnsServer();
  onTestFinished(() => server.close());
  const patience = { timeout: 100, tries: 1 };
  const records = dnsRecords({ server: server.address, patience });
  const long = `v=DKIM1; p=${'x'.repeat(400)}`;
  server.texts.set('cs1._domainkey.harbour.example', [long, 'another']);
  server.texts.set('harbour.example', []);
  expect((await records.txt('cs1._domainkey.harbour.example')).sort()).toEqual(['another', long]);
  expect(await records.txt('harbour.example')).toEqual([]);
  expect(await records.txt('elsewhere.example')).toEqual([]);
  server.silent = true;
  await expect(records.txt('harbour.example')).rejects.toThrow();
});
