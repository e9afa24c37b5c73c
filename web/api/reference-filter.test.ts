import { expect, test } from 'vitest';
import { readReferenceFilter } from './reference-filter.ts';

test.each([
  ['', {}],
  ['hr-17', { externalId: 'hr-17' }],
  ['department = HR', { metadata: { department: 'HR' } }],
  ['formula=a=b', { metadata: { formula: 'a=b' } }],
  ['aGFyYm91cg==', { externalId: 'aGFyYm91cg==' }],
  ['aGFyYm91=', { externalId: 'aGFyYm91=' }],
])('the filter %s is %j', (text, filter) => expect(readReferenceFilter(text)).toEqual(filter));
