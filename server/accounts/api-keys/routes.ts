import { type ApiKeyView, type NewKeyAnswer, apiKeyRows } from '#contract/accounts/api-keys.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ApiKeysDeps } from './deps.ts';
import { createKey, notFound, renameKey, revokeKey, rotateKey } from './key-store.ts';
import { listKeys } from './list-keys.ts';

/** Routes for members who manage the account's keys. */
export function apiKeyRoutes(services: ApiKeysDeps): Routes {
  const { db, clock } = services;
  const one = async (accountId: string, id: string): Promise<ApiKeyView | Refusal> =>
    (await listKeys(db, accountId, clock(), id))[0] ?? notFound;
  const withSecret = async (
    accountId: string,
    made: { id: string; secret: string } | Refusal,
  ): Promise<NewKeyAnswer | Refusal> => {
    if (isRefusal(made)) return made;
    const key = await one(accountId, made.id);
    return isRefusal(key) ? key : { key, secret: made.secret };
  };
  return (app) => {
    serve(app, apiKeyRows.listKeys, async ({ user: { accountId, plan } }) => ({
      keys: await listKeys(db, accountId, clock()),
      available: apiAllowance(plan) === undefined,
    }));
    serve(app, apiKeyRows.createKey, async ({ user, body }) =>
      withSecret(user.accountId, await createKey(services, user, body)),
    );
    serve(app, apiKeyRows.renameKey, async ({ user, params: { id }, body }) =>
      isId(id) ? ((await renameKey(services, user, id, body.name)) ?? one(user.accountId, id)) : notFound,
    );
    serve(app, apiKeyRows.rotateKey, async ({ user, params: { id }, body }) =>
      isId(id)
        ? withSecret(user.accountId, await rotateKey(services, user, id, body.overlapHours))
        : notFound,
    );
    serve(app, apiKeyRows.revokeKey, async ({ user, params: { id } }) =>
      isId(id) ? revokeKey(services, user, id) : notFound,
    );
  };
}
