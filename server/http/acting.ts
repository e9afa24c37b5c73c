import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignedInUser } from './session.ts';

/**
 * Who a request acts for that the server asks of itself, as the tools of assistants do (server/mcp): proven and counted
 * already. It is carried by the call and not by a header, so that nobody outside can say it.
 */
export const acting = new AsyncLocalStorage<SignedInUser>();
