import { z } from 'zod';
import { scopes } from '#core/permission/scope.ts';
import { defineRoutes, nothing, redirect } from '../route.ts';

/** An app that members can connect, as shown to members who manage API keys. */
export const app = z
  .object({
    id: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    /** True if the app can keep a secret. A server can, but a desktop program cannot. */
    confidential: z.boolean(),
    createdAt: z.string(),
    /** Number of members who have connected the app. */
    connections: z.number().int(),
  })
  .meta({ id: 'App' });
export type AppView = z.infer<typeof app>;

/** GET /api/apps. `available` is true if the account's plan includes the API. */
export const appList = z.object({ apps: z.array(app), available: z.boolean() });

/** Body of POST /api/apps. */
export const createAppBody = z.object({
  name: z.string().max(100),
  redirectUris: z.array(z.string().max(500)).min(1).max(10),
  confidential: z.boolean(),
});
export type CreateAppBody = z.infer<typeof createAppBody>;
/** The secret is returned only once; null for an app without a secret. */
export const newApp = z.object({ app, secret: z.string().nullable() });
export type NewApp = z.infer<typeof newApp>;

/** An app that the member has connected. */
export const connection = z.object({
  id: z.string(),
  app: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type ConnectionView = z.infer<typeof connection>;
export const connectionList = z.array(connection);

/** GET /api/connect/{id}/request. The permissions that an app requests from the signed-in person. */
export const connectRequest = z.object({
  app: z.string(),
  /** The host that receives the authorization response. */
  host: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** True if the app uses only the tools for assistants, which never send anything automatically. */
  forTools: z.boolean(),
  account: z.string(),
  email: z.string(),
});
export type ConnectRequest = z.infer<typeof connectRequest>;

/** Body of POST /api/connect/{id}/decision. */
export const connectDecision = z.object({ allow: z.boolean() });
export const connectAnswer = z.object({ url: z.string() });

/** Metadata as defined in RFC 9728. */
export const resourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
});

/** Metadata as defined in RFC 8414. */
export const authorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
});

/** OAuth apps. Only people can register, connect and disconnect them. */
export const appRows = defineRoutes({
  listApps: {
    at: 'GET /api/apps',
    summary: 'List the apps that members of the account can connect',
    caller: 'member',
    permission: 'key.manage',
    answers: { 200: appList },
    refusals: [],
  },
  createApp: {
    at: 'POST /api/apps',
    summary: 'Register an app (only this response contains its secret)',
    caller: 'confirmed',
    permission: 'key.manage',
    body: createAppBody,
    answers: { 201: newApp },
    refusals: ['key-name-missing', 'redirect-invalid', 'too-many-keys', 'plan-without-api'],
  },
  removeApp: {
    at: 'DELETE /api/apps/{id}',
    summary: 'Delete an app and disconnect everyone who uses it',
    caller: 'member',
    permission: 'key.manage',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  listConnections: {
    at: 'GET /api/connections',
    summary: 'List the member’s connected apps',
    caller: 'member',
    permission: 'own',
    answers: { 200: connectionList },
    refusals: [],
  },
  endConnection: {
    at: 'DELETE /api/connections/{id}',
    summary: 'Disconnect an app',
    caller: 'member',
    permission: 'own',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  beginConnection: {
    at: 'GET /api/connect/{id}',
    summary: 'Redirect from an app to its consent page',
    caller: 'anyone',
    head: false,
    answers: { 302: redirect },
    refusals: [],
  },
  readConnectRequest: {
    at: 'GET /api/connect/{id}/request',
    summary: 'Get the permissions that an app requests',
    caller: 'member',
    permission: 'own',
    answers: { 200: connectRequest },
    refusals: ['not-found', 'plan-without-api'],
  },
  decideConnection: {
    at: 'POST /api/connect/{id}/decision',
    summary: 'Allow or deny an app’s request to act for the member',
    caller: 'confirmed',
    permission: 'own',
    body: connectDecision,
    answers: { 200: connectAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  readResource: {
    at: 'GET /.well-known/oauth-protected-resource/api',
    summary: 'Get the protected resource metadata of the API (RFC 9728)',
    caller: 'anyone',
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readMcpResource: {
    at: 'GET /.well-known/oauth-protected-resource/mcp',
    summary: 'Get the protected resource metadata of the MCP tools (RFC 9728)',
    caller: 'anyone',
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readAuthorizationServer: {
    at: 'GET /.well-known/oauth-authorization-server/oauth',
    summary: 'Get the authorization server metadata (RFC 8414)',
    caller: 'anyone',
    answers: { 200: authorizationServer },
    refusals: [],
  },
});
