import type pg from 'pg';

type Filling = {
  /** Names of top-level folders that contain half of the documents. The others are in no folder. */
  folders?: readonly string[];
  /** Hashes of files that exist in the store, so that first pages can be rendered. */
  files?: readonly string[];
};

/**
 * Fills an account with this many documents of every status, created over the last two years, with two
 * recipients each. Uses one statement per table, in which the database generates the rows.
 */
export async function fillAccount(
  pool: pg.Pool,
  { accountId, userId }: { accountId: string; userId: string },
  count: number,
  { folders = [], files = ['0'.repeat(64)] }: Filling = {},
): Promise<void> {
  for (const name of folders) {
    await pool.query(
      `INSERT INTO folders (account_id, id, name, name_key, created_at)
       VALUES ($1, gen_random_uuid(), $2, lower($2), now())`,
      [accountId, name],
    );
  }
  await pool.query(
    `INSERT INTO documents (account_id, id, created_by, title, status, file_name, media_type, original_sha256,
                            original_size, base_sha256, base_size, pages, created_at, updated_at, folder_id)
     SELECT $1, gen_random_uuid(), $2,
            (ARRAY['Employment agreement', 'Mutual NDA', 'Lease renewal', 'Board resolution'])[1 + n % 4] || ', ' || n,
            (ARRAY['draft', 'sent', 'completed', 'completed', 'expired'])[1 + n % 5],
            'contract.pdf', 'application/pdf', file, 120000 + (n * 7919) % 900000, file, 250000,
            '[{"width":595,"height":842,"rotate":0,"crop":[0,0,595,842],"userUnit":1}]'::jsonb,
            now() - n * interval '10 minutes', now(),
            CASE WHEN n % 2 = 0 THEN place.ids[1 + (n / 2) % cardinality(place.ids)] END
       FROM generate_series(1, $3::int) AS n,
            LATERAL (SELECT ($4::text[])[1 + n % cardinality($4::text[])] AS file) AS chosen,
            (SELECT array_agg(id) AS ids FROM folders WHERE account_id = $1) AS place`,
    [accountId, userId, count, files],
  );
  await pool.query(
    `INSERT INTO recipients (account_id, document_id, id, position, email, name, status)
     SELECT account_id, id, gen_random_uuid(), p, 'grace' || p || '@harbour.example', 'Grace Lindqvist',
            CASE WHEN status = 'completed' THEN 'signed' ELSE 'waiting' END
       FROM documents CROSS JOIN generate_series(0, 1) AS p
      WHERE account_id = $1
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await pool.query('ANALYZE');
}
