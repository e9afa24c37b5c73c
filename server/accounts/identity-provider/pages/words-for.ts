import type { FastifyRequest } from 'fastify';
import { requestAppLanguage } from '../../../foundation/http/input/request-language.ts';
import { signInMessages, type SignInMessages } from './sign-in-words.ts';

/** Returns the texts in the language of the request. */
export function messagesFor(request: FastifyRequest): SignInMessages {
  return signInMessages(requestAppLanguage(request.headers));
}

/** Returns, for example, 'a minute' or '3 minutes'. */
export function formatWait({ say }: SignInMessages, seconds: number): string {
  return say('problem.minutes', { count: Math.max(1, Math.ceil(seconds / 60)) });
}
