import type { FastifyRequest } from 'fastify';
import { aboutRows } from '#contract/operations/about-routes.ts';
import { MAX_VERIFIED_BYTES, type verifyReport } from '#contract/evidence/verification.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { z } from 'zod';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import { withInstallation } from '#core/log/with-installation.ts';
import { bearerOf } from '../../foundation/http/api-key.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { serve } from '../../foundation/http/serve.ts';
import { isRecorded } from '../log/log-keys.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { trustedRoots } from '../record/known-keys.ts';
import type { VerificationDeps } from './deps.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { openWaitingBodies } from './waiting-bodies.ts';

/** Maximum number of files verified concurrently per IP address, and per API key. */
const atOnce = { address: 2, key: 8 };

/**
 * Verifies a sealed file for anyone, with the same core as the verify page and the command, against this
 * installation's roots and revocation list. The file is processed in a separate process and never stored.
 */
export function verifyingRoutes({ pdf, key, timestamps, clock, log, db }: VerificationDeps): Routes {
  const asking = burstLimiter(burstLimits.verify, clock);
  const roots = trustedRoots(key);
  const timestampRoots = timestamps?.roots ?? [];
  const countFile = (client: string): Refusal | undefined => {
    const wait = asking.waitFor(client);
    if (wait > 0) return { ...tooOften, retryAfter: wait };
    asking.count(client);
    return undefined;
  };
  const bodies = openWaitingBodies(clock, { largest: MAX_VERIFIED_BYTES });
  return (app: App) => {
    // Runs before any byte of the file is read.
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return undefined;
      const key = await keyOf(app, request);
      if (isRefusal(key)) return sendRefusal(reply, key);
      const sender = key === undefined ? clientOf(request) : `key ${key}`;
      const refused = key === undefined ? countFile(sender) : app.admission.count(reply, 'key', key);
      if (refused) return sendRefusal(reply, refused);
      const most = key === undefined ? atOnce.address : atOnce.key;
      if (!bodies.hold(request, reply, sender, most)) return sendRefusal(reply, busy, 2);
      return undefined;
    });
    app.addContentTypeParser(
      ['application/pdf', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: MAX_VERIFIED_BYTES },
      (_request, body, done) => done(null, body),
    );
    serve(app, aboutRows.verifyFile, async ({ body, request }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) return noFile;
      const now = clock();
      // The list is read for each request, so that a revocation takes effect immediately.
      const lists = (await key.lists?.(now)) ?? [];
      const logKeys = await log.trustedKeys();
      const judged = await pdf.judge(
        { pdf: body, roots, timestampRoots, lists, logKeys, now },
        clientOf(request),
      );
      const report = judged && (await queryInstallation(judged, logKeys, db));
      // The contract does not repeat the report's codes, which are closed sets.
      return report === undefined ? tooMuch : (report as z.input<typeof verifyReport>);
    });
  };
}

/** Returns the id of the request's API key; undefined if it has none. */
async function keyOf(app: App, request: FastifyRequest): Promise<string | Refusal | undefined> {
  const secret = bearerOf(request.headers.authorization);
  if (secret === undefined) return undefined;
  const user = await app.keys.find(secret, request.ip, 'api');
  if (user === undefined) return keyInvalid;
  return isRefusal(user) ? user : user.key.id;
}

type Report = NonNullable<Awaited<ReturnType<PdfEngine['judge']>>>;

/**
 * The document is looked up by the hashes of its first and last event, which are known only to someone who
 * has the evidence.
 */
async function queryInstallation(
  report: Report,
  logKeys: readonly TrustedLogKey[],
  db: Kysely<Schema>,
): Promise<Report> {
  if (!report.story) return report;
  const { chainStart, chainHead } = report.story;
  const installation = {
    knowsDocument: await isRecorded(db, chainStart),
    knowsLastEvent: await isRecorded(db, chainHead),
  };
  return withInstallation(report, installation, logKeys);
}

const keyInvalid = refuse(
  'key-invalid',
  'This API key is mistyped, expired or revoked. Create a new one in the settings under API.',
);
const noFile = refuse('upload-missing', 'Send the sealed PDF as application/pdf.');
const tooOften = refuse(
  'too-many-requests',
  'Too many files were verified from here. Wait a few minutes and try again.',
);
const busy = refuse('too-many-requests', 'Other files are being verified right now. Try again in a moment.');
const tooMuch = refuse(
  'upload-refused',
  'This file takes too much time or memory to verify. Use the verification command, which has no such limit.',
);
