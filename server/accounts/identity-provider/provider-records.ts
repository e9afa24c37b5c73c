import type { Kysely } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { ProviderRecordsTable, Schema } from '../../foundation/db/schema.ts';

/**
 * Stores the embedded provider's sessions, interactions, codes and grants in the database, so that they
 * survive restarts.
 */
export function providerRecords(db: Kysely<Schema>, model: string): Adapter {
  const findBy = async (
    column: 'id' | 'uid' | 'user_code',
    value: string,
  ): Promise<AdapterPayload | undefined> => {
    const row = await db
      .selectFrom('provider_records')
      .select(['payload', 'consumed_at', 'expires_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .executeTakeFirst();
    return row && readPayload(row);
  };

  return {
    async upsert(id, payload, expiresIn) {
      const row = {
        payload,
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      };
      await db
        .insertInto('provider_records')
        .values({ model, id, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
        .execute();
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),

    /** Throws for the second of two concurrent requests with the same code. */
    async consume(id) {
      const { numUpdatedRows } = await db
        .updateTable('provider_records')
        .set({ consumed_at: new Date() })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await db.deleteFrom('provider_records').where('model', '=', model).where('id', '=', id).execute();
    },
    async revokeByGrantId(grantId) {
      await db
        .deleteFrom('provider_records')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute();
    },
  };
}

type StoredRecord = { [K in 'payload']: unknown } & Pick<ProviderRecordsTable, 'consumed_at' | 'expires_at'>;

function readPayload(row: StoredRecord): AdapterPayload | undefined {
  if (row.expires_at && row.expires_at.getTime() <= Date.now()) return undefined;
  const payload = row.payload as AdapterPayload;
  return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
}
