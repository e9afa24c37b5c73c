import type { Address } from './route-address.ts';

/** API keys of an account. */
export const apiKeyPaths = {
  listKeys: 'GET /api/keys',
  createKey: 'POST /api/keys',
  renameKey: 'PATCH /api/keys/{id}',
  rotateKey: 'POST /api/keys/{id}/rotate',
  revokeKey: 'DELETE /api/keys/{id}',
} as const satisfies Record<string, Address>;

/** Legal hold of a document, and erasure of a person in a finished one. */
export const keepingPaths = {
  holdDocument: 'PUT /api/documents/{id}/hold',
  liftHold: 'DELETE /api/documents/{id}/hold',
  erasePerson: 'POST /api/documents/{id}/recipients/{recipientId}/erase',
} as const satisfies Record<string, Address>;

/** OAuth apps that act for a member. */
export const appPaths = {
  listApps: 'GET /api/apps',
  createApp: 'POST /api/apps',
  removeApp: 'DELETE /api/apps/{id}',
  listConnections: 'GET /api/connections',
  endConnection: 'DELETE /api/connections/{id}',
  beginConnection: 'GET /api/connect/{id}',
  readConnectRequest: 'GET /api/connect/{id}/request',
  decideConnection: 'POST /api/connect/{id}/decision',
  readResource: 'GET /.well-known/oauth-protected-resource/api',
  readMcpResource: 'GET /.well-known/oauth-protected-resource/mcp',
  readAuthorizationServer: 'GET /.well-known/oauth-authorization-server/oauth',
} as const satisfies Record<string, Address>;

/** MCP endpoint for assistants. */
export const mcpPaths = {
  speakMcp: 'POST /mcp',
  listenMcp: 'GET /mcp',
} as const satisfies Record<string, Address>;

/** Webhook endpoints of an account. */
export const webhookPaths = {
  listWebhooks: 'GET /api/webhooks',
  addWebhook: 'POST /api/webhooks',
  changeWebhook: 'PATCH /api/webhooks/{id}',
  removeWebhook: 'DELETE /api/webhooks/{id}',
  renewWebhookSecret: 'POST /api/webhooks/{id}/secret',
  testWebhook: 'POST /api/webhooks/{id}/test',
  listDeliveries: 'GET /api/webhooks/{id}/deliveries',
  readDelivery: 'GET /api/webhooks/{id}/deliveries/{eventId}',
  replayDelivery: 'POST /api/webhooks/{id}/deliveries/{eventId}/replay',
  replayFailed: 'POST /api/webhooks/{id}/replay',
} as const satisfies Record<string, Address>;

/** Embedding in other websites. */
export const embeddingPaths = {
  listOrigins: 'GET /api/embedding/origins',
  addOrigin: 'POST /api/embedding/origins',
  removeOrigin: 'DELETE /api/embedding/origins/{id}',
  embedSigning: 'POST /api/documents/{id}/recipients/{recipientId}/embed',
  openEmbedded: 'POST /api/embed/{code}',
  embedEditor: 'POST /api/documents/{id}/embed',
  openEditor: 'POST /api/embed/{code}/editor',
} as const satisfies Record<string, Address>;
