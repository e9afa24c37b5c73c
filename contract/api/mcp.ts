import { z } from 'zod';
import { defineRoutes, file, nothing } from '../route.ts';

/** POST /mcp. One or more JSON-RPC 2.0 messages. The protocol layer validates the rest. */
export const mcpBody = z.union([z.looseObject({}), z.array(z.looseObject({})).max(50)]);

/** Maximum size of a message in bytes. Files in it are base64-encoded. */
export const MAX_MCP_BODY_BYTES = 12 * 1024 * 1024;

const refused = file('application/json');

/** The Model Context Protocol (https://modelcontextprotocol.io, Streamable HTTP), for assistants. */
export const mcpRows = defineRoutes({
  callMcp: {
    at: 'POST /mcp',
    summary: 'Call the tools for assistants (Model Context Protocol)',
    caller: 'program',
    body: mcpBody,
    maxBodyBytes: MAX_MCP_BODY_BYTES,
    manyValues: true,
    answers: {
      200: file('application/json', 'text/event-stream'),
      202: nothing,
      400: refused,
      404: refused,
      406: refused,
    },
    refusals: [],
  },
  streamMcp: {
    at: 'GET /mcp',
    summary: 'Refuse event streams, because the MCP server sends no unsolicited messages',
    caller: 'anyone',
    answers: { 405: nothing },
    refusals: [],
  },
});
