import { expect, test } from 'vitest';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice } from '#testing/open-office.ts';

const disposition = 'content-disposition: form-data; name="file"';

test.for([
  [
    'a file without a name',
    `--b\r\n${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n%PDF\r\n--b--\r\n`,
    'boundary=b',
    'upload-missing',
  ],
  [
    'a truncated form',
    `--b\r\n${disposition}; filename="lease.pdf"\r\n\r\n%PDF`,
    'boundary=b',
    'request-malformed',
  ],
  ['a form without a boundary', 'x', 'charset=utf-8', 'request-malformed'],
] as const)('%s is rejected with a client error', async ([, form, parameter, code]) => {
  const office = await openOffice(await openOneDatabase());
  const ada = await office.desk();
  const headers = { 'content-type': `multipart/form-data; ${parameter}` };
  const answer = await ada.ask('/api/documents/upload', { method: 'POST', body: Buffer.from(form), headers });
  expect(answer.body).toMatchObject({ code });
});

test('detects the type of raw bytes without a name, as the API description says', async () => {
  const office = await openOffice(await openOneDatabase());
  const ada = await office.desk();
  const send = async (blob: Blob) => {
    const form = new FormData();
    form.append('file', blob);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const [body, type] = [Buffer.from(await request.arrayBuffer()), request.headers.get('content-type')!];
    return ada.ask('/api/documents/upload', { method: 'POST', body, headers: { 'content-type': type } });
  };
  const taken = await send(new Blob([sampleLease()]));
  expect([taken.status, taken.body]).toMatchObject([201, { title: 'Document' }]);
  expect((await send(new Blob(['<html>']))).body).toMatchObject({ code: 'upload-wrong-type' });
});
