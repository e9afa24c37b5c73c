import multipart from '@fastify/multipart';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { ceremonyRows } from '#contract/signing/ceremony-routes.ts';
import { sendingRows } from '#contract/documents/sending-routes.ts';
import { gateLifetime } from '#core/ceremony/gate.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { checkCeremony } from '#core/ceremony/checks.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { answerOnce } from '../../foundation/http/idempotency.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import { ownerOf } from '../../records/owner.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findSealedFile, sendSealedFiles } from '../../records/trail/separate-files.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import { readForm } from '../../documents/files/read-upload.ts';
import { attachFile } from './acts/attach-file.ts';
import type { Ceremony } from './ceremony.ts';
import type { CeremonyDeps } from './deps.ts';
import { refuseOtherRecord } from '../../evidence/record/stated-record.ts';
import { refuseOtherSeal } from '../../records/trail/stated-seals.ts';
import { requestPaper, resumeSigning } from './acts/request-paper.ts';
import { startPasskeyConfirmation } from './acts/confirm-by-passkey.ts';
import { checkValue } from './acts/check-printable.ts';
import { declineDocument } from './acts/decline-document.ts';
import { delegateRecipient } from './acts/delegate-recipient.ts';
import { enterCodes, sendNewCode, viewGate } from './enter-codes.ts';
import { openOnThisDevice } from './hand-over-link.ts';
import { openMark } from './open-mark.ts';
import { recordFileServed } from '../../records/link-store.ts';
import {
  asOpenDocument,
  passSeparator,
  openCeremony,
  recordOpened,
  viewCeremony,
  type Visit,
} from './open-link.ts';
import { saveDraft } from './acts/save-draft.ts';
import { passCookie, authenticateSigners } from './signer-guard.ts';
import { signDocument } from './acts/sign-document.ts';

/**
 * Routes that recipients reach through a signing link, without an account. GET requests change nothing
 * (S-13).
 */
export function ceremonyRoutes(services: CeremonyDeps): Routes {
  return async (app) => {
    await app.register(multipart);
    authenticateSigners(app, services);
    reading(app, services);
    entering(app, services);
    acting(app, services);
    otherWays(app, services);
    gate(app, services);
    handingOver(app, services);
  };
}

