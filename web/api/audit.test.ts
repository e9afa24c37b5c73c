import { describe, expect, test } from 'vitest';
import { asked, auditExport } from './audit.ts';

const none = { type: '', document: '', person: '', from: '', to: '' };

describe('the events that are asked for', () => {
  test('are all of them when nothing narrows', () => {
    expect(auditExport(none, 'csv')).toBe('/api/audit/export?format=csv');
  });

  test('run from the beginning of the first day to the end of the last, where the reader is', () => {
    const query = asked({ ...none, from: '2026-03-28', to: '2026-03-29' });
    expect(query.from).toBe(new Date(2026, 2, 28).toISOString());
    expect(query.to).toBe(new Date(2026, 2, 30).toISOString());
  });

  test.each(['', 'yesterday', '2026-3-1'])('are not narrowed by %j, which is no day', (from) => {
    expect(asked({ ...none, from }).from).toBeNull();
  });

  test('are the ones that are exported', () => {
    expect(auditExport({ ...none, type: 'document_sent', person: 'grace@harbour.example' }, 'csv')).toBe(
      '/api/audit/export?type=document_sent&person=grace%40harbour.example&format=csv',
    );
  });
});
