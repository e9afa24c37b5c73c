import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignedInUser } from './session.ts';

/**
 * The user a request acts for when the server calls itself, as the MCP tools do (server/api/mcp). Already
 * authenticated and counted. Passed via AsyncLocalStorage, not a header, so it cannot be spoofed.
 */
export const acting = new AsyncLocalStorage<SignedInUser>();
