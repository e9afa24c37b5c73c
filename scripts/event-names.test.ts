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

test('one event has one name: on the document’s page, in the audit trail and on the certificate page', () => {
  expect(Object.keys(screens).toSorted()).toEqual([...eventTypes, ...accountEventTypes].toSorted());
  for (const type of eventTypes) expect(screens[type], type).toBe(eventNames[type]);
  expect(new Set(Object.values(screens)).size).toBe(Object.keys(screens).length);
});

test('the names are those of the specification (§2 /audit), with the same capitals throughout', () => {
  expect(
    ['document_uploaded', 'document_sent', 'document_opened', 'document_signed', 'document_completed'].map(
      (type) => screens[type],
    ),
  ).toEqual([
    'Document Created',
    'Document Sent',
    'Document Viewed',
    'Document Signed',
    'Document Completed',
  ]);
  const small = new Set(['a', 'by', 'for', 'in', 'the', 'to']);
  const wrong = Object.values(screens).filter((name) =>
    name.split(/[ -]/).some((word) => /^[a-z]/.test(word) && !small.has(word)),
  );
  expect(wrong).toEqual([]);
});
