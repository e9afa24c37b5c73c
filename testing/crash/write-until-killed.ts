// Writes pairs of rows, one transaction per pair, and prints each pair's number when its commit is
// acknowledged. The test kills this process at any moment and looks for missing numbers and incomplete pairs.
import { openDatabase } from '#server/foundation/db/database.ts';
import { locationFromArguments, say } from './location-from-arguments.ts';

const { pool, owner } = await openDatabase(locationFromArguments());
const { rows } = await pool.query<{ next: number }>(
  'SELECT coalesce(max(n), 0) + 1 AS next FROM left_halves',
);
for (let n = rows[0]?.next ?? 1; ; n += 1) {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO left_halves (n) VALUES ($1)', [n]);
  await client.query('INSERT INTO right_halves (n) VALUES ($1)', [n]);
  await client.query('COMMIT');
  client.release();
  say(String(n));
  if (n % 40 === 0) await owner.query('CHECKPOINT');
}
