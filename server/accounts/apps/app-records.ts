import type { Kysely } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { providerRecords } from '../identity-provider/provider-records.ts';

/** The database contains only hashes of these tokens, so that someone who reads it cannot use them. */
const secret = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode']);

/** Storage for the app provider, separate from the records of the sign-in provider. */
export function appRecords(db: Kysely<Schema>, model: string): Adapter {
  if (model === 'Client') return clients(db);
  const records = providerRecords(db, `app:${model}`);
  if (model === 'Grant') return grants(db, records);
  // The provider keeps no sessions; the session of the product decides who is signed in.
  if (model === 'Session') return { ...records, ...forgetful(records) };
  return secret.has(model) ? hashed(records) : records;
}

function hashed(records: Adapter): Adapter {
  return {
    ...records,
    upsert: (id, payload, expiresIn) => records.upsert(sha256(id), { ...payload, jti: '' }, expiresIn),
    async find(id) {
      const found = await records.find(sha256(id));
      return found && { ...found, jti: id };
    },
    consume: (id) => records.consume(sha256(id)),
    destroy: (id) => records.destroy(sha256(id)),
  };
}

function forgetful(records: Adapter): Pick<Adapter, 'upsert'> {
  return {
    upsert(id, { accountId: _accountId, authorizations: _given, ...payload }, expiresIn) {
      return records.upsert(id, payload, expiresIn);
    },
  };
}

/** Also ends the connection when its grant ends, for example because a refresh token was reused. */
function grants(db: Kysely<Schema>, records: Adapter): Adapter {
  return {
    ...records,
    async destroy(id) {
      await db
        .updateTable('connections')
        .set({ ended_at: new Date() })
        .where('grant_id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
      await records.destroy(id);
    },
  };
}

function clients(db: Kysely<Schema>): Adapter {
  const never = () => Promise.reject(new Error('Register apps in the settings.'));
  return {
    async find(id): Promise<AdapterPayload | undefined> {
      if (!isId(id)) return undefined;
      const row = await db
        .selectFrom('apps')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return row && clientOf(row);
    },
    upsert: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
    findByUid: never,
    findByUserCode: never,
  };
}

function clientOf(row: {
  id: string;
  name: string;
  redirect_uris: unknown;
  secret_hash: string | null;
}): AdapterPayload {
  const uris = row.redirect_uris as string[];
  return {
    client_id: row.id,
    client_name: row.name,
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
    // 'native' allows any port, because a desktop program listens on any free one (RFC 8252 §7.3).
    application_type: uris.some((uri) => uri.startsWith('http:')) ? 'native' : 'web',
    ...(row.secret_hash === null
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: row.secret_hash }),
  };
}
