import { expect, test } from 'vitest';
import { openOneDatabase } from '#testing/databases.ts';
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
    'a form that was cut off',
    `--b\r\n${disposition}; filename="lease.pdf"\r\n\r\n%PDF`,
    'boundary=b',
    'request-malformed',
  ],
  ['a form without a boundary', 'x', 'charset=utf-8', 'request-malformed'],
] as const)('%s is refused, and no fault of ours', async ([, form, parameter, code]) => {
  const office = await openOffice(await openOneDatabase());
  const ada = await office.desk();
  const headers = { 'content-type': `multipart/form-data; ${parameter}` };
  const answer = await ada.ask('/api/documents/upload', { method: 'POST', body: Buffer.from(form), headers });
  expect(answer.body).toMatchObject({ code });
});
