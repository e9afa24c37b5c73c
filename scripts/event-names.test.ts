import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountEventTypes } from '#core/account/event.ts';
import { eventNames } from '#core/trail/event-names.ts';
import { eventTypes } from '#core/trail/event.ts';

const root = join(import.meta.dirname, '..');
const texts = JSON.parse(readFileSync(join(root, 'web/locales/app/en.json'), 'utf8')) as Record<
  string,
  string
>;
const screens = Object.fromEntries(
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith('event.') ? [[key.slice(6), text]] : [])),
);

test('an event has the same name on the document’s page, in the audit log and on the certificate', () => {
  expect(Object.keys(screens).toSorted()).toEqual([...eventTypes, ...accountEventTypes].toSorted());
  for (const type of eventTypes) expect(screens[type], type).toBe(eventNames[type]);
  expect(new Set(Object.values(screens)).size).toBe(Object.keys(screens).length);
});

test('the names are those of the specification (§2 /audit), and all others are in sentence case', () => {
  const quoted: Record<string, string> = {
    document_uploaded: 'Document Created',
    document_sent: 'Document Sent',
    document_opened: 'Document Viewed',
    document_signed: 'Document Signed',
    document_completed: 'Document Completed',
  };
  expect(screens).toMatchObject(quoted);
  const others = Object.entries(screens).filter(([type]) => !(type in quoted));
  const wrong = others.filter(
    ([, name]) => !/^[A-Z]/.test(name) || /[A-Z]/.test(name.slice(1).replace('PI ', '')),
  );
  expect(wrong).toEqual([]);
});
