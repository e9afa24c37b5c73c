import { expect, test } from 'vitest';
import * as groups from '#contract/paths.ts';
import { loggedPath } from '../process/redact.ts';

const paths = Object.values(groups)
  .flatMap((group) => (typeof group === 'object' ? Object.values(group as Record<string, unknown>) : []))
  .filter((at): at is string => typeof at === 'string' && at.includes('{token}'))
  .map((at) => at.split(' ')[1]!);
// Pages missing from the route table because the browser renders them.
const pages = ['/sign/{token}', '/embed/{token}', '/embed/edit/{token}'];

test.each([...new Set([...paths, ...pages])])(
  'the log does not contain the secret in %s (S-11, S-39)',
  (path) => {
    const filled = path.replaceAll(/\{\w+\}/g, (name) => (name === '{token}' ? 'QmVydGggMTQ' : '1'));
    for (const written of [filled, filled.replace('QmVy', '%51mVy'), `${filled}?x=1`])
      expect(loggedPath(written)).not.toMatch(/mVydGggMTQ/);
  },
);

test('paths without secrets are logged unchanged', () => {
  expect(paths.length).toBeGreaterThan(20);
  for (const path of ['/api/embedding/origins', '/api/forms/1', '/api/documents/1/embed', '/login/1'])
    expect(loggedPath(path)).toBe(path);
});
