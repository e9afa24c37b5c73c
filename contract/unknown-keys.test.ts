import { expect, test } from 'vitest';
import { examples } from './examples.ts';
import { jsonBodyOf, type Route } from './route.ts';
import { routes } from './routes.ts';

/** Requests in which a value under a misspelled key must not be lost. */
const refused = [
  'sendDocument',
  'sendFile',
  'sendTemplate',
  'useTemplate',
  'previewBulk',
  'startBulk',
  'createProposal',
  'changeDraft',
  'createTemplate',
  'resendCopies',
] as const;

test.each(refused)('%s refuses an unknown key by name', (name) => {
  const body = jsonBodyOf((routes as Readonly<Record<string, Route>>)[name]!);
  const result = body!.safeParse({ ...examples[name], valeus: 1 });
  expect(result.error?.issues.map(({ message }) => message).join()).toMatch(/valeus/);
});
