import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';

type Db = Kysely<Schema>;
type Row = Record<string, unknown>;

/** Values of an event that describe its actor. Other values may name other people. */
const ofActor = ['actor', 'actorEmail', 'ip', 'userAgent', 'reason'];

/**
 * Returns all data about an address for its owner: their parts of documents, their events with values,
 * mentions of them, emails to them, and how they sign in. Of credentials, it contains only times. It leaves
 * out other people's data: other recipients, others' events, and an account's private notes.
 */
export async function collectOwnData(db: Db, email: string, now: number): Promise<Row> {
  const own = email.toLowerCase();
  return {
    email,
    madeAt: new Date(now).toISOString(),
    documents: [...(await documentsOf(db, own)), ...(await passedOn(db, email))],
    mails: await found(
      sql<Row>`SELECT kind, to_name AS "name", state, created_at AS "requestedAt", accepted_at AS "sentAt"
            FROM mails WHERE lower(to_address) = ${own}
           UNION ALL
          SELECT kind, to_name, state, created_at, accepted_at
            FROM identity_mails WHERE lower(to_address) = ${own} ORDER BY "requestedAt"`,
      db,
    ),
    passkeys: await found(
      sql<Row>`SELECT a.name AS "account", k.created_at AS "since", k.last_used_at AS "lastUsedAt"
            FROM signer_passkeys k JOIN accounts a ON a.id = k.account_id WHERE k.email = ${own} ORDER BY k.created_at`,
      db,
    ),
    contacts: await found(
      sql<Row>`SELECT a.name AS "account", c.name, c.company, c.language, c.created_at AS "since"
            FROM contacts c JOIN accounts a ON a.id = c.account_id WHERE lower(c.email) = ${own} ORDER BY c.id`,
      db,
    ),
    templates: await found(
      sql<Row>`SELECT a.name AS "account", r.name AS "role", r.person_name AS "name"
            FROM template_roles r JOIN accounts a ON a.id = r.account_id WHERE lower(r.person_email) = ${own}
           UNION
          SELECT a.name, r ->> 'name', r #>> '{person,name}'
            FROM template_versions v JOIN accounts a ON a.id = v.account_id,
                 jsonb_array_elements(v.content -> 'roles') AS r
           WHERE lower(r #>> '{person,email}') = ${own} ORDER BY "account", "role"`,
      db,
    ),
    formEntries: await found(
      sql<Row>`SELECT f.name, f.email, f.language, f.requested_at AS "requestedAt", f.confirmed_at AS "confirmedAt", t.name AS "form",
                 f.answers
            FROM form_entries f JOIN templates t ON t.account_id = f.account_id AND t.id = f.template_id
           WHERE lower(f.email) = ${own} ORDER BY f.requested_at`,
      db,
    ),
    ...(await asMember(db, own)),
    supportMessages: await found(
      sql<Row>`SELECT name, topic, message, created_at AS "at" FROM support_messages WHERE lower(email) = ${own}
           ORDER BY created_at`,
      db,
    ),
    blockedSenders: await found(
      sql<Row>`SELECT a.name AS "account", b.created_at AS "since" FROM mail_blocks b
            JOIN accounts a ON a.id = b.account_id WHERE b.address = ${own} ORDER BY b.created_at`,
      db,
    ),
    reportedMails: await found(
      sql<Row>`SELECT note, created_at AS "at" FROM mail_reports WHERE address = ${own} ORDER BY created_at`,
      db,
    ),
    answersTo: await found(
      sql<Row>`SELECT a.name AS "account", b.reply_to_requested_at AS "requestedAt", coalesce(lower(b.reply_to) = ${own}, false) AS "confirmed"
            FROM brands b JOIN accounts a ON a.id = b.account_id
           WHERE ${own} IN (lower(b.reply_to), lower(b.reply_to_requested)) ORDER BY a.id`,
      db,
    ),
    asked: await found(
      sql<Row>`SELECT language, requested_at AS "at" FROM data_requests WHERE lower(email) = ${own} ORDER BY requested_at`,
      db,
    ),
  };
}

