import type { FastifyReply, FastifyRequest } from 'fastify';
import { aboutRows } from '#contract/routes/about.ts';
import { largestVerified, type verifyReport } from '#contract/verify.ts';
import { refuse } from '#core/refusal.ts';
import type { z } from 'zod';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import { withInstallation } from '#core/log/with-installation.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import { clientOf } from '../http/client-of.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { serve } from '../http/serve.ts';
import { isRecorded } from '../log/log-keys.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';
import { trustedRoots } from '../sealing/known-keys.ts';
import type { Services } from '../services.ts';

/** So many files are held in memory at the same time, and so many of them from one address. */
const atOnce = 4;
const atOnceFromOne = 2;
/** An upload that takes longer is ended, so that a place is kept by nobody. In ms: 32 MB at 2 Mbit/s. */
const longestUpload = 130_000;

/**
 * A sealed file judged for whoever asks, by the core that the verify page and the command have, against the roots of this
 * installation and its list of withdrawn certificates. It is looked at in a process of its own and kept nowhere.
 */
export function verifyingRoutes({ pdf, key, timestamps, clock, log, db }: Services): Feature {
  const asking = burstLimiter(burstLimits.verify, clock);
  const roots = trustedRoots(key);
  const timestampRoots = timestamps?.roots ?? [];
  const held = new Map<string, number>();
  const hold = (request: FastifyRequest, reply: FastifyReply): void => {
    const client = clientOf(request);
    held.set(client, (held.get(client) ?? 0) + 1);
    const tooSlow = setTimeout(() => request.raw.destroy(), longestUpload);
    request.raw.once('end', () => clearTimeout(tooSlow));
    reply.raw.once('close', () => {
      clearTimeout(tooSlow);
      const left = (held.get(client) ?? 1) - 1;
      if (left > 0) held.set(client, left);
      else held.delete(client);
    });
  };
  return (app: App) => {
    // Before a byte of the file is read.
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'POST') return undefined;
      const wait = asking.waitFor(clientOf(request));
      if (wait > 0) return sendRefusal(reply, tooOften, wait);
      const own = held.get(clientOf(request)) ?? 0;
      const all = [...held.values()].reduce((sum, count) => sum + count, 0);
      if (all >= atOnce || own >= atOnceFromOne) return sendRefusal(reply, busy, 2);
      asking.count(clientOf(request));
      hold(request, reply);
      return undefined;
    });
    app.addContentTypeParser(
      ['application/pdf', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: largestVerified },
      (_request, body, done) => done(null, body),
    );
    serve(app, aboutRows.verifyFile, async ({ body }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) return noFile;
      const now = clock();
      // Asked for anew, so that what was withdrawn a moment ago is not believed.
      const lists = (await key.lists?.(now)) ?? [];
      const logKeys = await log.trustedKeys();
      const judged = await pdf.judge({ pdf: body, roots, timestampRoots, lists, logKeys, now });
      const report = judged && (await askInstallation(judged, logKeys, db));
      // Its codes are of closed lists that the contract does not repeat.
      return report === undefined ? tooMuch : (report as z.input<typeof verifyReport>);
    });
  };
}

type Report = NonNullable<Awaited<ReturnType<PdfEngine['judge']>>>;

/** By the hashes of its first and its last event, which only someone who has the evidence knows. */
async function askInstallation(
  report: Report,
  logKeys: readonly TrustedLogKey[],
  db: Services['db'],
): Promise<Report> {
  if (!report.story) return report;
  const { chainStart, chainHead } = report.story;
  const installation = {
    knowsDocument: await isRecorded(db, chainStart),
    knowsLastEvent: await isRecorded(db, chainHead),
  };
  return withInstallation(report, installation, logKeys);
}

const noFile = refuse('upload-missing', 'Send the bytes of the sealed PDF, as application/pdf.');
const tooOften = refuse(
  'too-many-requests',
  'Too many files were verified from here. Please wait a few minutes.',
);
const busy = refuse(
  'too-many-requests',
  'Other files are being verified just now. Please try again in a moment.',
);
const tooMuch = refuse(
  'upload-refused',
  'This file takes more time or memory to verify than any sealed file. The command for verifying has no such limit.',
);
