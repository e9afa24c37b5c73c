import { expect, test } from 'vitest';
import { lineBox, markSize, signatureLines } from './signature-line.ts';

const grace = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };
const at = Date.parse('2026-11-27T22:35:10Z');
const formats = { timeZone: 'Pacific/Auckland', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' } as const;
const lined = { ...formats, signatureLine: true };
const id = '3f2a91bc-0000-4000-8000-000000000001';

test('the line has the name, the local time with UTC offset and a short id, and there are shorter forms', () => {
  expect(signatureLines(grace, at, { id, formats: lined })).toEqual([
    'Grace Lindqvist · 28.11.2026 11:35 +13:00 · 3f2a91bc',
    '28.11.2026 11:35 +13:00 · 3f2a91bc',
    '3f2a91bc',
  ]);
  const utc = { id, formats: { ...lined, timeZone: 'UTC' } };
  expect(signatureLines({ ...grace, name: '' }, at, utc)[0]).toBe(
    'grace@harbour.example · 27.11.2026 22:35 UTC · 3f2a91bc',
  );
  const newYork = { id, formats: { ...lined, timeZone: 'America/St_Johns' } };
  expect(signatureLines(grace, at, newYork)[1]).toContain('19:05 -03:30');
});

test('before signing, the line has a placeholder for the time', () => {
  expect(signatureLines(grace, { day: '2026-11-28' }, { id, formats: lined })[0]).toBe(
    'Grace Lindqvist · 28.11.2026 --:-- · 3f2a91bc',
  );
  expect(signatureLines(grace, at, { id, formats })).toEqual([]);
});

test('the signature and its line share the box, except for initials and low boxes', () => {
  const box = { type: 'signature', x: 10, y: 20, width: 190, height: 48 } as const;
  const line = lineBox(box, lined)!;
  expect(line.y).toBe(box.y + markSize(box, lined).height);
  expect(line.y + line.height).toBe(box.y + box.height);
  for (const other of [{ ...box, height: 19 }, { ...box, type: 'initial' } as const]) {
    expect(lineBox(other, lined)).toBeUndefined();
    expect(markSize(other, lined).height).toBe(other.height);
  }
  expect(lineBox(box, formats)).toBeUndefined();
});
