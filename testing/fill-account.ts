import type pg from 'pg';

/**
 * Gives an account so many documents of every status, two recipients each, made over the last two years. In
 * one statement a table: the database makes the rows itself.
 */
export async function fillAccount(
  pool: pg.Pool,
  { accountId, userId }: { accountId: string; userId: string },
  count: number,
): Promise<void> {
  await pool.query(
    `INSERT INTO documents (account_id, id, created_by, title, status, file_name, media_type, original_sha256,
                            original_size, base_sha256, base_size, pages, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2,
            (ARRAY['Employment agreement', 'Mutual NDA', 'Lease renewal', 'Board resolution'])[1 + n % 4] || ', ' || n,
            (ARRAY['draft', 'sent', 'completed', 'completed', 'expired'])[1 + n % 5],
            'contract.pdf', 'application/pdf', repeat('0', 64), 248000, repeat('0', 64), 250000,
            '[{"width":595,"height":842,"rotate":0,"crop":[0,0,595,842],"userUnit":1}]'::jsonb,
            now() - n * interval '10 minutes', now()
       FROM generate_series(1, $3::int) AS n`,
    [accountId, userId, count],
  );
  await pool.query(
    `INSERT INTO recipients (account_id, document_id, id, position, email, name, status)
     SELECT account_id, id, gen_random_uuid(), p, 'grace' || p || '@harbour.example', 'Grace Lindqvist',
            CASE WHEN status = 'completed' THEN 'signed' ELSE 'waiting' END
       FROM documents CROSS JOIN generate_series(0, 1) AS p
      WHERE account_id = $1`,
    [accountId],
  );
  await pool.query('ANALYZE');
}
