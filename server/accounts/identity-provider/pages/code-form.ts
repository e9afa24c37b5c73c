import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { addressOf } from '#contract/address.ts';
import { loginPaths, pathOf, signInPaths } from '#contract/paths.ts';
import { loginRows } from '#contract/accounts/login-routes.ts';
import {
  sendPage,
  cardPage,
  fieldOf,
  heading,
  lead,
  link,
  problemNote,
  submit,
  type PlainPage,
} from '../../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits, type BurstLimiter } from '../../../foundation/http/burst-limiter.ts';
import type { Routes } from '../../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../../foundation/http/problems.ts';
import { serve } from '../../../foundation/http/serve.ts';
import { crossSiteRefusal } from '../../../foundation/http/same-origin.ts';
import { sendsPlainPage } from '../../../foundation/http/security-headers.ts';
import { inTransaction } from '../../../foundation/db/transaction.ts';
import type { IdentityMailFacts } from '../identity-mail-store.ts';
import { deletePendingSignIn, findPendingSignIn } from '../half-sign-in.ts';
import { findInteraction, finishInteraction, lineOf, parseForms, sendExpired } from '../interaction.ts';
import { formatWait, messagesFor } from './words-for.ts';
import { notifyPerson, requestOrigin, type ProviderParts } from '../notify-owner.ts';
import { passSecondFactor } from '../second-factor.ts';
import { createElement as h } from 'react';
import type { SignInMessages } from './sign-in-words.ts';

/** The page that asks for the second factor after a correct password. It works without scripts. */
export function codeForm(provider: Provider, services: ProviderParts): Routes {
  const wrong = burstLimiter(burstLimits.wrongCode, services.clock);
  return (app) => {
    parseForms(app);
    serve(app, loginRows.showCode, async ({ request, reply }) => {
      const uid = await findInteraction(provider, request, reply);
      const waiting = uid !== undefined && (await findPendingSignIn(services, uid));
      return waiting ? sendCodePage(reply, request, uid) : sendExpired(reply, request);
    });
    serve(app, loginRows.submitCode, async ({ request, reply }) => {
      const crossSite = crossSiteRefusal(request, services.publicUrl);
      if (crossSite) return sendRefusal(reply, crossSite);
      const uid = await findInteraction(provider, request, reply);
      const identityId = uid === undefined ? undefined : await findPendingSignIn(services, uid);
      if (uid === undefined || identityId === undefined) return sendExpired(reply, request);
      const wait = wrong.waitFor(identityId);
      if (wait > 0) return sendWait(reply, request, uid, wait);
      // The attempt is counted before it is checked, so that concurrent attempts all count.
      wrong.count(identityId);
      const facts = requestOrigin(request);
      const passed = await passSecondFactor(services, identityId, lineOf(request.body, 'code'), facts);
      if (!passed) {
        await warnOwner(services, wrong, identityId, facts);
        return sendCodePage(reply.code(422), request, uid, messagesFor(request).say('problem.code'));
      }
      wrong.forget(identityId);
      if (!(await deletePendingSignIn(services, uid))) return sendExpired(reply, request);
      const proofs = passed === 'app' ? (['pwd', 'otp', 'mfa'] as const) : (['pwd', 'mfa'] as const);
      const person = { identityId, proofs: [...proofs] };
      return reply.redirect(await finishInteraction(provider, request, reply, person), 303);
    });
  };
}

/** Warns the owner after the last allowed attempt, because someone else may know the password. */
async function warnOwner(
  services: ProviderParts,
  wrong: BurstLimiter,
  identityId: string,
  facts: IdentityMailFacts,
): Promise<void> {
  if (wrong.waitFor(identityId) === 0) return;
  await inTransaction(services.db, (tx) =>
    notifyPerson(services, tx, { identityId, kind: 'two-factor-guessed', facts }),
  );
}

function sendCodePage(
  reply: FastifyReply,
  request: FastifyRequest,
  uid: string,
  problem?: string,
): Promise<FastifyReply> {
  sendsPlainPage(reply);
  return sendPage(
    reply,
    codePage(
      messagesFor(request),
      { action: addressOf(loginPaths.submitCode, { params: { uid } }), service: reply.server.serviceName },
      problem,
    ),
  );
}

function sendWait(
  reply: FastifyReply,
  request: FastifyRequest,
  uid: string,
  seconds: number,
): Promise<FastifyReply> {
  reply.code(429).header('retry-after', String(seconds));
  const words = messagesFor(request);
  return sendCodePage(
    reply,
    request,
    uid,
    words.say('problem.tooMany', { wait: formatWait(words, seconds) }),
  );
}

/** Asks for a code from the authenticator app. The same field accepts a recovery code. */
function codePage(
  { language, say }: SignInMessages,
  { action, service }: { action: string; service: string },
  problem?: string,
): PlainPage {
  return cardPage(
    { language, title: say(problem ? 'code.titleError' : 'code.title') },
    heading(say('code.heading')),
    lead(say('code.lead', { service })),
    problemNote(problem),
    h(
      'form',
      { method: 'post', action },
      fieldOf({
        name: 'code',
        label: say('code.label'),
        type: 'text',
        value: '',
        autoComplete: 'one-time-code',
        first: true,
        problem: problem === undefined ? undefined : { field: 'code', text: problem },
        more: { className: 'code', dir: 'ltr', autoCapitalize: 'none', spellCheck: false },
      }),
      submit(say('code.act'), { look: 'primary' }),
      h('p', { className: 'aside' }, say('code.recovery')),
    ),
    h('p', { className: 'forgot' }, link(pathOf(signInPaths.signIn), say('startAgain'))),
  );
}
