import { z } from 'zod';

/** POST /mcp: a message of JSON-RPC 2.0, or several of them; its protocol judges the rest. */
export const mcpBody = z.union([z.looseObject({}), z.array(z.looseObject({})).max(50)]);

/** Bytes of a message; a file within one is in base64. */
export const largestMcpBody = 12 * 1024 * 1024;
