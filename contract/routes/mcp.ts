import { MAX_MCP_BODY_BYTES, mcpBody } from '../mcp.ts';
import { mcpPaths } from '../paths.ts';
import { file, nothing, routesAt } from '../route.ts';

const refused = file('application/json');

/** The Model Context Protocol (https://modelcontextprotocol.io, Streamable HTTP), for assistants. */
export const mcpRows = routesAt(mcpPaths, {
  speakMcp: {
    ...{ summary: 'Call the tools for assistants (Model Context Protocol)', who: 'program' },
    ...{ body: mcpBody, largestBody: MAX_MCP_BODY_BYTES, manyValues: true },
    answers: {
      200: file('application/json', 'text/event-stream'),
      ...{ 202: nothing, 400: refused, 404: refused, 406: refused },
    },
    refusals: [],
  },
  listenMcp: {
    ...{ summary: 'Refuse event streams; the MCP server sends no messages on its own', who: 'anyone' },
    answers: { 405: nothing },
    refusals: [],
  },
});
