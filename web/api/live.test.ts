import { describe, expect, test } from 'vitest';
import { keysOf } from './live.ts';

const asked = (...topics: string[]): string[] => keysOf(new Set(topics)).map((key) => key.join('/'));

describe('a hint makes the page ask again', () => {
  test('for one document, and for the lists that it stands in', () => {
    expect(asked('document:7')).toEqual([
      'api/documents/list',
      'api/dashboard',
      'api/audit',
      'api/documents/7',
    ]);
  });

  test('for each thing once, however many hints there were', () => {
    expect(asked('document:7', 'document:8', 'documents', 'notices')).toEqual([
      'api/documents/list',
      'api/dashboard',
      'api/audit',
      'api/documents/7',
      'api/documents/8',
      'api/user/usage',
      'api/notices',
    ]);
  });

  test('for everything after a gap, and for nothing that it does not know', () => {
    expect(asked('all', 'document:7')).toEqual(['api']);
    expect(asked('weather')).toEqual([]);
  });
});
