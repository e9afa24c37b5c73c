import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { aboutRows } from '#contract/operations/about-routes.ts';
import { documentRows } from '#contract/documents/document-routes.ts';
import { sendingRows } from '#contract/documents/sending-routes.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { sealedElsewhere } from '../../records/sealed-elsewhere.ts';
import { findDocument, type WholeDocument } from '../../records/document-store.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import { endingOfStatus, evidenceFile } from '../certificate/evidence.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { retrySeal } from './retry-seal.ts';
import { trustedRoots } from '../record/known-keys.ts';
import { packBundle, pemOf } from './pack-bundle.ts';
import { BrokenTrail, readSigningRecord, type SigningRecord } from '../record/signing-record.ts';
import type { SealingDeps } from './deps.ts';
import { matchesSealedTrail } from '../../records/trail/compare-rows.ts';
import { refuseOtherRecord } from '../record/stated-record.ts';
import { findSealedFile, refuseOtherFiles, separateIdsOf } from '../../records/trail/separate-files.ts';
import { refuseOtherSeal } from '../../records/trail/stated-seals.ts';
import { sealedFilesOf, type SealedTrail, type SealedTrails } from '../../records/trail/sealed-trails.ts';

/** Routes for the root certificate, the evidence of a document, and retrying a failed seal. */
export function sealRoutes(services: SealingDeps): Routes {
  const { db, jobs, key, sealedTrails, timestamps, files, clock } = services;
  return (app: App) => {
    // Public, because other programs need the certificate to trust our seals.
    serve(app, aboutRows.downloadRootPem, ({ reply }) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="countersign-root.pem"')
        .send(pemOf(trustedRoots(key))),
    );

    serve(app, aboutRows.downloadRootDer, ({ reply }) =>
      reply.header('content-type', 'application/pkix-cert').send(Buffer.from(key.chain.at(-1)!)),
    );

    serve(app, aboutRows.downloadCrl, async ({ reply }) => {
      const [list] = (await key.lists?.(clock())) ?? [];
      if (!list) return noList;
      return reply.header('content-type', 'application/pkix-crl').send(Buffer.from(list));
    });

    serve(app, aboutRows.downloadTimestampRoots, ({ reply }) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="countersign-timestamp-roots.pem"')
        .send(timestamps?.rootsPem ?? ''),
    );

    serve(app, documentRows.readEvidence, async ({ user, params, request, reply }) => {
      const whole = await findDocument(db, user.accountId, params.id);
      if (!whole) return notFound;
      if (whole.document.sealedElsewhere) return sealedElsewhere;
      const later = await laterRecord(db, sealedTrails, whole);
      if (!later) {
        request.log.error({ document: params.id }, 'the trail differs from what was recorded');
        return altered;
      }
      return sendExport(reply, {
        name: `evidence-${params.id}.json`,
        type: 'application/json; charset=utf-8',
        stream: Readable.from([evidenceFile(later.record, later.sealed).bytes]),
      });
    });

    serve(app, documentRows.readBundle, async ({ user, params, request, reply }) => {
      const whole = await findDocument(db, user.accountId, params.id);
      if (!whole) return notFound;
      if (whole.document.sealedElsewhere) return sealedElsewhere;
      const later = await laterRecord(db, sealedTrails, whole);
      if (!later) {
        request.log.error({ document: params.id }, 'the trail differs from what was recorded');
        return altered;
      }
      const refused =
        (await refuseOtherSeal(db, user.accountId, [whole.document], request.log)) ??
        (await refuseOtherFiles(db, whole.document, request.log));
      if (refused) return refused;
      const stream = await packBundle(services, later.record, later.sealed);
      return sendExport(reply, { name: `evidence-${params.id}.zip`, type: 'application/zip', stream });
    });

    serve(app, documentRows.readCertificate, async ({ user, params, request, reply }) => {
      const whole = await findDocument(db, user.accountId, params.id);
      if (!whole) return notFound;
      const { accountId, id: documentId, certificate, title } = whole.document;
      if (certificate) {
        const recorded = { accountId, id: documentId, certificate };
        const refused = await refuseOtherRecord({ db, sealedTrails, files }, recorded, request.log);
        if (refused) return refused;
        return sendPdf(reply, files, { sha256: certificate.sha256, name: pdfName(title, ' (record)') });
      }
      if (whole.document.status === 'completed' && separateIdsOf(whole.document).includes(CERTIFICATE)) {
        const file = await findSealedFile(services, whole.document, CERTIFICATE, request.log);
        return isRefusal(file) ? noRecord : sendPdf(reply, files, file);
      }
      // If a document has no record yet (it ended before records existed, or the job was given up), this
      // request makes it.
      if (endingOfStatus(whole.document))
        await inTransaction(db, (tx) =>
          jobs.enqueue(tx, 'seal-ending', { accountId, documentId }, { singletonKey: documentId }),
        );
      return noRecord;
    });

    serve(app, sendingRows.retrySeal, ({ user, params }) =>
      retrySeal({ db, jobs }, user.accountId, params.id),
    );
  };
}

/**
 * Returns the current evidence of a document. If there is a sealed file or a sealed record of an ending, the
 * evidence says that it continues it. Returns undefined if the trail is invalid or does not continue the
 * sealed one: the server never serves rewritten history as evidence.
 */
async function laterRecord(
  db: Kysely<Schema>,
  sealedTrails: SealedTrails,
  whole: WholeDocument,
): Promise<{ record: SigningRecord; sealed: SealedTrail | undefined } | undefined> {
  try {
    const record = await readSigningRecord(db, whole);
    const { accountId, id: documentId } = whole.document;
    const sealedFiles = await sealedFilesOf(db, { accountId, documentId });
    const compared = await sealedTrails.compare(sealedFiles, record.events);
    if (compared?.same === false) return undefined;
    const key = { accountId, documentId };
    if ((await matchesSealedTrail({ db, sealedTrails }, key, sealedFiles, record.events)) === false)
      return undefined;
    return { record, sealed: compared?.sealed };
  } catch (error) {
    if (error instanceof BrokenTrail) return undefined;
    throw error;
  }
}

const altered = refuse(
  'trail-altered',
  'The database contradicts the sealed file, or its audit trail is broken, so no evidence can be created from it. Use the evidence in the sealed file and contact the operator of this server.',
);

const noList = refuse(
  'not-found',
  'The authority of this seal publishes its list of revoked certificates elsewhere.',
);

const noRecord = refuse(
  'certificate-not-ready',
  'There is no record of this document yet. If it was declined, voided or has expired, try again in a minute.',
);

const notFound = refuse('not-found', 'Document not found or access denied');
