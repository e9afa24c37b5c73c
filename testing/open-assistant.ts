import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Office } from './open-office.ts';

/** Returns the official MCP client. Its requests are passed to the application without a network. */
export async function openAssistant(
  office: Pick<Office, 'product'>,
  key: string,
): Promise<{ call: AssistantCall; names: string[] }> {
  const client = new Client({ name: 'assistant', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1:3000/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => {
      const answer = await office.product.app.inject({
        method: (init?.method ?? 'GET') as 'GET',
        url: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === 'string' && { payload: init.body }),
      });
      const headers = new Headers({ 'content-type': String(answer.headers['content-type'] ?? '') });
      const empty = answer.statusCode === 202 || answer.statusCode === 405;
      return new Response(empty ? null : answer.body, { status: answer.statusCode, headers });
    },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    names: tools.map(({ name }) => name),
    call: async <Body>(name: string, args: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const [first] = content as { type: 'text'; text: string }[];
      return { isError, text: first!.text, body: (isError ? {} : JSON.parse(first!.text)) as Body };
    },
  };
}
export type AssistantCall = <Body = Record<string, unknown>>(
  name: string,
  args?: Record<string, unknown>,
) => Promise<{ isError: boolean; text: string; body: Body }>;
