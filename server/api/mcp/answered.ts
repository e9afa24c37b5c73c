import type { CallToolResult } from '@modelcontextprotocol/server';
import { Refused } from './ask.ts';

/** Annotations that show clients whether a tool is read-only. */
export type Kind = { readOnlyHint: boolean; destructiveHint: false; openWorldHint: false };
export const looks: Kind = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
export const prepares: Kind = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/**
 * Returns the result of a tool as JSON. A refusal is also returned as a result, so that the assistant can
 * explain it.
 */
export async function answered(act: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await act()) }] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}
