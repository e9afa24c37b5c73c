import type pg from 'pg';
import { fillAccount } from '#testing/fill-account.ts';

type Owner = { accountId: string; userId: string };

/** Number of other items per document of an account. */
const shares = { folders: 1 / 50, contacts: 1 / 2, templates: 1 / 20, bulkRows: 1 / 10 };

/**
 * Fills an account as after years of use, with documents in folders and in the bin, four events each,
 * contacts, templates, notifications, and a bulk send. Uses one statement per table. The trail has the right
 * structure, but its hashes are wrong.
 */
export async function fillLists(
  pool: pg.Pool,
  owner: Owner,
  count: number,
  files: readonly string[],
): Promise<{ bulk: string }> {
  const { accountId, userId } = owner;
  const many = (share: number) => Math.max(5, Math.round(count * share));
  const folders = Array.from({ length: many(shares.folders) }, (_, index) => `Pier ${index + 1}`);
  await fillAccount(pool, owner, count, { folders, files });
  // A twentieth of the documents is in the bin. Those of the last days are completed with their duration.
  await pool.query(
    `UPDATE documents SET deleted_at = now() - interval '1 day' * (original_size % 25), deleted_by = $2
      WHERE account_id = $1 AND original_size % 20 = 0 AND status <> 'sent'`,
    [accountId, userId],
  );
  await pool.query(
    `UPDATE documents SET sent_at = created_at, completed_at = created_at + interval '90 minutes'
      WHERE account_id = $1 AND status = 'completed'`,
    [accountId],
  );
  await fillTrail(pool, accountId);
  await pool.query(
    `INSERT INTO notices (account_id, user_id, id, kind, document_id, seq, created_at, read_at)
     SELECT $1, $2, gen_random_uuid(), 'recipient-signed', document_id, seq, occurred_at,
            CASE WHEN row_number() OVER (ORDER BY occurred_at DESC) > 60 THEN now() END
       FROM events WHERE account_id = $1 AND type = 'document_signed'`,
    [accountId, userId],
  );
  await pool.query(
    `INSERT INTO contacts (account_id, id, email, email_key, name, company, note, sort_key, search_text,
                           last_sent_at, created_at, updated_at)
     SELECT $1, gen_random_uuid(), address, address, name, company, '', lower(name),
            lower(name || ' ' || address || ' ' || company), now() - n * interval '1 hour', now(), now()
       FROM generate_series(1, $2::int) AS n,
            LATERAL (SELECT 'person' || n || '@harbour.example' AS address,
                            (ARRAY['Grace', 'Linus', 'Hana', 'Ines'])[1 + n % 4] || ' ' || n AS name,
                            'Pilots ' || n % 40 AS company) AS card`,
    [accountId, many(shares.contacts)],
  );
  await fillTemplates(pool, owner, many(shares.templates), files[0]!);
  await pool.query('ANALYZE');
  return { bulk: await fillBulk(pool, owner, many(shares.bulkRows), files[0]!) };
}

async function fillTrail(pool: pg.Pool, accountId: string): Promise<void> {
  await pool.query(
    `INSERT INTO events (account_id, document_id, seq, id, type, occurred_at, body, prev_hash, hash)
     SELECT account_id, documents.id, step.seq, gen_random_uuid(), step.type,
            date_trunc('milliseconds', created_at) + step.seq * interval '1 minute',
            json_build_object('v', 1, 'seq', step.seq, 'type', step.type, 'data', json_build_object(),
              'personal', json_build_object(), 'actor', json_build_object('kind', step.kind, 'id', NULL))::text,
            repeat('0', 64), md5(documents.id::text || step.seq) || repeat('0', 32)
       FROM documents, (VALUES (1, 'document_uploaded', 'user'), (2, 'document_sent', 'user'),
            (3, 'document_opened', 'recipient'), (4, 'document_signed', 'recipient')) AS step (seq, type, kind)
      WHERE account_id = $1
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO event_values (account_id, document_id, seq, name, salt, value)
     SELECT account_id, document_id, seq, word.name, repeat('0', 32),
            CASE WHEN seq < 3 THEN word.sender ELSE word.signer || abs(hashtext(document_id::text)) % 2000 END
       FROM events, (VALUES ('actor', 'Ada Moreau', 'Grace Lindqvist '),
            ('actorEmail', 'ada@harbour.example', 'grace@harbour.example ')) AS word (name, sender, signer)
      WHERE account_id = $1
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
}

async function fillTemplates(
  pool: pg.Pool,
  { accountId, userId }: Owner,
  count: number,
  file: string,
): Promise<void> {
  await pool.query(
    `INSERT INTO templates (account_id, id, created_by, name, description, category, file_name, media_type,
                            original_sha256, original_size, base_sha256, base_size, pages, created_at)
     SELECT $1, gen_random_uuid(), $2, 'Lease of berth ' || n, 'For one year, with the quay', 'Legal', 'lease.pdf',
            'application/pdf', $4, 120000, $4, 250000,
            '[{"width":595,"height":842,"rotate":0,"crop":[0,0,595,842],"userUnit":1}]'::jsonb,
            date_trunc('milliseconds', now()) - n * interval '1 hour'
       FROM generate_series(1, $3::int) AS n`,
    [accountId, userId, count, file],
  );
  await pool.query(
    `INSERT INTO template_roles (account_id, template_id, id, position, name)
     SELECT account_id, id, gen_random_uuid(), 0, 'Signer 1' FROM templates WHERE account_id = $1`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO template_fields (account_id, template_id, id, position, role_id, type, page, x, y, width, height)
     SELECT account_id, template_id, gen_random_uuid(), p, id, 'signature', 1, 60, 60 * p, 160, 48
       FROM template_roles CROSS JOIN generate_series(1, 12) AS p WHERE account_id = $1`,
    [accountId],
  );
}

/** A bulk send in which every tenth row failed */
async function fillBulk(
  pool: pg.Pool,
  { accountId, userId }: Owner,
  count: number,
  file: string,
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO bulk_sends (account_id, id, created_by, template_id, snapshot, original_sha256, base_sha256, file_name,
                             signing_order, expiration_days, state, created_at, finished_at)
     SELECT account_id, gen_random_uuid(), $2, id,
            jsonb_build_object('id', id, 'name', name, 'roles', '[]'::jsonb, 'fields', '[]'::jsonb),
            $3, $3, 'berths.csv', 'parallel', 30, 'done', now(), now()
       FROM templates WHERE account_id = $1 LIMIT 1 RETURNING id`,
    [accountId, userId, file],
  );
  const id = rows[0]!.id;
  await pool.query(
    `INSERT INTO bulk_rows (account_id, bulk_id, line, cells, title, message, state, problem, detail, document_id)
     SELECT $1, $2, n + 1, '{"people":[],"values":{}}', 'Berth ' || n, '',
            CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'sent' END,
            CASE WHEN n % 10 = 0 THEN 'recipients-invalid' END,
            CASE WHEN n % 10 = 0 THEN 'Enter a valid email address.' END,
            CASE WHEN n % 10 <> 0 THEN gen_random_uuid() END
       FROM generate_series(1, $3::int) AS n`,
    [accountId, id, count],
  );
  return id;
}
