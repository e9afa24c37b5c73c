import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { WebhookKind } from '#core/webhook/events.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema, WebhookEndpointsTable } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { EndpointKey } from './secrets.ts';

/** SQL for the names of the owner and the API key. A key belongs to the member who created it. */
const madeBy = [
  sql<string>`(SELECT CASE WHEN first_name || last_name = '' THEN email ELSE trim(first_name || ' ' || last_name) END
     FROM users u WHERE u.account_id = webhook_endpoints.account_id AND u.id = coalesce(
       (SELECT k.user_id FROM api_keys k
         WHERE k.account_id = webhook_endpoints.account_id AND k.id = key_id), created_by))`.as('maker'),
  sql<string | null>`(SELECT name FROM api_keys k
     WHERE k.account_id = webhook_endpoints.account_id AND k.id = key_id)`.as('key_name'),
  sql<boolean>`coalesce((SELECT k.scopes ? 'documents:read' FROM api_keys k
     WHERE k.account_id = webhook_endpoints.account_id AND k.id = key_id), key_id IS NULL)`.as('detailed'),
];

export type DisabledReason = 'member' | 'failing' | 'gone' | 'plan' | 'key';

export type Endpoint = EndpointKey & {
  createdBy: string;
  /** The API key that created or redirected the endpoint; null once a person redirects or enables it. */
  keyId: string | null;
  url: string;
  kinds: WebhookKind[];
  includeValues: boolean;
  /** False if its API key cannot read documents. The endpoint then receives only ids. */
  detailed: boolean;
  madeBy: { name: string; key: string | null };
  /** Encrypted for the database. */
  secret: string;
  oldSecret: { sealed: string; until: Date } | null;
  /** Null if the endpoint is enabled. */
  disabledReason: DisabledReason | null;
  failingSince: Date | null;
  notifiedAt: Date | null;
  createdAt: Date;
};

export async function listEndpoints(db: Kysely<Schema>, accountId: string): Promise<Endpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select(madeBy)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(readEndpoint);
}

/**
 * Returns an endpoint of this account. Undefined if it does not exist or belongs to another account; callers
 * cannot distinguish the two (S-07).
 */
export async function findEndpoint(
  db: Kysely<Schema>,
  { accountId, id }: EndpointKey,
): Promise<Endpoint | undefined> {
  if (!isId(id)) return undefined;
  const row = await one(db, { accountId, id }).executeTakeFirst();
  return row && readEndpoint(row);
}

/**
 * Like `findEndpoint`, but locks the row until the transaction ends. Events for the endpoint can still be
 * written.
 */
export async function lockEndpoint(tx: Tx, { accountId, id }: EndpointKey): Promise<Endpoint | undefined> {
  if (!isId(id)) return undefined;
  const row = await one(tx, { accountId, id }).forNoKeyUpdate().executeTakeFirst();
  return row && readEndpoint(row);
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: Pick<
    Endpoint,
    'accountId' | 'id' | 'createdBy' | 'keyId' | 'url' | 'kinds' | 'includeValues' | 'secret' | 'createdAt'
  >,
): Promise<void> {
  const { accountId, id, createdBy, keyId, url, kinds, includeValues, secret, createdAt } = endpoint;
  await tx
    .insertInto('webhook_endpoints')
    .values({
      account_id: accountId,
      id,
      created_by: createdBy,
      url,
      kinds,
      include_values: includeValues,
      secret,
      key_id: keyId,
      created_at: createdAt,
    })
    .execute();
}

export async function saveEndpoint(
  tx: Tx,
  { accountId, id }: EndpointKey,
  change: Updateable<WebhookEndpointsTable>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Returns the enabled endpoints whose API key was revoked. */
export async function listOfRevokedKeys(db: Kysely<Schema>): Promise<EndpointKey[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('api_keys as key', (join) =>
      join.onRef('key.account_id', '=', 'endpoint.account_id').onRef('key.id', '=', 'endpoint.key_id'),
    )
    .select(['endpoint.account_id as accountId', 'endpoint.id'])
    .where('endpoint.key_id', 'is not', null)
    .where('endpoint.state', '=', 'on')
    .where('key.revoked_at', 'is not', null)
    .execute();
  return rows;
}

/** Disables an endpoint. Gives up its waiting deliveries, which stay in the log and can be replayed. */
export async function switchOff(tx: Tx, key: EndpointKey, because: DisabledReason): Promise<void> {
  await saveEndpoint(tx, key, { state: 'off', disabled_reason: because });
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed' })
    .where('account_id', '=', key.accountId)
    .where('endpoint_id', '=', key.id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function deleteEndpoint(tx: Tx, { accountId, id }: EndpointKey): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).where('id', '=', id).execute();
}

function one(db: Kysely<Schema>, { accountId, id }: EndpointKey) {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select(madeBy)
    .where('account_id', '=', accountId)
    .where('id', '=', id);
}

type Row = Selectable<WebhookEndpointsTable> & { maker: string; key_name: string | null; detailed: boolean };

function readEndpoint(row: Row): Endpoint {
  return {
    accountId: row.account_id,
    id: row.id,
    createdBy: row.created_by,
    keyId: row.key_id,
    madeBy: { name: row.maker, key: row.key_name },
    url: row.url,
    kinds: row.kinds as WebhookKind[],
    includeValues: row.include_values,
    detailed: row.detailed,
    secret: row.secret,
    oldSecret:
      row.old_secret !== null && row.old_secret_until !== null
        ? { sealed: row.old_secret, until: row.old_secret_until }
        : null,
    disabledReason: row.disabled_reason as DisabledReason | null,
    failingSince: row.failing_since,
    notifiedAt: row.notified_at,
    createdAt: row.created_at,
  };
}
