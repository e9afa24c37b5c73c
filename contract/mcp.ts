import { z } from 'zod';

/** POST /mcp: one or more JSON-RPC 2.0 messages; the protocol layer validates the rest. */
export const mcpBody = z.union([z.looseObject({}), z.array(z.looseObject({})).max(50)]);

/** Bytes of a message; files inside it are in base64. */
export const MAX_MCP_BODY_BYTES = 12 * 1024 * 1024;
