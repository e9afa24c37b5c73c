import type { FastifyRequest } from 'fastify';

/** Where `signedIn` stores the user of a request (signed-in.ts). */
export const known = Symbol('signed-in user');

/** Returns the account of the signed-in user; undefined before sign-in was checked, and on routes without it. */
export function knownAccount(request: FastifyRequest): string | undefined {
  return (request as FastifyRequest & { [known]?: { accountId: string } })[known]?.accountId;
}
