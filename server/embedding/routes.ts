import { embeddingRows } from '#contract/routes/embedding.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import type { Feature } from '../http/fastify-app.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { embedSigning, openEmbedded } from './embed-signing.ts';
import { addOrigin, listOrigins, removeOrigin } from './origin-store.ts';

/** Our pages in frames of other websites. */
export function embeddingRoutes(services: Services): Feature {
  return (app) => {
    serve(app, embeddingRows.listOrigins, async ({ user }) => ({
      origins: await listOrigins(services.db, user.accountId),
      available: !apiAllowance(user.plan),
    }));
    serve(app, embeddingRows.addOrigin, ({ user, body }) => addOrigin(services, user, body.origin));
    serve(app, embeddingRows.removeOrigin, ({ user, params }) => removeOrigin(services, user, params.id));
    serve(app, embeddingRows.embedSigning, ({ user, params, body }) =>
      embedSigning(services, user, params, body.origin),
    );
    const wrong = burstLimiter(burstLimits.wrongSigningLink, services.clock);
    serve(app, embeddingRows.openEmbedded, async ({ params, request }) => {
      const wait = wrong.waitFor(request.ip);
      if (wait > 0) return { ...tooMany, retryAfter: wait };
      const opened = await openEmbedded(services, params.code);
      if (isRefusal(opened)) wrong.count(request.ip);
      return opened;
    });
  };
}

const tooMany = refuse(
  'too-many-requests',
  'Too many pages that do not exist were opened from here. Wait a few minutes and try again.',
);
