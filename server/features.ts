import { memberRoutes } from './accounts/profile/member-routes.ts';
import { apiKeyRoutes } from './accounts/api-keys/routes.ts';
import { apiReferenceRoutes } from './api/reference/routes.ts';
import { auditRoutes } from './evidence/audit/routes.ts';
import { watchOldNotices } from './records/notifications/delete-old-notices.ts';
import { mcpRoutes } from './api/mcp/routes.ts';
import { noticeRoutes } from './records/notifications/routes.ts';
import { endSubscription } from './operations/billing/end-subscription.ts';
import { readSubscriptionJob } from './operations/billing/read-subscription.ts';
import { billingRoutes } from './operations/billing/routes.ts';
import { watchOldRows } from './documents/bulk/delete-old-rows.ts';
import { brandingRoutes } from './messages/branding/routes.ts';
import { senderDomainRoutes } from './messages/branding/sender-domain-routes.ts';
import { watchSenderDomains } from './messages/branding/sender-domain.ts';
import { sendReplyToMail } from './messages/branding/send-reply-to-mail.ts';
import { bulkRoutes } from './documents/bulk/routes.ts';
import { sendBulk } from './documents/bulk/send-bulk.ts';
import { ceremonyRoutes } from './signing/ceremony/routes.ts';
import { contactRoutes } from './accounts/contacts/routes.ts';
import { libraryRoutes } from './documents/library/library-routes.ts';
import { watchBin } from './documents/library/watch-bin.ts';
import { documentRoutes } from './documents/routes.ts';
import { watchExpiry } from './documents/sending/watch-expiry.ts';
import { readFilesAgain, watchStoredFiles } from './records/stored-files/check-stored-files.ts';
import { releaseFiles } from './records/stored-files/release-files.ts';
import { watchFiles } from './documents/files/delete-unused-files.ts';
import { embeddingRoutes } from './signing/embedding/routes.ts';
import type { Feature } from './foundation/http/fastify-app.ts';
import { watchAnswers } from './foundation/http/forget-answers.ts';
import { liveRoutes } from './api/realtime/routes.ts';
import { watchLog } from './evidence/log/watch-log.ts';
import { mailRoutes } from './messages/mail/routes.ts';
import { sendIdentityMail } from './messages/mail/send-identity-mail.ts';
import { sendMail } from './messages/mail/send-mail.ts';
import { sendSupportReply } from './messages/mail/send-support-reply.ts';
import { sendSupportMessage } from './messages/mail/send-support-message.ts';
import { operatorRoutes } from './operations/operator/routes.ts';
import { proposalRoutes, watchProposals } from './documents/proposals/routes.ts';
import { formRoutes, watchFormEntries } from './documents/public-forms/routes.ts';
import { sendFormMail } from './documents/public-forms/send-form-mail.ts';
import { formPageRoutes } from './documents/public-forms/visitor-routes.ts';
import { makeExport, watchExports } from './operations/export/make-export.ts';
import { exportRoutes } from './operations/export/routes.ts';
import { watchClosing } from './operations/account-deletion/close-account.ts';
import { closingRoutes } from './operations/account-deletion/routes.ts';
import { sendOwnDataMail, watchOwnDataAsks } from './operations/data-requests/request-own-data.ts';
import { ownDataRoutes } from './operations/data-requests/routes.ts';
import { reportRoutes } from './evidence/reports/routes.ts';
import { watchReports } from './evidence/reports/schedule-reports.ts';
import { sendReport } from './evidence/reports/send-report.ts';
import { logRoutes } from './evidence/log-page/log-routes.ts';
import { sealRoutes } from './evidence/sealing/routes.ts';
import { sealDocument } from './evidence/sealing/seal-document.ts';
import { watchSealKey } from './evidence/sealing/watch-seal-key.ts';
import { watchForgottenSeals } from './evidence/sealing/retry-seal.ts';
import { sealEnding } from './evidence/sealing/seal-ending.ts';
import { augmentDocument, watchSeals } from './evidence/sealing/augment-document.ts';
import type { Services } from './services.ts';
import { supportRoutes } from './operations/support/routes.ts';
import { signOnRoutes } from './accounts/sign-in/sign-on-routes.ts';
import { teamRoutes } from './accounts/team/routes.ts';
import { templateRoutes } from './documents/templates/routes.ts';
import { verifyingRoutes } from './evidence/verification/routes.ts';
import { webhookRoutes } from './messages/webhooks/routes.ts';
import { watchWebhooks } from './messages/webhooks/watch-deliveries.ts';

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
