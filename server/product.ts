import type { FieldOwner } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import { livingLink } from './ceremony/open-link.ts';
import { mailCode } from './ceremony/gate-pass.ts';
import { openFirstPages } from './ceremony/first-pages.ts';
import { ceremonyRoutes } from './ceremony/routes.ts';
import { fillSigningPage } from './ceremony/signing-page.ts';
import { linkToken } from './crypto/signing-link.ts';
import { buildApp, type AppParts } from './app.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { auditRoutes } from './audit/routes.ts';
import { endPlansOfOtherProviders, readSubscriptionJob } from './billing/read-subscription.ts';
import { billingRoutes } from './billing/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { watchOldRows } from './bulk/forget-rows.ts';
import { sendBulk } from './bulk/send-bulk.ts';
import { contactRoutes } from './contacts/routes.ts';
import { checkPerson, checkPrefilled, rememberFits } from './documents/draft/check-prefilled.ts';
import { placeFields } from './documents/draft/place-fields.ts';
import { readForm } from './files/read-upload.ts';
import { documentRoutes } from './documents/routes.ts';
import type { DocumentServices, SendServices } from './documents/document-services.ts';
import { sendIn } from './documents/sending/send-document.ts';
import { takeFileIn } from './files/take-file-in.ts';
import { openUploadTurns } from './files/upload-turns.ts';
import { watchExpiry } from './documents/sending/watch-expiry.ts';
import type { Tx } from './db/transaction.ts';
import { watchAnswers } from './http/forget-answers.ts';
import type { App } from './http/fastify-app.ts';
import { libraryRoutes } from './documents/library/library-routes.ts';
import type { LibraryServices } from './documents/library/library-services.ts';
import { releaseFiles } from './files/release-files.ts';
import { watchFiles } from './files/sweep-files.ts';
import { openThumbnails } from './files/thumbnails.ts';
import { watchBin } from './documents/library/watch-bin.ts';
import { identityLink } from './identity-provider/identity-link.ts';
import { openJobQueue, type JobQueue } from './jobs/job-queue.ts';
import { liveRoutes } from './live/routes.ts';
import { memberRoutes } from './account/member-routes.ts';
import { watchOldNotices } from './bell/forget-old-notices.ts';
import { noticeRoutes } from './bell/routes.ts';
import { choicePath, choiceToken, type ChosenBy } from './mail/choice-link.ts';
import { mailRoutes } from './mail/routes.ts';
import { sendIdentityMail } from './mail/send-identity-mail.ts';
import { sendMail } from './mail/send-mail.ts';
import { sendSupportMessage } from './mail/send-support-message.ts';
import { unsubscribePath, unsubscribeToken, type Subscribed } from './mail/unsubscribe-link.ts';
import type { Clock } from './ports/clock.ts';
import type { DocxConverter } from './ports/docx-converter.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Payments } from './ports/payment-provider.ts';
import type { PdfEngine } from './ports/pdf-engine.ts';
import type { SealKey } from './ports/seal-key.ts';
import { openDrawnCheck } from './sealing/check-drawn.ts';
import { openSealableCheck } from './sealing/check-sealable.ts';
import { sealDocument } from './sealing/seal-document.ts';
import { sealRoutes } from './sealing/routes.ts';
import { deriveSecret } from './crypto/secret-key.ts';
import { componentChecks } from './support/check-components.ts';
import { supportRoutes } from './support/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { makeIn } from './templates/use-template.ts';
import type { BulkActs, BulkServices } from './bulk/bulk-services.ts';
import type { FileIntake } from './templates/template-services.ts';

/** Everything the product reaches the world through. */
export type Ports = {
  database: Database;
  files: FileStore;
  mailer: Mailer;
  /** For what has no address to go to. */
  outbox: Mailer;
  pdf: PdfEngine;
  docx: DocxConverter;
  key: SealKey;
  payments: Payments;
  clock: Clock;
};

