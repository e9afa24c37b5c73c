import { provisioningRows } from '#contract/accounts/provisioning.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { confirmPerson, passwordGate } from '../sign-in/password-gate.ts';
import type { ProvisioningDeps } from './deps.ts';
import { scimBase } from './scim-answer.ts';
import { createToken, deleteToken, listTokens } from './token-store.ts';

/** Routes with which owners create and revoke tokens for directories. */
export function tokenRoutes(services: ProvisioningDeps): Routes {
  const gate = passwordGate(services);
  return (app) => {
    serve(app, provisioningRows.readProvisioning, async ({ user }) => ({
      baseUrl: scimBase(services.config),
      tokens: await listTokens(services.db, user.accountId),
    }));
    serve(
      app,
      provisioningRows.createProvisioningToken,
      async ({ user, body: { password, ...given } }) =>
        (await confirmPerson(gate, user, password)) ?? createToken(services, user, given),
    );
    serve(app, provisioningRows.deleteProvisioningToken, ({ user, params: { id } }) =>
      deleteToken(services, user, id),
    );
  };
}
