import { expect, test } from 'vitest';
import { joinPdfs } from '#pdf/join/join-pdfs.ts';
import { readObjects } from '#pdf/verify/read-objects.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { checkFiles } from './check-files.ts';
import type { Evidence } from '../evidence.ts';
import type { ReadEvent } from '../trail.ts';

const lease = { id: 'a', title: 'Lease', kind: 'sign', pages: 2 };
const terms = { id: 'b', title: 'Terms · 2027', kind: 'acknowledge', pages: 1 };
const salary = { id: 'c', title: 'Salary', kind: 'read', pages: 1 };
const base = joinPdfs([lease, terms, salary].map(({ title, pages }) => ({ title, pdf: sampleLease(pages) })));

const event = (type: string, data: object): ReadEvent =>
  ({ place: 4, body: { type, data, actor: { kind: 'recipient', id: 'grace' } }, values: {} }) as never;
const signed = (acknowledgedFiles?: string) => [
  event('consent_given', { ...(acknowledgedFiles && { acknowledgedFiles }) }),
  event('document_signed', {}),
];
const codesFor = (files: unknown, events = signed('b')) => {
  const document = { files, pages: [{}, {}, {}, {}] } as unknown as Evidence['document'];
  return checkFiles(readObjects(base), { document } as Evidence, events).map(({ code }) => code);
};

test('a correct list of files raises no alarm', () => expect(codesFor([lease, terms, salary])).toEqual([]));

test.each([
  ['swapped', [lease, salary, terms]],
  ['missing', [lease, terms]],
  ['added', [lease, terms, salary, { ...salary, id: 'd' }]],
  ['mixed with another document', [lease, { ...terms, title: 'Other terms' }, salary]],
  ['cut elsewhere', [{ ...lease, pages: 1 }, { ...terms, pages: 2 }, salary]],
  ['without page counts', [{ ...lease, pages: '2' }, terms, salary]],
  ['no list', { lease }],
])('a false list of files is detected: %s', (_, files) => expect(codesFor(files)).toContain('files-differ'));

test('a signature requires that every file to acknowledge was confirmed as read', () => {
  expect(codesFor([lease, terms, salary], signed())).toEqual(['file-not-read']);
  expect(codesFor([lease, terms, salary], signed('a c'))).toEqual(['file-not-read']);
  expect(codesFor([lease, terms, { ...salary, kind: 'acknowledge' }])).toEqual(['file-not-read']);
});
