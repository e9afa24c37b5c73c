import type { CallToolResult } from '@modelcontextprotocol/server';
import { Refused } from './ask.ts';

/** Whether a tool only looks, as clients show it. */
export type Kind = { readOnlyHint: boolean; destructiveHint: false; openWorldHint: false };
export const looks: Kind = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
export const prepares: Kind = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** As JSON; a refusal is an answer too, so that the assistant can tell it to its person. */
export async function answered(act: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await act()) }] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}
