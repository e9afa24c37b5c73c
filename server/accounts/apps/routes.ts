import { appRows } from '#contract/accounts/apps.ts';
import { resourceScopes, type AppResource } from '#core/permission/app-scopes.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal } from '#core/refusal.ts';
import { addRoutes, type App, type Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { mountProvider } from '../identity-provider/mount-provider.ts';
import type { PlanRules } from '../../records/plan-store.ts';
import { appProviderPath, resourceOf } from './app-provider.ts';
import { createApp, endConnection, listApps, listConnections, removeApp } from './app-store.ts';
import { decide, readQuestion, type ConnectParts } from './connect.ts';

/** Routes for apps that people authorize with OAuth. */
export function appRoutes(parts: ConnectParts & PlanRules): Routes {
  return async (app) => {
    parts.provider.on('server_error', (_ctx, err) => app.log.error({ err }, 'the provider for apps failed'));
    await addRoutes(app, mountProvider(parts.provider, parts.publicUrl, appProviderPath));
    registering(app, parts);
    connecting(app, parts);
    metadata(app, parts);
  };
}

function registering(app: App, parts: ConnectParts & PlanRules): void {
  const { db } = parts;
  serve(app, appRows.listApps, async ({ user: { accountId, plan } }) => ({
    apps: await listApps(db, accountId),
    available: apiAllowance(plan) === undefined,
  }));
  serve(app, appRows.createApp, async ({ user, body }) => {
    const made = await createApp(parts, user, body);
    if (isRefusal(made)) return made;
    const apps = await listApps(db, user.accountId);
    return { app: apps.find(({ id }) => id === made.id)!, secret: made.secret };
  });
  serve(app, appRows.removeApp, async ({ user, params: { id } }) => removeApp(parts, user, id));
  serve(app, appRows.listConnections, async ({ user }) => listConnections(db, user));
  serve(app, appRows.endConnection, async ({ user, params: { id } }) => endConnection(parts, user, id));
}

function connecting(app: App, parts: ConnectParts): void {
  // The path of the interaction cookie is limited to this route. The page itself is part of the web client.
  serve(app, appRows.beginConnection, async ({ params: { id }, reply }) =>
    reply.redirect(`/connect/${encodeURIComponent(id)}`),
  );
  serve(app, appRows.readConnectRequest, async (exchange) => readQuestion(parts, exchange));
  serve(app, appRows.decideConnection, async ({ body, ...exchange }) => decide(parts, exchange, body.allow));
}

function metadata(app: App, { publicUrl, provider }: ConnectParts): void {
  const of = (resource: AppResource, name: string) => () => ({
    resource: resourceOf(publicUrl, resource),
    resource_name: name,
    authorization_servers: [provider.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: [...resourceScopes[resource]],
  });
  serve(app, appRows.readResource, of('api', app.serviceName));
  serve(app, appRows.readMcpResource, of('mcp', `${app.serviceName}, tools for assistants`));
  serve(app, appRows.readAuthorizationServer, () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/auth`,
    token_endpoint: `${provider.issuer}/token`,
    revocation_endpoint: `${provider.issuer}/token/revocation`,
    scopes_supported: [...resourceScopes.api],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }));
}
