import { memberRoutes } from './account/member-routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { apiReferenceRoutes } from './api-reference/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { watchOldNotices } from './bell/forget-old-notices.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { noticeRoutes } from './bell/routes.ts';
import { endSubscription } from './billing/end-subscription.ts';
import { readSubscriptionJob } from './billing/read-subscription.ts';
import { billingRoutes } from './billing/routes.ts';
import { watchOldRows } from './bulk/forget-rows.ts';
import { brandingRoutes } from './branding/routes.ts';
import { senderDomainRoutes } from './branding/sender-domain-routes.ts';
import { watchSenderDomains } from './branding/sender-domain.ts';
import { sendReplyToMail } from './branding/send-reply-to-mail.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { sendBulk } from './bulk/send-bulk.ts';
import { ceremonyRoutes } from './ceremony/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { libraryRoutes } from './documents/library/library-routes.ts';
import { watchBin } from './documents/library/watch-bin.ts';
import { documentRoutes } from './documents/routes.ts';
import { watchExpiry } from './documents/sending/watch-expiry.ts';
import { readFilesAgain, watchStoredFiles } from './files/read-again.ts';
import { releaseFiles } from './files/release-files.ts';
import { watchFiles } from './files/sweep-files.ts';
import { embeddingRoutes } from './embedding/routes.ts';
import type { Feature } from './http/fastify-app.ts';
import { watchAnswers } from './http/forget-answers.ts';
import { liveRoutes } from './live/routes.ts';
import { watchLog } from './log/watch-log.ts';
import { mailRoutes } from './mail/routes.ts';
import { sendIdentityMail } from './mail/send-identity-mail.ts';
import { sendMail } from './mail/send-mail.ts';
import { sendSupportReply } from './mail/send-support-reply.ts';
import { sendSupportMessage } from './mail/send-support-message.ts';
import { operatorRoutes } from './operator/routes.ts';
import { proposalRoutes, watchProposals } from './proposals/routes.ts';
import { formRoutes, watchFormEntries } from './public-forms/routes.ts';
import { sendFormMail } from './public-forms/send-form-mail.ts';
import { formPageRoutes } from './public-forms/visitor-routes.ts';
import { makeExport, watchExports } from './export/make-export.ts';
import { exportRoutes } from './export/routes.ts';
import { watchClosing } from './closing/close-account.ts';
import { closingRoutes } from './closing/routes.ts';
import { sendOwnDataMail, watchOwnDataAsks } from './own-data/ask-own-data.ts';
import { ownDataRoutes } from './own-data/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { watchReports } from './reports/schedule-reports.ts';
import { sendReport } from './reports/send-report.ts';
import { logRoutes } from './sealing/log-routes.ts';
import { sealRoutes } from './sealing/routes.ts';
import { sealDocument } from './sealing/seal-document.ts';
import { watchSealKey } from './sealing/watch-seal-key.ts';
import { watchForgottenSeals } from './sealing/retry-seal.ts';
import { sealEnding } from './sealing/seal-ending.ts';
import { augmentDocument, watchSeals } from './sealing/strengthen-document.ts';
import type { Services } from './services.ts';
import { supportRoutes } from './support/routes.ts';
import { signOnRoutes } from './identity/sign-on-routes.ts';
import { teamRoutes } from './team/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { verifyingRoutes } from './verifying/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { watchWebhooks } from './webhooks/watch-deliveries.ts';

/** All features with routes. */
export function routesOf(services: Services): Feature[] {
  return [
    documentRoutes(services),
    libraryRoutes(services),
    templateRoutes(services),
    bulkRoutes(services),
    ceremonyRoutes(services),
    sealRoutes(services),
    logRoutes(services),
    verifyingRoutes(services),
    reportRoutes(services),
    exportRoutes(services),
    closingRoutes(services),
    supportRoutes(services),
    operatorRoutes(services),
    contactRoutes(services),
    apiKeyRoutes(services),
    apiReferenceRoutes(),
    auditRoutes(services),
    memberRoutes(services),
    noticeRoutes(services),
    billingRoutes(services),
    brandingRoutes(services),
    senderDomainRoutes(services),
    mailRoutes(services),
    liveRoutes(services),
    webhookRoutes(services),
    embeddingRoutes(services),
    formRoutes(services),
    formPageRoutes(services),
    ownDataRoutes(services),
    teamRoutes(services),
    proposalRoutes(services),
    mcpRoutes(services),
    signOnRoutes(services),
  ];
}

/** All background jobs by queue name. */
export function jobsOf(services: Services) {
  return {
    'seal-document': ({ accountId, documentId }) => sealDocument(services, accountId, documentId),
    'seal-ending': ({ accountId, documentId }) => sealEnding(services, accountId, documentId),
    'strengthen-document': ({ accountId, documentId }) => augmentDocument(services, accountId, documentId),
    'send-mail': (which) => sendMail(services, which),
    'send-bulk': ({ accountId, bulkId }, job) => sendBulk(services, { accountId, id: bulkId }, job),
    'release-files': ({ accountId, files }) => releaseFiles(services, accountId, files),
    'read-files': async ({ prefix }) => void (await readFilesAgain(services, prefix)),
    'send-identity-mail': ({ mailId }) => sendIdentityMail(services, mailId),
    'send-support-message': ({ messageId }) => sendSupportMessage(services, messageId),
    'send-support-reply': ({ replyId }) => sendSupportReply(services, replyId),
    'send-report': (which) => sendReport(services, which),
    'make-export': (which, job) => makeExport(services, which, job),
    'send-reply-to-mail': ({ askId }) => sendReplyToMail(services, askId),
    'send-form-mail': (which) => sendFormMail(services, which),
    'send-own-data-mail': ({ askId }) => sendOwnDataMail(services, askId),
    'read-subscription': ({ accountId }) => readSubscriptionJob(services, accountId),
    'end-subscription': ({ accountId }) => endSubscription(services, accountId),
  } satisfies Partial<Parameters<Services['jobs']['work']>[0]>;
}

/** Scheduled tasks. They run on every instance with the worker role. */
export function watchesOf(services: Services): { stop(): Promise<void> }[] {
  const { db, clock } = services;
  return [
    watchExpiry(services),
    watchOldNotices(db, clock),
    watchAnswers(db, clock),
    watchBin(services),
    watchFiles(services),
    watchStoredFiles(services),
    watchOldRows(services),
    watchProposals(services),
    watchReports(services),
    watchExports(services),
    watchClosing(services),
    watchOwnDataAsks(services),
    watchWebhooks(services),
    watchSenderDomains(services),
    watchForgottenSeals(services),
    ...(services.timestamps ? [watchSeals(services)] : []),
    watchFormEntries(services),
    watchLog(services),
    watchSealKey(services),
  ];
}
