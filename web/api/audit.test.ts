import { describe, expect, test } from 'vitest';
import { auditExport, filterParameters } from './audit.ts';

const none = { type: '', document: '', person: '', from: '', to: '' };

describe('the events filter', () => {
  test('the filter selects all events by default', () => {
    expect(auditExport(none, 'csv')).toBe('/api/audit/export?format=csv');
  });

  test("the filter covers the beginning of the first day to the end of the last, in the reader's time zone", () => {
    const query = filterParameters({ ...none, from: '2026-03-28', to: '2026-03-29' });
    expect(query.from).toBe(new Date(2026, 2, 28).toISOString());
    expect(query.to).toBe(new Date(2026, 2, 30).toISOString());
  });

  test.each(['', 'yesterday', '2026-3-1'])('ignores %j, which is not a day', (from) => {
    expect(filterParameters({ ...none, from }).from).toBeNull();
  });

  test('the filter also applies to the export', () => {
    expect(auditExport({ ...none, type: 'document_sent', person: 'grace@harbour.example' }, 'csv')).toBe(
      '/api/audit/export?type=document_sent&person=grace%40harbour.example&format=csv',
    );
  });
});
