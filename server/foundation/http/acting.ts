import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignedInUser } from './session.ts';

/**
 * The user for whom a request acts when the server calls itself, as the MCP tools do (server/api/mcp). The
 * user is already authenticated and the call counted. Passed via AsyncLocalStorage and not in a header, so
 * that clients cannot spoof it.
 */
export const acting = new AsyncLocalStorage<SignedInUser>();