/** Returns the accounts that they belong to or were invited to, what they did there, and how they sign in. */
async function asMember(db: Db, own: string): Promise<Row> {
  return {
    invitations: await found(
      sql<Row>`SELECT a.name AS "account", i.role, i.created_at AS "invitedAt", i.expires_at AS "goodUntil",
                 i.accepted_at AS "acceptedAt", i.withdrawn_at AS "withdrawnAt"
            FROM member_invitations i JOIN accounts a ON a.id = i.account_id
           WHERE lower(i.email) = ${own} ORDER BY i.created_at`,
      db,
    ),
    provisioned: await found(
      sql<Row>`SELECT a.name AS "account", p.user_name AS "userName", p.email, p.external_id AS "externalId",
                 p.given_name AS "firstName", p.family_name AS "lastName", p.active, p.created_at AS "since"
            FROM provisioned_people p JOIN accounts a ON a.id = p.account_id
           WHERE lower(p.email) = ${own} ORDER BY p.created_at`,
      db,
    ),
    // If the address was never confirmed, someone else may have entered it.
    memberships: await found(
      sql<Row>`SELECT a.name AS "account", u.role, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
                 u.created_at AS "since", u.last_seen_at AS "lastSeenAt", u.removed_at AS "leftAt",
                 u.email_confirmed_at AS "addressConfirmedAt", p.language, p.timezone, p.theme, p.notifications
            FROM users u JOIN accounts a ON a.id = u.account_id
            LEFT JOIN preferences p ON p.account_id = u.account_id AND p.user_id = u.id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY u.created_at`,
      db,
    ),
    accountEvents: await found(
      sql<Row>`SELECT e.type, e.occurred_at AS "at", e.ip FROM account_events e
            JOIN users u ON u.account_id = e.account_id AND u.id = e.user_id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY e.occurred_at`,
      db,
    ),
    sessions: await found(
      sql<Row>`SELECT s.ip, s.user_agent AS "browser", s.created_at AS "since", s.last_seen_at AS "lastSeenAt"
            FROM sessions s JOIN users u ON u.account_id = s.account_id AND u.id = s.user_id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY s.created_at`,
      db,
    ),
    photo: await found(
      sql<Row>`SELECT a.name AS "account", m.media_type AS "kind", m.updated_at AS "since" FROM member_photos m
            JOIN users u ON u.account_id = m.account_id AND u.id = m.user_id JOIN accounts a ON a.id = u.account_id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY m.updated_at`,
      db,
    ),
    apiKeys: await found(
      sql<Row>`SELECT a.name AS "account", k.name, k.mode, k.created_at AS "since", k.expires_at AS "goodUntil",
                 k.last_used_at AS "lastUsedAt", k.last_used_ip AS "lastUsedFrom", k.revoked_at AS "endedAt"
            FROM api_keys k JOIN users u ON u.account_id = k.account_id AND u.id = k.user_id
            JOIN accounts a ON a.id = u.account_id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY k.created_at`,
      db,
    ),
    apps: await found(
      sql<Row>`SELECT a.name AS "account", p.name, c.created_at AS "connectedAt", c.last_used_at AS "lastUsedAt",
                 c.last_used_ip AS "lastUsedFrom", c.ended_at AS "endedAt"
            FROM connections c JOIN users u ON u.account_id = c.account_id AND u.id = c.user_id
            JOIN apps p ON p.account_id = c.account_id AND p.id = c.app_id JOIN accounts a ON a.id = u.account_id
           WHERE lower(u.email) = ${own} AND u.email_confirmed_at IS NOT NULL ORDER BY c.created_at`,
      db,
    ),
    signIn: await found(
      sql<Row>`SELECT i.email, i.first_name AS "firstName", i.last_name AS "lastName", i.created_at AS "since",
                 i.email_confirmed_at AS "addressConfirmedAt", i.password_changed_at AS "passwordChangedAt",
                 (SELECT json_agg(json_build_object('name', k.name, 'since', k.created_at))
                    FROM identity_passkeys k WHERE k.identity_id = i.id) AS "passkeys"
            FROM identities i WHERE lower(i.email) = ${own} AND i.email_confirmed_at IS NOT NULL`,
      db,
    ),
  };
}

/**
 * Returns their part of each sent document. The title is included once they got an email that contained it,
 * so not before their turn. Values entered after an access code are left out, because someone with access to
 * the mailbox may not know the code.
 */
