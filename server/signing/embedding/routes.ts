import { embeddingRows } from '#contract/signing/embedding.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { EmbeddingDeps } from './deps.ts';
import { embedEditor, openEditor } from './embed-editor.ts';
import { embedSigning, openEmbedded } from './embed-signing.ts';
import { addOrigin, listOrigins, removeOrigin } from './origin-store.ts';

/** Routes for showing our pages in frames on other websites. */
export function embeddingRoutes(services: EmbeddingDeps): Routes {
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
    serve(app, embeddingRows.embedEditor, ({ user, params, body }) =>
      embedEditor(services, user, params, body),
    );
    const wrong = burstLimiter(burstLimits.wrongSigningLink, services.clock);
    const counted = async <Opened>(ip: string, open: () => Promise<Opened | Refusal>) => {
      const wait = wrong.waitFor(ip);
      if (wait > 0) return { ...tooMany, retryAfter: wait };
      const opened = await open();
      if (isRefusal(opened)) wrong.count(ip);
      return opened;
    };
    serve(app, embeddingRows.openEmbedded, ({ params, request }) =>
      counted(clientOf(request), () => openEmbedded(services, params.code)),
    );
    serve(app, embeddingRows.openEditor, ({ params, request }) =>
      counted(clientOf(request), () => openEditor(services, params.code)),
    );
  };
}

const tooMany = refuse(
  'too-many-requests',
  'Too many invalid pages were opened from here. Wait a few minutes and try again.',
);
