import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { refuse } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { findDocument } from '../documents/document-store.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { sendExport } from '../http/send-export.ts';
import { signedIn } from '../identity/signed-in.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { SealKey } from '../ports/seal-key.ts';
import { evidenceFile } from './evidence.ts';
import { retrySeal } from './retry-seal.ts';
import { readSigningRecord } from './signing-record.ts';

type Services = { db: Kysely<Schema>; jobs: JobQueue; key: SealKey };

const guarded = { preHandler: signedIn, schema: { params: z.object({ id: z.string() }) } };

/** The root certificate, the evidence of a document, and a seal that is stuck. */
export function sealRoutes({ db, jobs, key }: Services): Feature {
  return (app: App) => {
    // The certificate makes our seals trusted elsewhere; it is public by nature.
    app.get('/api/seal/root.pem', (_request, reply) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="countersign-root.pem"')
        .send(key.rootPem),
    );

    app.get('/api/documents/:id/evidence', guarded, async ({ user, params }, reply) => {
      const whole = await findDocument(db, user.accountId, params.id);
      if (!whole) return sendRefusal(reply, notFound);
      const { bytes } = evidenceFile(await readSigningRecord(db, whole));
      return sendExport(reply, {
        name: `evidence-${params.id}.json`,
        type: 'application/json; charset=utf-8',
        stream: Readable.from([bytes]),
      });
    });

    app.post('/api/documents/:id/seal', guarded, async ({ user, params }, reply) => {
      const refused = await retrySeal({ db, jobs }, user.accountId, params.id);
      return refused ? sendRefusal(reply, refused) : reply.code(204).send();
    });
  };
}

const notFound = refuse('not-found', 'Document not found or access denied');