async function documentsOf(db: Db, own: string): Promise<Row[]> {
  const rows = await found(
    sql<Row>`SELECT r.account_id, r.document_id, r.id AS recipient_id, d.status,
               CASE WHEN r.invited_at IS NOT NULL OR d.completed_at IS NOT NULL THEN d.title END AS title,
               r.access_code_hash IS NOT NULL AS "behindCode", d.sent_at AS "sentAt",
               d.completed_at AS "completedAt", r.name, r.role, r.language, r.status AS "part",
               r.invited_at AS "invitedAt", r.opened_at AS "openedAt", r.acted_at AS "actedAt",
               r.decline_reason AS "declineReason", r.consent_withdrawn_at AS "consentWithdrawnAt",
               CASE WHEN r.access_code_hash IS NULL THEN
                 (SELECT max(c.saved_at) FROM ceremony_drafts c WHERE c.account_id = r.account_id
                     AND c.document_id = r.document_id AND c.recipient_id = r.id) END AS "draftSavedAt"
          FROM recipients r JOIN documents d ON d.account_id = r.account_id AND d.id = r.document_id
         WHERE lower(r.email) = ${own} AND d.sent_at IS NOT NULL ORDER BY d.sent_at`,
    db,
  );
  const documents: Row[] = [];
  for (const { account_id: account, document_id: id, recipient_id: recipient, ...facts } of rows) {
    const values = await found(
      sql<Row>`SELECT f.label, f.type, v.value, v.filled_at AS "at" FROM field_values v
            JOIN fields f ON f.account_id = v.account_id AND f.document_id = v.document_id AND f.id = v.field_id
           WHERE v.account_id = ${account} AND v.document_id = ${id} AND v.recipient_id = ${recipient}
           ORDER BY f.position`,
      db,
    );
    const signature = await found(
      sql<Row>`SELECT act, kind, signature_text AS "text", image_sha256 IS NOT NULL AS "picture",
                 initials_text AS "initials", initials_sha256 IS NOT NULL AS "initialsPicture", signed_at AS "at", ip, user_agent AS "browser", locale AS "language"
            FROM signatures WHERE account_id = ${account} AND document_id = ${id} AND recipient_id = ${recipient}`,
      db,
    );
    const files = await found(
      sql<Row>`SELECT name, size AS "bytes", created_at AS "at" FROM attachments
           WHERE account_id = ${account} AND document_id = ${id} AND recipient_id = ${recipient} ORDER BY created_at`,
      db,
    );
    const events = await eventsOf(db, { account, id }, own);
    documents.push({
      ...facts,
      ...(facts['behindCode'] ? { values: null, files: null } : { values, files }),
      signature: signature[0] ?? null,
      events,
    });
  }
  return documents;
}

/**
 * Returns documents whose trail contains the address although they have no part in them: the part was
 * delegated, or the sender corrected the address. Searches for the address as typed and in lowercase, one
 * account at a time, so that the index (0142) can be used.
 */
async function passedOn(db: Db, email: string): Promise<Row[]> {
  const own = email.toLowerCase();
  const rows = await found(
    sql<Row>`SELECT d.account_id, d.id AS document_id, d.status, d.sent_at AS "sentAt", d.completed_at AS "completedAt",
               CASE WHEN EXISTS (SELECT FROM mails m WHERE m.account_id = d.account_id AND m.document_id = d.id
                                   AND m.kind = 'invitation' AND lower(m.to_address) = ${own}) THEN d.title END AS title
          FROM accounts a
          JOIN LATERAL (SELECT DISTINCT v.document_id FROM event_values v
                         WHERE v.account_id = a.id AND v.value IN (${email}, ${own})
                           AND v.name IN ('actorEmail', 'recipientEmail', 'beforeEmail')) named ON true
          JOIN documents d ON d.account_id = a.id AND d.id = named.document_id
         WHERE d.sent_at IS NOT NULL
           AND NOT EXISTS (SELECT FROM recipients r WHERE r.account_id = d.account_id AND r.document_id = d.id
                             AND lower(r.email) = ${own})
           AND NOT EXISTS (SELECT FROM users u WHERE u.account_id = d.account_id AND lower(u.email) = ${own})
         ORDER BY d.sent_at`,
    db,
  );
  const documents: Row[] = [];
  for (const { account_id: account, document_id: id, ...facts } of rows)
    documents.push({ ...facts, part: 'passed-on', events: await eventsOf(db, { account, id }, own) });
  return documents;
}

/**
 * Returns the events that this address caused. Before a delegation, the part may have been another person's.
 */
function eventsOf(db: Db, { account, id }: { account: unknown; id: unknown }, own: string): Promise<Row[]> {
  return found(
    sql<Row>`SELECT e.type, e.occurred_at AS "at",
               (SELECT json_object_agg(v.name, v.value) FROM event_values v
                 WHERE v.account_id = e.account_id AND v.document_id = e.document_id AND v.seq = e.seq
                   AND v.name = ANY (${ofActor})) AS "values"
          FROM events e
         WHERE e.account_id = ${account} AND e.document_id = ${id}
           AND EXISTS (SELECT 1 FROM event_values a WHERE a.account_id = e.account_id
                        AND a.document_id = e.document_id AND a.seq = e.seq
                        AND a.name = 'actorEmail' AND lower(a.value) = ${own})
         ORDER BY e.seq`,
    db,
  );
}

async function found(query: ReturnType<typeof sql<Row>>, db: Db): Promise<Row[]> {
  return (await query.execute(db)).rows;
}
