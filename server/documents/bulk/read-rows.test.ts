import { expect, test } from 'vitest';
import { bulkCheck } from '#core/bulk/check-rows.ts';
import { readBulkFile } from '#core/bulk/read-file.ts';
import { isRefusal } from '#core/refusal.ts';
import { grace } from '#testing/cast.ts';
import { checkRows } from './read-rows.ts';

const snapshot = {
  name: 'Berth lease',
  roles: [{ id: 't', name: 'Tenant', role: 'signer' as const, turn: 1 }],
  fields: [],
};

test('checking a long file lets other requests run after each row', async () => {
  const file = readBulkFile(['Email', ...Array<string>(500).fill(grace.email)].join('\n'), snapshot);
  if (isRefusal(file)) throw new Error(file.detail);
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const turnsAtRow: number[] = [];
  function* watched<Row>(rows: Iterable<Row>): Iterable<Row> {
    for (const row of rows) {
      turnsAtRow.push(turns);
      yield row;
    }
  }
  const check = bulkCheck(snapshot, file.filled, { recipientLimit: null, expirationDays: 30 });
  const checked = await checkRows(watched(file.rows), check, { fit: () => Promise.resolve([]) }, undefined);
  clearImmediate(next);
  expect(checked).toHaveLength(500);
  expect(new Set(turnsAtRow).size).toBe(500);
});
