import { aboutRows } from '#contract/operations/about-routes.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { userOf } from '../../foundation/http/signed-in.ts';
import type { SupportDeps } from './deps.ts';
import { noSuchMessage, memberMessages, replyToOwn } from './own-messages.ts';
import { readInstallation } from './read-installation.ts';
import { writeSupportMessage } from './write-support-message.ts';

/** Support routes for members and visitors (specification §2, /support). */
export function supportRoutes(services: SupportDeps): Routes {
  return (app) => {
    about(app, services);
    messages(app, services);
    conversations(app, services);
  };
}

function about(app: App, services: SupportDeps): void {
  serve(app, aboutRows.readInstallation, () => readInstallation(services));
}

function messages(app: App, services: SupportDeps): void {
  const written = burstLimiter(burstLimits.supportMessage, services.clock);
  serve(app, aboutRows.writeSupportMessage, async ({ body, request }) => {
    const user = await userOf(request);
    const key = user ? `user ${user.userId}` : `address ${clientOf(request)}`;
    const wait = written.waitFor(key);
    if (wait > 0) return { ...tooMany, retryAfter: wait };
    written.count(key);
    const saved = await writeSupportMessage(services, body, user);
    if (isRefusal(saved)) written.releaseDomain(key);
    return saved;
  });
}

function conversations(app: App, services: SupportDeps): void {
  const written = burstLimiter(burstLimits.supportMessage, services.clock);
  serve(app, aboutRows.listOwnMessages, ({ user }) => memberMessages(services.db, user));
  serve(app, aboutRows.replyToSupport, async ({ user, params, body }) => {
    if (!isId(params.id)) return noSuchMessage;
    const wait = written.waitFor(user.userId);
    if (wait > 0) return { ...tooMany, retryAfter: wait };
    written.count(user.userId);
    return (await replyToOwn(services, user, params.id, body.message)) ?? memberMessages(services.db, user);
  });
}

const tooMany = refuse(
  'too-many-requests',
  'We already have several messages from you. Wait a few minutes before you send another.',
);
