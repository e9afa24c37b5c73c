import { expect, test } from 'vitest';
import { testsNear } from './tests-near.mjs';

const files: Record<string, string> = {
  'core/field/places.ts': '',
  'core/field/places.test.ts': `import { places } from './places.ts';`,
  'core/plan/plans.test.ts': `import { places } from '#core/field/places.ts';`,
  'server/accounts/contacts/save-contact.ts': '',
  'server/accounts/contacts/contacts.test.ts': `import { openOffice } from '#testing/open-office.ts';`,
  'docs/tests.md': '',
};
const near = (...changed: string[]) => testsNear(changed, Object.keys(files), (name) => files[name] ?? '');

test('finds the tests that import a changed file, in any folder', () => {
  expect(near('core/field/places.ts')).toEqual(['core/field/places.test.ts', 'core/plan/plans.test.ts']);
});

test('finds the tests of the folder for a file that no test imports, and a changed test itself', () => {
  expect(near('server/accounts/contacts/save-contact.ts')).toEqual([
    'server/accounts/contacts/contacts.test.ts',
  ]);
  expect(near('core/plan/plans.test.ts', 'docs/tests.md')).toEqual(['core/plan/plans.test.ts']);
});
