import { logRows } from '#contract/evidence/log.ts';
import { writeTrustedKeys } from '#core/log/trusted-keys.ts';
import { refuse } from '#core/refusal.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { requestAppLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsPlainPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { isRecorded } from '../log/log-keys.ts';
import { headsOf } from '../log/log-store.ts';
import type { LogPageDeps } from './deps.ts';
import { logPage, type LogView } from './log-page.ts';

/** Maximum number of heads and timestamps shown. Older heads can be requested by size. */
const shown = 30;

/**
 * Public routes of the transparency log. They return tree heads, keys and proofs, which contain only hashes.
 */
export function logRoutes({ db, log, config }: LogPageDeps): Routes {
  return (app: App) => {
    serve(app, logRows.showLog, async ({ request, reply }) => {
      sendsPlainPage(reply);
      const view = await readLog({ db, log });
      return sendPage(reply, logPage(requestAppLanguage(request.headers), view, config.publicUrl));
    });
    serve(app, logRows.readLog, () => readLog({ db, log }));
    serve(app, logRows.readCheckpoint, async ({ reply }) => {
      const head = await log.newest();
      return head ? reply.type('text/plain; charset=utf-8').send(head.checkpoint) : noHead;
    });
    serve(app, logRows.readLogProof, async ({ params, reply }) => {
      const proof = await log.proofOf(params.hash);
      return proof === undefined ? notInLog : reply.type('text/plain; charset=utf-8').send(proof);
    });
    serve(app, logRows.readLogKeys, async ({ reply }) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', 'attachment; filename="countersign-log-keys.txt"')
        .send(writeTrustedKeys(await log.trustedKeys())),
    );
    serve(app, logRows.readLogEvent, async ({ params }) => ({ known: await isRecorded(db, params.hash) }));
    serve(app, logRows.readLogSince, async ({ params }) => (await log.since(params.size)) ?? noHead);
  };
}

async function readLog({ db, log }: Pick<LogPageDeps, 'db' | 'log'>): Promise<LogView> {
  const heads = await headsOf(db).orderBy('size', 'desc').limit(shown).execute();
  const anchors = await headsOf(db)
    .innerJoin('log_anchors', 'log_anchors.size', 'log_heads.size')
    .select(['token', 'stamped_at as stampedAt'])
    .orderBy('log_heads.size', 'desc')
    .limit(shown)
    .execute();
  return {
    isStalled: (await log.problem()) !== undefined,
    heads: heads.map((head) => ({ ...head, signedAt: head.signedAt.toISOString() })),
    anchors: anchors.map(({ signedAt, stampedAt, token, ...head }) => ({
      ...head,
      signedAt: signedAt.toISOString(),
      stampedAt: stampedAt.toISOString(),
      token: token.toString('base64'),
    })),
  };
}

const noHead = refuse('not-found', 'The log does not have the requested signed state.');
const notInLog = refuse(
  'not-found',
  'No event in the log has this hash. New events are added within a minute.',
);
