import type { FastifyRequest } from 'fastify';
import { requestLanguage } from '../../../foundation/http/input/request-language.ts';
import { signInWords, type SignInWords } from './sign-in-words.ts';

/** The texts in the language of the request. */
export function wordsFor(request: FastifyRequest): SignInWords {
  return signInWords(requestLanguage(request.headers));
}

/** 'a minute', '3 minutes'. */
export function waitInWords({ say }: SignInWords, seconds: number): string {
  return say('problem.minutes', { count: Math.max(1, Math.ceil(seconds / 60)) });
}
