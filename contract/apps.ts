import { z } from 'zod';
import { scopes } from '#core/permission/scope.ts';

/** A program that members can connect, as those who look after keys see it. */
export const app = z
  .object({
    id: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    /** Whether it keeps a secret of its own, as a server can and a program on a desk cannot. */
    confidential: z.boolean(),
    createdAt: z.string(),
    /** How many members have connected it. */
    connections: z.number().int(),
  })
  .meta({ id: 'App' });
export type AppView = z.infer<typeof app>;

/** GET /api/apps; `available`: whether the plan of the account has the API in it. */
export const appList = z.object({ apps: z.array(app), available: z.boolean() });

/** POST /api/apps */
export const createAppBody = z.strictObject({
  name: z.string().max(100),
  redirectUris: z.array(z.string().max(500)).min(1).max(10),
  confidential: z.boolean(),
});
export type CreateAppBody = z.infer<typeof createAppBody>;
/** The secret is answered this once; null for an app that keeps none. */
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

/** GET /api/connect/{id}/request: what an app asks of the person who is signed in. */
export const connectRequest = z.object({
  app: z.string(),
  /** Where its answer goes. */
  host: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Whether it is only for the tools of assistants, which send nothing by themselves. */
  forTools: z.boolean(),
  account: z.string(),
  email: z.string(),
});
export type ConnectRequest = z.infer<typeof connectRequest>;

/** POST /api/connect/{id}/decision, and where the browser goes on. */
export const connectDecision = z.strictObject({ allow: z.boolean() });
export const connectAnswer = z.object({ url: z.string() });

/** RFC 9728 */
export const resourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
});

/** RFC 8414 */
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
