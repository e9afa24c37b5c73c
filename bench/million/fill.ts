import type pg from 'pg';

type Owner = { accountId: string; userId: string };

const tables = ['documents', 'document_titles', 'recipients', 'events', 'event_values', 'named_people'];

/** Words and a person that occur in this many documents of each account, regardless of its size. */
const rare = { documents: 25, words: 'Heron Quay', name: 'Zora Quill', email: 'zora@quill.example' };

/**
 * Fills accounts with documents of two years, each with two recipients and ten events. Uses one statement per
 * table and account, without triggers and with indexes created afterwards, as in a bulk import. The trail has
 * the right structure. Its hashes are wrong, but no list reads them.
 */
export async function fill(
  pool: pg.Pool,
  accounts: readonly { owner: Owner; count: number }[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = replica`);
    await client.query(`SET synchronous_commit = off`);
    await client.query(`SET maintenance_work_mem = '512MB'`);
    const indexes = await dropIndexes(client);
    for (const { owner, count } of accounts) await fillAccount(client, owner, count);
    for (const index of indexes) await client.query(index);
    for (const table of [...tables, 'document_counts']) await client.query(`VACUUM ANALYZE ${table}`);
    await client.query('RESET ALL');
  } finally {
    client.release(true);
  }
}

/** Drops the indexes that no constraint needs, and returns the statements that recreate them. */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
      WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT indisprimary AND NOT indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ made }) => made);
}

/** Ordered by time, like the product's ids (server/foundation/db/new-id.ts). */
const idOf = (time: string): string =>
  `(lpad(to_hex(floor(extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
     || '8' || substr(md5(random()::text), 1, 15))::uuid`;

async function fillAccount(
  client: pg.PoolClient,
  { accountId, userId }: Owner,
  count: number,
): Promise<void> {
  const people = Math.max(20, Math.ceil(count / 500));
  await client.query(
    `INSERT INTO documents (account_id, id, created_by, title, status, file_name, media_type, original_sha256,
                            original_size, base_sha256, base_size, pages, created_at, updated_at, sent_at, completed_at)
     SELECT $1, ${idOf('made')}, $2,
            (ARRAY['Employment agreement', 'Mutual NDA', 'Lease renewal', 'Board resolution'])[1 + n % 4]
              || ', Firm ' || (n::bigint * 7919) % 5000 || ', no. ' || n
              || CASE WHEN (n::bigint * 7919) % $3::int < ${rare.documents} THEN ', ${rare.words}' ELSE '' END,
            status, 'contract.pdf', 'application/pdf', repeat('0', 64), 120000 + (n::bigint * 7919) % 900000, repeat('0', 64),
            250000, '[{"width":595,"height":842,"rotate":0,"crop":[0,0,595,842],"userUnit":1}]'::jsonb, made, made,
            CASE WHEN status <> 'draft' THEN made END, CASE WHEN status = 'completed' THEN made + interval '90 minutes' END
       FROM generate_series(1, $3::int) AS n,
            LATERAL (SELECT (ARRAY['draft', 'sent', 'completed', 'completed', 'expired'])[1 + n % 5] AS status,
                            date_trunc('milliseconds', now()) - n * (interval '730 days' / $3::int) AS made) AS one`,
    [accountId, userId, count],
  );
  await client.query(
    `INSERT INTO document_titles (account_id, start, document_id, title)
     SELECT account_id, left(title_key, 2), id, title FROM documents WHERE account_id = $1`,
    [accountId],
  );
  await client.query(
    `INSERT INTO recipients (account_id, document_id, id, position, email, name, status)
     SELECT account_id, id, gen_random_uuid(), p,
            CASE WHEN rare THEN '${rare.email}' ELSE 'person' || person || '@harbour.example' END,
            CASE WHEN rare THEN '${rare.name}' ELSE 'Grace Lindqvist ' || person END,
            CASE WHEN status = 'completed' THEN 'signed' ELSE 'waiting' END
       FROM documents, generate_series(0, 1) AS p,
            LATERAL (SELECT (original_size * 31 + p * 17) % $2::int AS person,
                            p = 1 AND title LIKE '%${rare.words}' AS rare) AS who
      WHERE account_id = $1`,
    [accountId, people],
  );
  await client.query(
    `INSERT INTO document_counts (account_id, month, status, count)
     SELECT account_id, date_trunc('month', created_at AT TIME ZONE 'UTC'), status, count(*)
       FROM documents WHERE account_id = $1 GROUP BY 1, 2, 3`,
    [accountId],
  );
  await client.query(
    `INSERT INTO events (account_id, document_id, seq, id, type, occurred_at, body, prev_hash, hash)
     SELECT account_id, documents.id, seq, gen_random_uuid(), step.type, created_at + seq * interval '1 minute',
            '{"actor":{"id":null,"kind":"' || kind || '"},"data":{},"personal":{},"seq":' || seq || ',"type":"' || step.type
              || '","v":1}',
            repeat('0', 64), md5(documents.id::text || seq) || repeat('0', 32)
       FROM documents, unnest(
            ARRAY['document_uploaded', 'document_sent', 'mail_accepted', 'mail_accepted', 'document_opened', 'document_opened',
                  'document_opened', 'document_signed', 'document_opened', 'document_signed'],
            ARRAY['user', 'user', 'system', 'system', 'recipient', 'recipient', 'recipient', 'recipient', 'recipient', 'recipient'])
            WITH ORDINALITY AS step (type, kind, seq)
      WHERE account_id = $1`,
    [accountId],
  );
  await client.query(
    `INSERT INTO event_values (account_id, document_id, seq, occurred_at, name, salt, value)
     SELECT account_id, id, seq, created_at + seq * interval '1 minute', name, '00000000000000000000000000000000',
            CASE WHEN seq < 5 THEN sender WHEN name = 'actor' THEN 'Grace Lindqvist ' || person
                 ELSE 'person' || person || '@harbour.example' END
       FROM documents, (VALUES (1), (4), (6), (8), (10)) AS step (seq),
            (VALUES ('actor', 'Ada Moreau'), ('actorEmail', 'ada@harbour.example')) AS word (name, sender),
            LATERAL (SELECT (original_size * 31 + CASE WHEN seq > 8 THEN 17 ELSE 0 END) % $2::int AS person) AS who
      WHERE account_id = $1`,
    [accountId, people],
  );
  await client.query(
    `INSERT INTO named_people (account_id, value, document_id)
     SELECT DISTINCT ON (value) account_id, value, document_id FROM event_values
      WHERE account_id = $1 ORDER BY value, occurred_at`,
    [accountId],
  );
}
