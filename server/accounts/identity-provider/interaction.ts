import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import type { LoginScreen } from './claims.ts';
import { messagesFor } from './pages/words-for.ts';
import { noticePage } from './pages/sign-in-page.ts';

/** Authentication method of a person (RFC 8176). */
export type Proof = 'pwd' | 'otp' | 'mfa' | 'hwk' | 'user';

/** Returns the id of the sign-in in progress in this browser, if it matches the id in the URL. */
export async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  return (await findLogin(provider, request, reply))?.uid;
}

/** Like `findInteraction`, but also returns the form to show: signing in or creating an account. */
export async function findLogin(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ uid: string; screen: LoginScreen } | undefined> {
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== uid) return undefined;
    return { uid, screen: interaction.params['screen_hint'] === 'signup' ? 'create' : 'sign-in' };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

/** Signs a person in and returns the URL at which the browser continues. */
export function finishInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  person: { identityId: string; proofs: Proof[] },
): Promise<string> {
  const login = { accountId: person.identityId, remember: false, amr: person.proofs };
  return provider.interactionResult(request.raw, reply.raw, { login });
}

export function sendExpired(reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  sendsPlainPage(reply);
  const words = messagesFor(request);
  return sendPage(reply.code(400), noticePage(words, words.say('expired.title'), words.say('expired.text')));
}

/** Parses form bodies, which browsers send when scripts are off. */
export function parseForms(app: App): void {
  const options = { parseAs: 'string' as const, bodyLimit: 16_384 };
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser<string>(type, options, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  );
}

/** Returns a single-line form field, or an empty text. Unknown fields are ignored. */
export function lineOf(body: unknown, name: string): string {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  return (form.get(name) ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 254);
}
