import type { FastifyRequest } from 'fastify';

/** Property in which `signedIn` stores a request's user (signed-in.ts). */
export const known = Symbol('signed-in user');

/**
 * Returns the account of the signed-in user. Undefined before sign-in is checked, and on routes that do not
 * check it.
 */
export function knownAccount(request: FastifyRequest): string | undefined {
  return (request as FastifyRequest & { [known]?: { accountId: string } })[known]?.accountId;
}
