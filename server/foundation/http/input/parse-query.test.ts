import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';

test('ordinary parameters are strings, and repeated ones are arrays', () =>
  expect(parseQuery('q=lease&status=sent&x=1&x=2')).toEqual({ q: 'lease', status: 'sent', x: ['1', '2'] }));

test('parameters with a key in brackets form one object', () =>
  expect(parseQuery('metadata%5Bdepartment%5D=R%26D&metadata[cost%20centre]=17&q=a')).toEqual({
    q: 'a',
    metadata: { department: 'R&D', 'cost centre': '17' },
  }));

test.each(['a[]=1', 'a[b][c]=1', '[b]=1'])('%s is not an object', (text) =>
  expect(Object.values(parseQuery(text))).toEqual(['1']),
);

test('no parameter can change a prototype', () => {
  const query = parseQuery('__proto__[admin]=yes&metadata[__proto__]=x');
  expect((query as { admin?: unknown }).admin).toBeUndefined();
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});