export type Product = {
  app: App;
  jobs: JobQueue;
  /** Starts the work of the worker role: jobs and expiry. */
  work(): Promise<void>;
  /** Stops taking requests and jobs, and lets those in flight finish. The ports stay open. */
  close(): Promise<void>;
};

/** Puts the product together from its ports. Does nothing by itself until it listens or works. */
export async function openProduct(
  config: Config,
  ports: Ports,
  options: Pick<AppParts, 'logTo' | 'onClose' | 'onUnlistedRefusal' | 'webFolder'> = {},
): Promise<Product> {
  const { database, files, pdf, docx, key, clock } = ports;
  const { provider, sandbox } = ports.payments;
  const { db } = database;
  const jobs = await openJobQueue(database);
  const linkKey = deriveSecret(config.secretKey, 'signing link');
  const draftKey = deriveSecret(config.secretKey, 'ceremony draft');
  const uploads = openUploadTurns(clock);
  const { plans, newAccountMails } = config;
  const [sealable, checkDrawn] = [openSealableCheck(ports), openDrawnCheck(ports)];
  const documents = { db, files, jobs, pdf, docx, clock, plans, newAccountMails, sealable };
  const ceremony = {
    ...{ db, files, jobs, pdf, clock, plans, linkKey, draftKey, checkDrawn, readForm, newAccountMails },
    checkPerson: (fields: readonly Field[], person: FieldOwner) => checkPerson(pdf, fields, person),
    publicUrl: config.publicUrl,
    firstPages: openFirstPages(ports),
  };
  const thumbnails = openThumbnails({ db, files, pdf });
  const library = { db, files, jobs, pdf, clock, plans: config.plans, thumbnails };
  const billing = { db, jobs, provider, clock, plans: config.plans, publicUrl: config.publicUrl };
  const intake: FileIntake = {
    read: readForm,
    store: (accountId, file, allowed) => takeFileIn(documents, accountId, file, allowed),
    inTurn: uploads,
    place: placeFields,
  };
  const bulk = { db, jobs, clock, plans: config.plans, acts: bulkActs(documents) };
  const features = [
    documentRoutes(documents, uploads),
    libraryRoutes(library),
    templateRoutes({ db, files, jobs, clock, plans: config.plans, intake, thumbnails }),
    bulkRoutes(bulk),
    ceremonyRoutes(ceremony),
    sealRoutes({ db, files, jobs, key }),
    supportRoutes({ db, jobs, key, clock, config }),
    contactRoutes({ db, clock }),
    auditRoutes(db),
    memberRoutes({ db, files, clock }),
    noticeRoutes({ db, clock }),
    billingRoutes(billing),
    ...(sandbox ? [sandbox.routes(jobs)] : []),
    mailRoutes({ db, jobs, clock, config }),
    liveRoutes({ database, clock, findSigner: (token) => livingLink(ceremony, token) }),
  ];
  await endPlansOfOtherProviders(billing);
  const checks = componentChecks({ db, files, mailer: ports.mailer, docx, clock });
  const promiseMail = (tx: Tx, mailId: string) => jobs.enqueue(tx, 'send-identity-mail', { mailId });
  const signingPage = fillSigningPage(ceremony);
  const app = await buildApp({ config, db, clock, features, checks, promiseMail, signingPage, ...options });
  const sealing = { db, files, jobs, pdf, key, clock };
  const { mail, supportMail, identityMail } = mailServices(config, ports, { jobs, linkKey });
  const watches: { stop(): Promise<void> }[] = [];
  return {
    app,
    jobs,
    async work() {
      await jobs.work({
        'seal-document': ({ accountId, documentId }) => sealDocument(sealing, accountId, documentId),
        'send-mail': (which, job) => sendMail(mail, which, job),
        'send-bulk': ({ accountId, bulkId }, job) => sendBulk(bulk, { accountId, id: bulkId }, job),
        'release-files': ({ accountId, files: released }) => releaseFiles(library, accountId, released),
        'send-identity-mail': ({ mailId }) => sendIdentityMail(identityMail, mailId),
        'send-support-message': ({ messageId }) => sendSupportMessage(supportMail, messageId),
        'read-subscription': ({ accountId }) => readSubscriptionJob(billing, accountId),
        ...(sandbox && { 'deliver-sandbox-event': ({ eventId }) => sandbox.deliver(eventId) }),
      });
      watches.push(...keepWatch(documents, library, bulk), ...(sandbox ? [sandbox.passTime()] : []));
    },
    async close() {
      for (const watch of watches) await watch.stop();
      // Before the application: jobs ask it, as the sandbox does that delivers its events.
      await jobs.rest();
      await app.close();
      await jobs.stop();
    },
  };
}

