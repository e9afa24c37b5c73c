import { expect, test } from 'vitest';
import { comparePromises, promisesIn } from './compare-promises.mjs';

test('the lists and reports of both runners name the same tests', () => {
  const name = 'server/api/realtime/live.test.ts › live updates (PostgreSQL server) › hears of a signature';
  const file = '/home/ada/countersign/server/api/realtime/live.test.ts';
  const suites = ['live updates (PostgreSQL server)'];
  expect(promisesIn([{ file, name: 'live updates (PostgreSQL server) > hears of a signature' }])).toEqual([
    name,
  ]);
  const assertionResults = [{ ancestorTitles: suites, title: 'hears of a signature' }];
  expect(promisesIn({ testResults: [{ name: file, assertionResults }] })).toEqual([name]);
  const specs = [{ file: 'live.spec.ts', title: 'hears of a signature' }];
  const nested = [{ title: 'a bell', file: 'live.spec.ts', specs }];
  expect(
    promisesIn({ suites: [{ title: 'live.spec.ts', file: 'live.spec.ts', specs, suites: nested }] }),
  ).toEqual(['e2e/live.spec.ts › hears of a signature', 'e2e/live.spec.ts › a bell › hears of a signature']);
});

test('tests moved to the long run are distinguished from lost ones, and a moved file loses no tests', () => {
  expect(
    comparePromises({
      before: [
        'server/a.test.ts › signs (embedded database)',
        'server/a.test.ts › signs (PostgreSQL server)',
        'server/a.test.ts › seals',
        'server/a.test.ts › declines',
      ],
      now: [
        'server/a.test.ts › signs (PostgreSQL server)',
        'server/b.test.ts › seals',
        'core/c.test.ts › reads',
      ],
      long: ['server/a.test.ts › signs (embedded database)'],
    }),
  ).toEqual({
    kept: ['server/a.test.ts › signs (PostgreSQL server)', 'server/a.test.ts › seals'],
    moved: ['server/a.test.ts › signs (embedded database)'],
    lost: ['server/a.test.ts › declines'],
    added: ['core/c.test.ts › reads'],
  });
});
