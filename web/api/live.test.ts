import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
      'api/user/usage',
      'api/subscription/usage',
    ]);
  });

  test('for each thing once, however many hints there were', () => {
    expect(asked('document:7', 'document:8', 'documents', 'notices')).toEqual([
      'api/documents/list',
      'api/dashboard',
      'api/audit',
      'api/documents/7',
      'api/user/usage',
      'api/subscription/usage',
      'api/documents/8',
      'api/folders',
      'api/documents/owners',
      'api/notices',
    ]);
  });

  test('for templates, contacts, folders and what happened to the account', () => {
    expect(asked('templates')[0]).toBe('api/templates');
    expect(asked('contacts', 'folders', 'audit')).toEqual(['api/contacts', 'api/folders', 'api/audit']);
  });

  test('for everything after a gap, and for nothing that it does not know', () => {
    expect(asked('all', 'document:7')).toEqual(['api']);
    expect(asked('weather', 'weather:7', 'constructor')).toEqual([]);
  });
});

test('nothing polls', () => {
  const web = join(import.meta.dirname, '..');
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const polling = sources.filter((name) =>
    /refetchInterval: (?!false)/.test(readFileSync(join(web, name), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(polling.filter((name) => !name.endsWith('.test.ts'))).toEqual([]);
});