/** What time alone brings about: every instance with the worker role looks after it. */
function keepWatch(
  documents: DocumentServices,
  library: LibraryServices,
  bulk: BulkServices,
): { stop(): Promise<void> }[] {
  const { db, clock } = documents;
  return [
    watchExpiry(documents),
    watchOldNotices(db, clock),
    watchAnswers(db, clock),
    watchBin(library),
    watchFiles(library),
    watchOldRows(bulk),
  ];
}

/** What the jobs that write mail need: to the people of a document, to support, to somebody signing in. */
function mailServices(config: Config, ports: Ports, { jobs, linkKey }: { jobs: JobQueue; linkKey: Buffer }) {
  const { mailer, files, clock } = ports;
  const { db } = ports.database;
  const unsubscribeKey = deriveSecret(config.secretKey, 'unsubscribe');
  const choiceKey = deriveSecret(config.secretKey, 'mail choice');
  const mail = {
    ...{ db, files, jobs, mailer, clock },
    publicUrl: config.publicUrl,
    from: mailSender(config),
    bounces: config.bounces?.address,
    linkToken: (linkId: string) => linkToken(linkKey, linkId),
    mailCode: (nonce: string) => mailCode(linkKey, nonce),
    choiceLink: (by: ChosenBy) => `${config.publicUrl}${choicePath}/${choiceToken(choiceKey, by)}`,
    unsubscribeLink: (subscribed: Subscribed) =>
      `${config.publicUrl}${unsubscribePath}/${unsubscribeToken(unsubscribeKey, subscribed)}`,
  };
  const supportMail = {
    ...{ db, clock, publicUrl: config.publicUrl, from: mailSender(config) },
    mailer: config.supportEmail ? mailer : ports.outbox,
    to: supportAddress(config),
  };
  const identityLinkKey = deriveSecret(config.secretKey, 'identity link');
  const identityMail = {
    ...{ db, clock, mailer, publicUrl: config.publicUrl, from: mailSender(config) },
    link: (mailId: string) => identityLink(identityLinkKey, mailId),
  };
  return { mail, supportMail, identityMail };
}

/** What becomes of a row of a bulk send is what becomes of a document by hand. */
function bulkActs(documents: SendServices): BulkActs {
  return {
    make: (tx, owner, mould, use) => makeIn(tx, documents, owner, mould, use),
    send: (tx, owner, id, request) => sendIn(tx, documents, owner, id, request),
    openPrefilledCheck: () => {
      const pdf = rememberFits(documents.pdf);
      return (fields, people) => checkPrefilled(pdf, fields, people);
    },
  };
}

/** Without SUPPORT_EMAIL the mail stays in the outbox, so its address only has to be recognised there. */
function supportAddress({ supportEmail, operatorName, publicUrl }: Config): {
  name: string;
  address: string;
} {
  const address = supportEmail ?? `support@${new URL(publicUrl).hostname}`;
  return { name: operatorName ?? 'Support', address };
}

/** 'Name <address>' or an address, from the settings; without one, an address that is honest about its host. */
function mailSender({ mailFrom, publicUrl }: Config): { name: string; address: string } {
  const given = /^(.*)<([^>]+)>$/.exec(mailFrom ?? '');
  if (given) return { name: given[1]!.trim(), address: given[2]! };
  return { name: 'Countersign', address: mailFrom ?? `countersign@${new URL(publicUrl).hostname}` };
}
