import { openApiKeys } from './accounts/api-keys/feature.ts';
import { openContacts } from './accounts/contacts/feature.ts';
import { openProfile } from './accounts/profile/feature.ts';
import { openProvisioning } from './accounts/provisioning/feature.ts';
import { openSignIn } from './accounts/sign-in/feature.ts';
import { openTeam } from './accounts/team/feature.ts';
import { openMcp } from './api/mcp/feature.ts';
import { openRealtime } from './api/realtime/feature.ts';
import { openApiReference } from './api/reference/feature.ts';
import { openDocuments } from './documents/feature.ts';
import { openAnswers } from './documents/answers/feature.ts';
import { openBulk } from './documents/bulk/feature.ts';
import { openFiles } from './documents/files/feature.ts';
import { openLibrary } from './documents/library/feature.ts';
import { openProposals } from './documents/proposals/feature.ts';
import { openPublicForms } from './documents/public-forms/feature.ts';
import { openSending } from './documents/sending/feature.ts';
import { openTemplates } from './documents/templates/feature.ts';
import { openAudit } from './evidence/audit/feature.ts';
import { openLogGrowth } from './evidence/log/feature.ts';
import { openLogPage } from './evidence/log-page/feature.ts';
import { openReports } from './evidence/reports/feature.ts';
import { openSealing } from './evidence/sealing/feature.ts';
import { openVerification } from './evidence/verification/feature.ts';
import { openBranding } from './messages/branding/feature.ts';
import { openDestinations } from './messages/destinations/feature.ts';
import { openMail } from './messages/mail/feature.ts';
import { openWebhooks } from './messages/webhooks/feature.ts';
import { openAccountDeletion } from './operations/account-deletion/feature.ts';
import { openBilling } from './operations/billing/feature.ts';
import { openDataRequests } from './operations/data-requests/feature.ts';
import { openExports } from './operations/export/feature.ts';
import { openOperator } from './operations/operator/feature.ts';
import { openSupport } from './operations/support/feature.ts';
import { openNotifications } from './records/notifications/feature.ts';
import { openStoredFiles } from './records/stored-files/feature.ts';
import { openCeremony } from './signing/ceremony/feature.ts';
import { openForYou } from './signing/for-you/feature.ts';
import { openEmbedding } from './signing/embedding/feature.ts';
import type { Feature } from './foundation/http/feature.ts';
import { watchAnswers } from './foundation/http/delete-old-responses.ts';
import type { Services } from './open-services.ts';

export function openFeatures(services: Services): Feature[] {
  return [
    openDocuments(services),
    openLibrary(services),
    openTemplates(services),
    openBulk(services),
    openCeremony(services),
    openForYou(services),
    openSealing(services),
    openLogPage(services),
    openVerification(services),
    openReports(services),
    openExports(services),
    openAccountDeletion(services),
    openSupport(services),
    openOperator(services),
    openContacts(services),
    openApiKeys(services),
    openApiReference(),
    openAudit(services),
    openProfile(services),
    openNotifications(services),
    openBilling(services),
    openBranding(services),
    openMail(services),
    openRealtime(services),
    openWebhooks(services),
    openDestinations(services),
    openEmbedding(services),
    openPublicForms(services),
    openAnswers(services),
    openDataRequests(services),
    openTeam(services),
    openProvisioning(services),
    openProposals(services),
    openMcp(services),
    openSignIn(services),
    openStoredFiles(services),
    openLogGrowth(services),
    openFiles(services),
    openSending(services),
    { schedules: [() => watchAnswers(services.db, services.clock)] },
  ];
}