function reading(app: App, services: CeremonyDeps): void {
  serve(app, ceremonyRows.readCeremony, ({ visit, params, query, request }) =>
    viewCeremony(services, params.token, visit, {
      asked: query.language,
      browser: requestLanguage(request.headers),
    }),
  );

  serve(app, ceremonyRows.readCeremonyFile, async ({ visit, request, reply }) => {
    const ceremony = await openToRead(services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { document } = ceremony.whole;
    // The serving is recorded before the file is sent, so that the client can immediately report the document
    // as opened.
    if (request.method === 'GET') await recordFileServed(services.db, ceremony.owner, services.clock());
    return sendPdf(reply, services.files, {
      sha256: document.baseSha256,
      name: pdfName(document.title),
      disposition: 'inline',
    });
  });

  serve(app, ceremonyRows.readFirstPage, async ({ visit, reply }) => {
    const ceremony = await openToRead(services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { baseSha256, accountId } = ceremony.whole.document;
    const picture = await services.firstPages.of(baseSha256, accountId);
    if (!picture) return noPicture;
    sendsUploadedBytes(reply, { name: 'first-page.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(picture);
  });

  serve(app, ceremonyRows.readMark, async ({ visit, params, query, reply }) => {
    const picture = await openMark(services, visit, { ...params, ...query });
    if (isRefusal(picture)) return picture;
    sendsUploadedBytes(reply, { name: 'signature.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(Buffer.from(picture));
  });

  serve(app, ceremonyRows.downloadSealed, async ({ visit, query, request, reply }) => {
    const ceremony = await openCeremony(services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { stored: document, recipient } = ceremony;
    if (document.sealedSha256 === null) return notCompleted;
    const refused = await refuseOtherSeal(services.db, document.accountId, [document], request.log);
    if (refused) return refused;
    if (isPartialReader(recipient) && !recipient.onlyFiles.includes(query.file ?? '')) return otherFiles;
    if (query.file !== undefined) {
      const one = await findSealedFile(services, document, query.file, request.log);
      return isRefusal(one) ? one : sendPdf(reply, services.files, one);
    }
    return sendPdf(reply, services.files, {
      sha256: document.sealedSha256,
      behind: document.augmentation,
      name: pdfName(document.title, ' (sealed)'),
    });
  });

  serve(app, ceremonyRows.downloadSealedSet, async ({ visit, request, reply }) => {
    const ceremony = await openCeremony(services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { stored, recipient } = ceremony;
    if (stored.sealedSha256 === null) return notCompleted;
    return sendSealedFiles(reply, services, stored, request.log, recipient.onlyFiles ?? null);
  });

  serve(app, ceremonyRows.downloadRecord, async ({ visit, request, reply }) => {
    const ceremony = await openCeremony(services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { document } = ceremony.whole;
    const { accountId, id, certificate } = document;
    if (!certificate) return noRecord;
    const refused = await refuseOtherRecord(services, { accountId, id, certificate }, request.log);
    if (refused) return refused;
    return sendPdf(reply, services.files, {
      sha256: certificate.sha256,
      name: pdfName(document.title, ' (record)'),
    });
  });
}

async function openToRead(services: CeremonyDeps, visit: Visit): Promise<Ceremony | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  if (isPartialReader(recipient)) return otherFiles;
  return (
    checkCeremony('view', { document: asOpenDocument(whole), recipient, now: services.clock() }) ?? ceremony
  );
}

/** Routes for steps before signing, which have no effect by themselves. */
function entering(app: App, services: CeremonyDeps): void {
  const attached = burstLimiter(burstLimits.attachment, services.clock);
  serve(app, ceremonyRows.checkValue, ({ visit, body }) => checkValue(services, visit, body));
  serve(app, ceremonyRows.saveDraft, ({ visit, body }) => saveDraft(services, visit, body));

  serve(app, ceremonyRows.attachFile, async ({ visit, params, request }) => {
    // The request is counted first, whatever its result will be.
    const wait = attached.waitFor(visit.recipientId);
    if (wait > 0) return { ...tooManyFiles, retryAfter: wait };
    attached.count(visit.recipientId);
    const sent = await readForm(request, ceremonyRows.attachFile.body);
    return isRefusal(sent) ? sent : attachFile(services, visit, params.fieldId, sent);
  });
}

function acting(app: App, services: CeremonyDeps): void {
  serve(app, ceremonyRows.signDocument, async ({ visit, visitor, body, keyed }) => {
    const signed = await signDocument(services, visit, body, visitor, (tx, act) =>
      answerOnce(tx, keyed, async () => {
        const outcome = await act();
        return isRefusal(outcome) ? outcome : { status: 200, body: outcome };
      }),
    );
    return isRefusal(signed) ? signed : signed.body;
  });
  serve(app, ceremonyRows.requestPasskeyChallenge, ({ visit, visitor }) =>
    startPasskeyConfirmation(services, visit, visitor.origin),
  );
  serve(app, ceremonyRows.reportOpened, ({ visit, visitor, body }) =>
    recordOpened(services, visit, visitor, body?.shownSha256),
  );
  serve(app, ceremonyRows.declineDocument, ({ visit, visitor, body }) =>
    declineDocument(services, visit, (body.reason ?? '').trim(), visitor),
  );
}

/** Routes for delegating a part to another person, and for signing on paper. */
function otherWays(app: App, services: CeremonyDeps): void {
  serve(app, ceremonyRows.delegatePart, ({ visit, visitor, body }) =>
    delegateRecipient(services, visit, body, visitor),
  );
  serve(app, ceremonyRows.requestPaper, ({ visit, visitor, body }) =>
    requestPaper(services, visit, { withdraw: body?.withdraw ?? false, note: body?.note ?? '' }, visitor),
  );
  serve(app, ceremonyRows.resumeSigning, ({ visit, visitor }) => resumeSigning(services, visit, visitor));
}

/** Routes for the codes that some senders require before a document is shown. */
function gate(app: App, services: CeremonyDeps): void {
  serve(app, ceremonyRows.readGate, ({ visit }) => viewGate(services, visit));

  serve(app, ceremonyRows.enterCodes, async ({ visit, visitor, params, body, reply }) => {
    const entered = await enterCodes(services, visit, body, visitor);
    if (isRefusal(entered)) return entered;
    if (visit.via === 'embedded') {
      return { token: `${params.token.split(passSeparator)[0]}${passSeparator}${entered.pass}` };
    }
    reply.code(204);
    // The cookie's path is the path of the link, so that two documents in two tabs do not see each other's
    // cookies (S-12).
    reply.setCookie(passCookie, entered.pass, {
      path: addressOf(ceremonyPaths.readCeremony, { params }),
      httpOnly: true,
      sameSite: 'strict',
      secure: app.sessionCookie.options.secure ?? false,
      maxAge: gateLifetime / 1000,
    });
    return undefined;
  });

  serve(app, ceremonyRows.mailCode, ({ visit, visitor }) => sendNewCode(services, visit, visitor));
}

/** Routes with which members open a recipient's signing page on their own device. */
function handingOver(app: App, services: CeremonyDeps): void {
  serve(app, sendingRows.handOver, ({ user, params: { id, recipientId } }) =>
    openOnThisDevice(services, ownerOf(user), id, recipientId, 'in-person'),
  );
  serve(app, sendingRows.signMyself, ({ user, params: { id, recipientId } }) =>
    openOnThisDevice(services, ownerOf(user), id, recipientId, 'own-account'),
  );
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. You’ll receive the sealed copy by email once everyone has signed.',
);

const noRecord = refuse(
  'certificate-not-ready',
  'There is no record of this document yet. If it was declined, voided or has expired, try again in a minute.',
);

const tooManyFiles = refuse(
  'too-many-requests',
  'Too many files were uploaded here. This file was not stored. Wait a few minutes and choose it again.',
);

const otherFiles = refuse(
  'not-found',
  'You receive only some of this document’s files. Download each of them from your signing page.',
);

const noPicture = refuse('not-found', 'There is no preview of this document.');
