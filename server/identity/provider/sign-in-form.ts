import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Schema } from '../../db/schema.ts';
import { burstLimiter, burstLimits } from '../../http/burst-limiter.ts';
import type { App, Feature } from '../../http/fastify-app.ts';
import { sendRefusal } from '../../http/problems.ts';
import { requestLanguage } from '../../http/request-language.ts';
import { crossSiteRefusal } from '../../http/same-origin.ts';
import { sendsPlainPage } from '../../http/security-headers.ts';
import type { Clock } from '../../ports/clock.ts';
import { checkPassword, createIdentity, passwordLength } from './identities.ts';
import type { Identity } from './identities.ts';
import { noticePage, signInPage } from './sign-in-page.ts';
import type { SignInForm } from './sign-in-page.ts';
import { signInWords, type SignInWord, type SignInWords } from './sign-in-words.ts';

interface Typed {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** True when the person asked for an account, by the button or by giving a name. */
  wantsAccount: boolean;
}

/** A wrong form, or why it may not be tried now. */
type Answer = Identity | { problem: Problem } | { waitSeconds: number };
type Problem = { field: 'email' | 'password'; word: SignInWord; count?: number };

/** The page of the embedded provider on which people sign in and sign up. */
export function signInForm(provider: Provider, db: Kysely<Schema>, publicUrl: string, now: Clock): Feature {
  const judge = judgeForms(db, now);
  return (app) => {
    parseForms(app);
    app.get('/login/:uid', async (request, reply) => {
      if (!(await findInteraction(provider, request, reply))) return sendExpired(reply, request);
      return sendForm(reply, request, { email: '', firstName: '', lastName: '' });
    });
    app.post('/login/:uid', async (request, reply) => {
      const crossSite = crossSiteRefusal(request, publicUrl);
      if (crossSite) return sendRefusal(reply, crossSite);
      if (!(await findInteraction(provider, request, reply))) return sendExpired(reply, request);
      const typed = readForm(request.body);
      const answer = await judge(typed, request.ip);
      if ('id' in answer) {
        const login = { accountId: answer.id, remember: false };
        return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }), 303);
      }
      const { say } = wordsFor(request);
      if ('problem' in answer) {
        const { field, word, count = 0 } = answer.problem;
        return sendForm(reply.code(422), request, {
          ...typed,
          problem: { field, text: say(word, { count }) },
        });
      }
      reply.code(429).header('retry-after', String(answer.waitSeconds));
      const wait = say('problem.minutes', { count: Math.max(1, Math.ceil(answer.waitSeconds / 60)) });
      const text = say('problem.tooMany', { wait });
      return sendForm(reply, request, { ...typed, problem: { field: undefined, text } });
    });
  };
}

/** Decides what a form means. Every try costs exactly one password check, whoever it is for. */
function judgeForms(db: Kysely<Schema>, now: Clock): (typed: Typed, ip: string) => Promise<Answer> {
  const wrong = burstLimiter(burstLimits.wrongPassword, now);
  const wrongFromAddress = burstLimiter(burstLimits.wrongPasswordFromAddress, now);
  const created = burstLimiter(burstLimits.newIdentity, now);

  return async (typed, ip) => {
    const key = `${ip} ${typed.email.toLowerCase()}`;
    const waitSeconds = Math.max(wrong.waitFor(key), wrongFromAddress.waitFor(ip));
    if (waitSeconds > 0) return { waitSeconds };
    if (!isAddress(typed.email)) return problem('email', 'problem.email');

    const known = await checkPassword(db, typed.email, typed.password);
    if (known) {
      wrong.forget(key);
      return known;
    }
    if (!typed.wantsAccount) {
      wrong.count(key);
      wrongFromAddress.count(ip);
      return problem('password', 'problem.unknown');
    }
    const length = [...typed.password].length;
    if (length < passwordLength.least) {
      return problem('password', 'problem.passwordShort', passwordLength.least);
    }
    if (length > passwordLength.most) {
      return problem('password', 'problem.passwordLong', passwordLength.most);
    }
    const waitForNew = created.waitFor(ip);
    if (waitForNew > 0) return { waitSeconds: waitForNew };
    created.count(ip);
    const identity = await createIdentity(db, typed, now());
    if (identity) return identity;
    wrong.count(key);
    wrongFromAddress.count(ip);
    return problem('password', 'problem.emailTaken');
  };
}

function problem(field: Problem['field'], word: SignInWord, count?: number): Answer {
  return { problem: { field, word, ...(count !== undefined && { count }) } };
}

async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return interaction.uid === uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
}

function sendForm(reply: FastifyReply, request: FastifyRequest, form: SignInForm): FastifyReply {
  sendsPlainPage(reply);
  return reply.send(signInPage(wordsFor(request), request.url.split('?', 1)[0]!, form));
}

function sendExpired(reply: FastifyReply, request: FastifyRequest): FastifyReply {
  sendsPlainPage(reply);
  const words = wordsFor(request);
  return reply.code(400).send(noticePage(words, words.say('expired.title'), words.say('expired.text')));
}

/** A plain HTML form; its fields may come in any order and number, and only ours are read. */
function readForm(body: unknown): Typed {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const line = (name: string): string =>
    (form.get(name) ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 254);
  const [firstName, lastName] = [line('firstName'), line('lastName')];
  const wantsAccount = form.get('act') === 'create' || firstName !== '' || lastName !== '';
  return { email: line('email'), password: form.get('password') ?? '', firstName, lastName, wantsAccount };
}

function parseForms(app: App): void {
  const options = { parseAs: 'string' as const, bodyLimit: 16_384 };
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser<string>(type, options, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  );
}

/** Something that mail can be sent to; whether anybody reads it there only a mail can tell. */
function isAddress(text: string): boolean {
  return /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/.test(text) && text.length <= 254;
}

function wordsFor(request: FastifyRequest): SignInWords {
  return signInWords(requestLanguage(request.headers));
}
