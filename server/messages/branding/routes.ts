import { MAX_LOGO } from '#core/brand/brand.ts';
import { offers } from '#core/plan/plans.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { brandRows, type BrandAnswer } from '#contract/messages/branding.ts';
import {
  sendPage,
  cardPage,
  heading,
  lead,
  submit,
  type PlainPage,
} from '../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsSecretPage, sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import { authenticates, serve } from '../../foundation/http/serve.ts';
import { mailMessages } from '../mail/text/mail-words.ts';
import { findBrand, findShownLogo, logoAddress } from '../../records/brand-store.ts';
import { readPlan } from '../../records/plan-store.ts';
import type { BrandingDeps } from './deps.ts';
import { changeBrand, saveLogo } from './change-brand.ts';
import { readLogo } from './read-logo.ts';
import {
  requestReplyToConfirmation,
  confirmReplyTo,
  deleteReplyTo,
  findPendingReplyTo,
  type Asking,
} from './reply-to.ts';
import { readReplyToToken } from './reply-to-link.ts';
import { createElement as h } from 'react';
import type { Language } from '#core/language/language.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    'reply-to-owner': { asking: Asking };
  }
}

/** Routes for branding: the settings, logos, and the confirmation of a reply-to address. */
export function brandingRoutes(services: BrandingDeps): Routes {
  return (app) => {
    app.addContentTypeParser(
      ['image/png', 'image/jpeg', 'application/x-www-form-urlencoded'],
      { parseAs: 'buffer', bodyLimit: MAX_LOGO },
      (_request, body, done) => done(null, body),
    );
    settings(app, services);
    logos(app, services);
    askingForAnswers(app, services);
    confirming(app, services);
  };
}

async function brandView(services: BrandingDeps, accountId: string): Promise<BrandAnswer> {
  const { name, color, footer, logo, replyTo, replyToRequested } = await findBrand(services.db, accountId);
  const offered = offers(await readPlan(services.db, accountId, services), 'branding');
  return { name, color, footer, offered, logoUrl: logoAddress(logo), replyTo, replyToRequested };
}

function settings(app: App, services: BrandingDeps): void {
  serve(app, brandRows.readBrand, ({ user }) => brandView(services, user.accountId));
  serve(app, brandRows.changeBrand, async ({ user, body }) => {
    return (await changeBrand(services, user, body)) ?? brandView(services, user.accountId);
  });
  serve(app, brandRows.putLogo, async ({ user, body }) => {
    const read = Buffer.isBuffer(body)
      ? readLogo(body)
      : refuse('logo-invalid', 'Send the content of a JPG or PNG file.');
    if (isRefusal(read)) return read;
    const logo = { sha256: await services.files.put(read.bytes), mediaType: read.mediaType };
    return (await saveLogo(services, user, logo)) ?? brandView(services, user.accountId);
  });
  serve(app, brandRows.deleteLogo, async ({ user }) => {
    return (await saveLogo(services, user, undefined)) ?? brandView(services, user.accountId);
  });
}

/**
 * Emails and signing pages use this URL, which contains the picture's hash. A logo that is no longer used
 * returns 404.
 */
function logos(app: App, services: BrandingDeps): void {
  serve(app, brandRows.readLogo, async ({ params, reply }) => {
    const logo = await findShownLogo(services.db, params.sha256, services);
    if (!logo) return refuse('not-found', 'This logo does not exist.');
    const { size, stream } = await services.files.open(logo.sha256);
    sendsUploadedBytes(reply, { name: 'logo', mediaType: logo.mediaType, disposition: 'inline' });
    reply.header('cache-control', 'private, max-age=86400, immutable');
    return reply.header('content-length', size).send(stream);
  });
}

function askingForAnswers(app: App, services: BrandingDeps): void {
  const toAddress = burstLimiter(burstLimits.mailToAddress, services.clock);
  const byAccount = burstLimiter(burstLimits.mailsAskedFor, services.clock);
  serve(app, brandRows.requestReplyToChange, async ({ user, body }) => {
    const address = body.address.trim().toLowerCase();
    const wait = Math.max(toAddress.waitFor(address), byAccount.waitFor(user.accountId));
    if (wait > 0) return { ...tooManyMails, retryAfter: wait };
    toAddress.count(address);
    byAccount.count(user.accountId);
    return (
      (await requestReplyToConfirmation(services, user, body.address)) ?? brandView(services, user.accountId)
    );
  });
  serve(app, brandRows.deleteReplyTo, async ({ user }) => {
    await deleteReplyTo(services, user);
    return brandView(services, user.accountId);
  });
}

function confirming(app: App, services: BrandingDeps): void {
  const wrong = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  authenticates(app, 'reply-to-owner', {
    async caller(request, reply) {
      sendsSecretPage(reply);
      const askId = readReplyToToken(services.replyToKey, (request.params as { token: string }).token);
      const asking = askId === undefined ? undefined : await findPendingReplyTo(services, askId);
      if (asking) return { asking };
      if (askId === undefined) wrong.count(clientOf(request));
      const language = requestAppLanguage(request.headers);
      return sendPage(
        reply.code(wrong.waitFor(clientOf(request)) > 0 ? 429 : 410),
        replyToEndPage(language, mailMessages(language)('replyTo.over')),
      );
    },
  });
  // Mail scanners open links, so opening this one changes nothing.
  serve(app, brandRows.showReplyTo, ({ asking, request, reply }) =>
    sendPage(reply, replyToPage(requestAppLanguage(request.headers), asking, services.from.name)),
  );
  serve(app, brandRows.confirmReplyTo, async ({ asking, request, reply }) => {
    const language = requestAppLanguage(request.headers);
    const say = mailMessages(language);
    const words = (await confirmReplyTo(services, asking))
      ? say('replyTo.done', { address: asking.address })
      : say('replyTo.over');
    return sendPage(reply, replyToEndPage(language, words));
  });
}

const tooManyMails = refuse(
  'too-many-requests',
  'We have already sent several emails to this address or from this account. Wait an hour and try again.',
);

/** People reach this page from an email. It needs a button, because mail scanners open links too (S-13). */
function replyToPage(language: Language, { asker, address }: Asking, service: string): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('replyTo.title') },
    heading(say('replyTo.title')),
    lead(say('replyTo.lead', { asker, address, service })),
    h('form', { method: 'post' }, submit(say('replyTo.accept'), { look: 'primary' })),
  );
}

/** Page that shows the result of opening a link. */
function replyToEndPage(language: Language, words: string): PlainPage {
  const title = mailMessages(language)('replyTo.title');
  return cardPage({ language, title }, heading(title), lead(words, { role: 'status' }));
}
