import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keysOf } from './live.ts';

const keyPaths = (...topics: string[]): string[] => keysOf(new Set(topics)).map((key) => key.join('/'));

describe('real-time updates', () => {
  test('an event reloads the document and the lists that contain it', () => {
    expect(keyPaths('document:7')).toEqual([
      'api/documents/list',
      'api/dashboard',
      'api/audit',
      'api/documents/7',
      'api/user/usage',
      'api/subscription/usage',
    ]);
  });

  test('many events reload each item once', () => {
    expect(keyPaths('document:7', 'document:8', 'documents', 'notices')).toEqual([
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

  test('events reload templates, contacts, folders and account events', () => {
    expect(keyPaths('templates')[0]).toBe('api/templates');
    expect(keyPaths('contacts', 'folders', 'audit')).toEqual(['api/contacts', 'api/folders', 'api/audit']);
  });

  test('reloads everything after a gap, and nothing for unknown topics', () => {
    expect(keyPaths('all', 'document:7')).toEqual(['api']);
    expect(keyPaths('weather', 'weather:7', 'constructor')).toEqual([]);
  });
});

test('the client does not poll', () => {
  const web = join(import.meta.dirname, '../..');
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const polling = sources.filter((name) =>
    /refetchInterval: (?!false)/.test(readFileSync(join(web, name), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(polling.filter((name) => !name.endsWith('.test.ts'))).toEqual([]);
});
