// Written by `npm run paths` from the rows of the routes; do not edit.
// The client imports this list, so that its bundle contains the addresses without the schemas.
import type { Address } from './route-address.ts';

export * from './route-address.ts';

export const aboutPaths = {
  readOpenApi: 'GET /api/openapi.json',
  showDevelopers: 'GET /developers',
  readClient: 'GET /developers/countersign.ts',
  readPythonClient: 'GET /developers/countersign.py',
  readHealth: 'GET /api/health',
  readReadiness: 'GET /api/ready',
  readInstallation: 'GET /api/installation',
  writeSupportMessage: 'POST /api/support/messages',
  downloadTimestampRoots: 'GET /api/seal/timestamp-roots.pem',
  listOwnMessages: 'GET /api/support/messages',
  replyToSupport: 'POST /api/support/messages/{id}/replies',
  verifyFile: 'POST /api/verify',
  downloadRootDer: 'GET /api/seal/root.cer',
  downloadCrl: 'GET /api/seal/root.crl',
  downloadRootPem: 'GET /api/seal/root.pem',
} as const satisfies Record<string, Address>;

export const accountPaths = {
  readCurrentUser: 'GET /api/auth/user',
  choosePlan: 'PUT /api/user/plan',
  readUsage: 'GET /api/user/usage',
  readDashboardStats: 'GET /api/dashboard/stats',
  readPlanLimits: 'GET /api/plan/limits',
  readPreferences: 'GET /api/user/preferences',
  changePreferences: 'PATCH /api/user/preferences',
  putPhoto: 'PUT /api/user/photo',
  deletePhoto: 'DELETE /api/user/photo',
  readPhoto: 'GET /api/user/photo/{version}',
  changeProfile: 'PATCH /api/user/profile',
  listNotices: 'GET /api/notices',
  readNotices: 'POST /api/notices/read',
  followAccount: 'GET /api/live',
} as const satisfies Record<string, Address>;

export const answerPaths = {
  listTemplateAnswers: 'GET /api/templates/{id}/answers',
  listBulkAnswers: 'GET /api/bulk/{id}/answers',
  listFormAnswers: 'GET /api/templates/{id}/form/answers',
} as const satisfies Record<string, Address>;

export const apiKeyPaths = {
  listKeys: 'GET /api/keys',
  createKey: 'POST /api/keys',
  renameKey: 'PATCH /api/keys/{id}',
  rotateKey: 'POST /api/keys/{id}/rotate',
  revokeKey: 'DELETE /api/keys/{id}',
} as const satisfies Record<string, Address>;

export const appPaths = {
  listApps: 'GET /api/apps',
  createApp: 'POST /api/apps',
  removeApp: 'DELETE /api/apps/{id}',
  listConnections: 'GET /api/connections',
  endConnection: 'DELETE /api/connections/{id}',
  beginConnection: 'GET /api/connect/{id}',
  readConnectRequest: 'GET /api/connect/{id}/request',
  decideConnection: 'POST /api/connect/{id}/decision',
  readResource: 'GET /.well-known/oauth-protected-resource/api',
  readMcpResource: 'GET /.well-known/oauth-protected-resource/mcp',
  readAuthorizationServer: 'GET /.well-known/oauth-authorization-server/oauth',
} as const satisfies Record<string, Address>;

export const auditPaths = {
  listEvents: 'GET /api/audit',
  exportEvents: 'GET /api/audit/export',
} as const satisfies Record<string, Address>;

export const billingPaths = {
  readSubscription: 'GET /api/subscription/status',
  readSubscriptionUsage: 'GET /api/subscription/usage',
  listInvoices: 'GET /api/subscription/invoices',
  openPortal: 'GET /api/subscription/portal',
  previewPlanChange: 'POST /api/subscription/preview',
  createSubscription: 'POST /api/subscription/create',
  refreshSubscription: 'POST /api/subscription/refresh',
  cancelSubscription: 'POST /api/subscription/cancel',
  resumeSubscription: 'POST /api/subscription/resume',
  changeSubscription: 'POST /api/subscription/change',
  receivePaymentEvent: 'POST /api/webhooks/stripe',
} as const satisfies Record<string, Address>;

export const brandPaths = {
  readBrand: 'GET /api/brand',
  changeBrand: 'PUT /api/brand',
  putLogo: 'PUT /api/brand/logo',
  deleteLogo: 'DELETE /api/brand/logo',
  requestReplyToChange: 'POST /api/brand/reply-to',
  deleteReplyTo: 'DELETE /api/brand/reply-to',
  readLogo: 'GET /api/logos/{sha256}',
  showReplyTo: 'GET /reply-to/{token}',
  confirmReplyTo: 'POST /reply-to/{token}',
} as const satisfies Record<string, Address>;

export const bulkPaths = {
  readBulkSample: 'GET /api/templates/{id}/bulk/sample',
  previewBulk: 'POST /api/templates/{id}/bulk/preview',
  startBulk: 'POST /api/templates/{id}/bulk',
  listBulks: 'GET /api/bulk',
  readBulk: 'GET /api/bulk/{id}',
  pauseBulk: 'POST /api/bulk/{id}/pause',
  resumeBulk: 'POST /api/bulk/{id}/resume',
  cancelBulk: 'POST /api/bulk/{id}/cancel',
  remindBulk: 'POST /api/bulk/{id}/remind',
} as const satisfies Record<string, Address>;

export const ceremonyPaths = {
  readCeremony: 'GET /api/sign/{token}',
  signDocument: 'POST /api/sign/{token}',
  readCeremonyFile: 'GET /api/sign/{token}/file',
  readFirstPage: 'GET /api/sign/{token}/first-page',
  readMark: 'GET /api/sign/{token}/marks/{fieldId}',
  downloadSealed: 'GET /api/sign/{token}/download',
  downloadSealedSet: 'GET /api/sign/{token}/sealed-files',
  downloadRecord: 'GET /api/sign/{token}/certificate',
  followCeremony: 'GET /api/sign/{token}/live',
  reportOpened: 'POST /api/sign/{token}/opened',
  checkValue: 'POST /api/sign/{token}/check',
  saveDraft: 'PUT /api/sign/{token}/draft',
  attachFile: 'POST /api/sign/{token}/attachments/{fieldId}',
  requestPasskeyChallenge: 'POST /api/sign/{token}/passkey',
  declineDocument: 'POST /api/sign/{token}/decline',
  delegatePart: 'POST /api/sign/{token}/delegate',
  requestPaper: 'POST /api/sign/{token}/paper',
  resumeSigning: 'POST /api/sign/{token}/resume',
  readGate: 'GET /api/sign/{token}/gate',
  enterCodes: 'POST /api/sign/{token}/gate',
  mailCode: 'POST /api/sign/{token}/code',
} as const satisfies Record<string, Address>;

export const closurePaths = {
  readClosure: 'GET /api/account/closure',
  requestClosure: 'POST /api/account/closure',
  cancelClosure: 'DELETE /api/account/closure',
} as const satisfies Record<string, Address>;

export const contactPaths = {
  listContacts: 'GET /api/contacts',
  addContact: 'POST /api/contacts',
  exportContacts: 'GET /api/contacts/export',
  importContacts: 'POST /api/contacts/import',
  previewContactImport: 'POST /api/contacts/import/preview',
  readContact: 'GET /api/contacts/{id}',
  replaceContact: 'PUT /api/contacts/{id}',
  deleteContact: 'DELETE /api/contacts/{id}',
} as const satisfies Record<string, Address>;

export const dataRequestPaths = {
  showDataRequest: 'GET /my-data',
  sendDataLink: 'POST /my-data',
  showDataLink: 'GET /my-data/{token}',
  downloadOwnData: 'POST /my-data/{token}',
} as const satisfies Record<string, Address>;

export const defaultsPaths = {
  readDefaults: 'GET /api/defaults',
} as const satisfies Record<string, Address>;

export const destinationPaths = {
  listDestinations: 'GET /api/destinations',
  addDestination: 'POST /api/destinations',
  changeDestination: 'PATCH /api/destinations/{id}',
  removeDestination: 'DELETE /api/destinations/{id}',
  testDestination: 'POST /api/destinations/{id}/test',
  listFileDeliveries: 'GET /api/destinations/{id}/deliveries',
  deliverEarlier: 'POST /api/destinations/{id}/deliveries',
  retryFileDeliveries: 'POST /api/destinations/{id}/retry',
} as const satisfies Record<string, Address>;

export const documentPaths = {
  uploadDocument: 'POST /api/documents/upload',
  listDocuments: 'GET /api/documents',
  listDocumentOwners: 'GET /api/documents/owners',
  readDocument: 'GET /api/documents/{id}',
  putDraft: 'PUT /api/documents/{id}',
  changeDraft: 'PATCH /api/documents/{id}',
  putFields: 'PUT /api/documents/{id}/fields',
  putRecipients: 'PUT /api/documents/{id}/recipients',
  replaceFile: 'PUT /api/documents/{id}/file',
  addFile: 'POST /api/documents/{id}/files',
  putFiles: 'PUT /api/documents/{id}/files',
  readPlaceholders: 'GET /api/documents/{id}/placeholders',
  fillPlaceholders: 'POST /api/documents/{id}/fill',
  findFieldOverlaps: 'GET /api/documents/{id}/overlaps',
  readFile: 'GET /api/documents/{id}/file',
  readOriginal: 'GET /api/documents/{id}/original',
  readThumbnail: 'GET /api/documents/{id}/thumbnail',
  downloadDocument: 'GET /api/documents/{id}/download',
  readTrail: 'GET /api/documents/{id}/trail',
  readEvidence: 'GET /api/documents/{id}/evidence',
  readBundle: 'GET /api/documents/{id}/bundle',
  readCertificate: 'GET /api/documents/{id}/certificate',
  listAttachments: 'GET /api/documents/{id}/attachments',
  readAttachment: 'GET /api/documents/{id}/attachments/{fieldId}',
} as const satisfies Record<string, Address>;

export const embeddingPaths = {
  listOrigins: 'GET /api/embedding/origins',
  addOrigin: 'POST /api/embedding/origins',
  removeOrigin: 'DELETE /api/embedding/origins/{id}',
  embedSigning: 'POST /api/documents/{id}/recipients/{recipientId}/embed',
  openEmbedded: 'POST /api/embed/{code}',
  embedEditor: 'POST /api/documents/{id}/embed',
  openEditor: 'POST /api/embed/{code}/editor',
} as const satisfies Record<string, Address>;

export const exportPaths = {
  requestExport: 'POST /api/account/exports',
  listExports: 'GET /api/account/exports',
  readExport: 'GET /api/account/exports/{id}/file',
} as const satisfies Record<string, Address>;

export const forYouPaths = {
  listForYou: 'GET /api/for-you',
  nextForYou: 'GET /api/for-you/next',
  openForYou: 'POST /api/for-you/{recipientId}/open',
} as const satisfies Record<string, Address>;

export const formPagePaths = {
  showForm: 'GET /form/{token}',
  submitForm: 'POST /form/{token}',
  showFormCounter: 'GET /form/{token}/counter',
  readFormFile: 'GET /form/{token}/file',
  readFormPage: 'GET /form/{token}/pages/{number}',
  showFormCode: 'GET /form/code/{token}',
  enterFormCode: 'POST /form/code/{token}',
  endCounterVisit: 'POST /form/code/{token}/end',
  showEntry: 'GET /form/confirm/{token}',
  confirmEntry: 'POST /form/confirm/{token}',
} as const satisfies Record<string, Address>;

export const formPaths = {
  readForm: 'GET /api/templates/{id}/form',
  putForm: 'PUT /api/templates/{id}/form',
  deleteForm: 'DELETE /api/templates/{id}/form',
} as const satisfies Record<string, Address>;

export const groupPaths = {
  listGroups: 'GET /api/team/groups',
  createGroup: 'POST /api/team/groups',
  changeGroup: 'PUT /api/team/groups/{id}',
  deleteGroup: 'DELETE /api/team/groups/{id}',
} as const satisfies Record<string, Address>;

export const libraryPaths = {
  listFolders: 'GET /api/folders',
  createFolder: 'POST /api/folders',
  changeFolder: 'PUT /api/folders/{id}',
  deleteFolder: 'DELETE /api/folders/{id}',
  moveDocuments: 'POST /api/documents/move',
  moveTemplates: 'POST /api/templates/move',
  deleteDocument: 'DELETE /api/documents/{id}',
  deleteDocuments: 'POST /api/documents/delete',
  duplicateDocument: 'POST /api/documents/{id}/duplicate',
  downloadSealedFiles: 'GET /api/documents/{id}/sealed-files',
  downloadDocuments: 'GET /api/documents/archive',
  restoreDocuments: 'POST /api/bin/restore',
  purgeDocuments: 'POST /api/bin/purge',
  emptyBin: 'DELETE /api/bin',
} as const satisfies Record<string, Address>;

export const logPaths = {
  showLog: 'GET /log',
  readLog: 'GET /api/log',
  readCheckpoint: 'GET /api/log/checkpoint',
  readLogProof: 'GET /api/log/proof/{hash}',
  readLogSince: 'GET /api/log/since/{size}',
  readLogKeys: 'GET /api/log/keys',
  readLogEvent: 'GET /api/log/events/{hash}',
} as const satisfies Record<string, Address>;

export const loginPaths = {
  showSignIn: 'GET /login/{uid}',
  submitSignIn: 'POST /login/{uid}',
  showCode: 'GET /login/{uid}/code',
  submitCode: 'POST /login/{uid}/code',
  beginPasskeySignIn: 'POST /login/{uid}/passkey/options',
  signInByPasskey: 'POST /login/{uid}/passkey',
  showForgot: 'GET /login/forgot',
  requestPasswordReset: 'POST /login/forgot',
  showReset: 'GET /login/reset',
  resetPassword: 'POST /login/reset',
  showConfirmEmail: 'GET /login/confirm-email',
  submitConfirmEmail: 'POST /login/confirm-email',
  showConfirmAddress: 'GET /login/confirm-address',
  submitConfirmAddress: 'POST /login/confirm-address',
} as const satisfies Record<string, Address>;

export const mailPaths = {
  showMailSwitches: 'GET /api/mail/unsubscribe/{token}',
  unsubscribe: 'POST /api/mail/unsubscribe/{token}',
  receiveBounce: 'POST /api/mail/bounces',
  showMailChoices: 'GET /mail/{token}',
  chooseMail: 'POST /mail/{token}',
  showOutbox: 'GET /outbox',
  showOutboxMail: 'GET /outbox/{name}',
  readOutboxFile: 'GET /outbox/{name}/{index}',
} as const satisfies Record<string, Address>;

export const mcpPaths = {
  callMcp: 'POST /mcp',
  streamMcp: 'GET /mcp',
} as const satisfies Record<string, Address>;

export const operatorPaths = {
  readOperator: 'GET /api/operator',
  readOperatorState: 'GET /api/operator/state',
  retryJob: 'POST /api/operator/jobs/{id}/retry',
  dismissJob: 'DELETE /api/operator/jobs/{id}',
  retryStuckSeal: 'POST /api/operator/stuck/{id}/retry',
  resendMails: 'POST /api/operator/mails/retry',
  listInstallationAccounts: 'GET /api/operator/accounts',
  readInstallationAccount: 'GET /api/operator/accounts/{id}',
  suspendAccount: 'PUT /api/operator/accounts/{id}/suspension',
  liftSuspension: 'DELETE /api/operator/accounts/{id}/suspension',
  endMemberSessions: 'POST /api/operator/accounts/{id}/people/{userId}/end-sessions',
  resetMemberSecondFactor: 'POST /api/operator/accounts/{id}/people/{userId}/reset-second-factor',
  makeOwner: 'POST /api/operator/accounts/{id}/people/{userId}/make-owner',
  readMetrics: 'GET /metrics',
  listSupport: 'GET /api/operator/support',
  readSupport: 'GET /api/operator/support/{id}',
  answerSupport: 'POST /api/operator/support/{id}/answers',
  setSupportState: 'PUT /api/operator/support/{id}/state',
} as const satisfies Record<string, Address>;

export const pagePaths = {
  putPages: 'PUT /api/documents/{id}/pages',
  removeAnchors: 'POST /api/documents/{id}/remove-anchors',
} as const satisfies Record<string, Address>;

export const proposalPaths = {
  createProposal: 'POST /api/proposals',
  readProposal: 'GET /api/proposals/{id}',
  confirmProposal: 'POST /api/proposals/{id}/confirm',
  dismissProposal: 'POST /api/proposals/{id}/dismiss',
} as const satisfies Record<string, Address>;

export const provisioningPaths = {
  readProvisioning: 'GET /api/team/provisioning',
  createProvisioningToken: 'POST /api/team/provisioning',
  deleteProvisioningToken: 'DELETE /api/team/provisioning/{id}',
} as const satisfies Record<string, Address>;

export const reportPaths = {
  createReport: 'GET /api/reports/audit',
  readReportSchedule: 'GET /api/reports/schedule',
  setReportSchedule: 'PUT /api/reports/schedule',
} as const satisfies Record<string, Address>;

export const retentionPaths = {
  holdDocument: 'PUT /api/documents/{id}/hold',
  liftHold: 'DELETE /api/documents/{id}/hold',
  erasePerson: 'POST /api/documents/{id}/recipients/{recipientId}/erase',
} as const satisfies Record<string, Address>;

export const scimPaths = {
  readScimConfig: 'GET /scim/v2/ServiceProviderConfig',
  listScimResourceTypes: 'GET /scim/v2/ResourceTypes',
  listScimSchemas: 'GET /scim/v2/Schemas',
  listScimUsers: 'GET /scim/v2/Users',
  createScimUser: 'POST /scim/v2/Users',
  readScimUser: 'GET /scim/v2/Users/{id}',
  replaceScimUser: 'PUT /scim/v2/Users/{id}',
  changeScimUser: 'PATCH /scim/v2/Users/{id}',
  deleteScimUser: 'DELETE /scim/v2/Users/{id}',
  listScimGroups: 'GET /scim/v2/Groups',
  createScimGroup: 'POST /scim/v2/Groups',
  readScimGroup: 'GET /scim/v2/Groups/{id}',
  replaceScimGroup: 'PUT /scim/v2/Groups/{id}',
  changeScimGroup: 'PATCH /scim/v2/Groups/{id}',
  deleteScimGroup: 'DELETE /scim/v2/Groups/{id}',
} as const satisfies Record<string, Address>;

export const securityPaths = {
  readSecurity: 'GET /api/security',
  changePassword: 'POST /api/security/password',
  changeEmail: 'POST /api/security/email',
  confirmEmail: 'POST /api/security/email/confirmation',
  beginTwoFactor: 'POST /api/security/two-factor',
  confirmTwoFactor: 'POST /api/security/two-factor/confirm',
  endTwoFactor: 'DELETE /api/security/two-factor',
  renewRecoveryCodes: 'POST /api/security/recovery-codes',
  beginPasskey: 'POST /api/security/passkeys/options',
  addPasskey: 'POST /api/security/passkeys',
  renamePasskey: 'PATCH /api/security/passkeys/{id}',
  removePasskey: 'DELETE /api/security/passkeys/{id}',
  listSessions: 'GET /api/sessions',
  endSession: 'DELETE /api/sessions/{id}',
  endAllSessions: 'DELETE /api/sessions',
} as const satisfies Record<string, Address>;

export const senderDomainPaths = {
  readSenderDomain: 'GET /api/brand/sender-domain',
  putSenderDomain: 'PUT /api/brand/sender-domain',
  checkSenderDomain: 'POST /api/brand/sender-domain/check',
  deleteSenderDomain: 'DELETE /api/brand/sender-domain',
} as const satisfies Record<string, Address>;

export const sendingPaths = {
  sendDocument: 'POST /api/documents/{id}/send',
  sendFile: 'POST /api/documents/send',
  previewMail: 'POST /api/documents/{id}/mail-preview',
  voidDocument: 'POST /api/documents/{id}/void',
  remindRecipients: 'POST /api/documents/{id}/remind',
  extendExpiry: 'POST /api/documents/{id}/extend',
  remindDocuments: 'POST /api/documents/remind',
  extendDocuments: 'POST /api/documents/extend',
  voidDocuments: 'POST /api/documents/void',
  correctRecipient: 'POST /api/documents/{id}/recipients/{recipientId}/correct',
  resendMail: 'POST /api/documents/{id}/recipients/{recipientId}/resend',
  listCopies: 'GET /api/documents/{id}/copies',
  resendCopies: 'POST /api/documents/{id}/copies',
  changeAccessCode: 'POST /api/documents/{id}/recipients/{recipientId}/access-code',
  deliverLink: 'POST /api/documents/{id}/recipients/{recipientId}/link',
  handOver: 'POST /api/documents/{id}/recipients/{recipientId}/hand-over',
  signMyself: 'POST /api/documents/{id}/recipients/{recipientId}/sign-myself',
  retrySeal: 'POST /api/documents/{id}/seal',
} as const satisfies Record<string, Address>;

export const sharingPaths = {
  shareFolder: 'PUT /api/folders/{id}/sharing',
  shareTemplate: 'PUT /api/templates/{id}/sharing',
  shareContact: 'PUT /api/contacts/{id}/sharing',
} as const satisfies Record<string, Address>;

export const signInPaths = {
  signIn: 'GET /api/login',
  completeSignIn: 'GET /api/auth/callback',
  completeSignOn: 'GET /api/auth/callback/{accountId}',
  signOut: 'GET /api/logout',
  showSignedOut: 'GET /api/logout/done',
} as const satisfies Record<string, Address>;

export const signOnPaths = {
  readSignOn: 'GET /api/team/sign-on',
  putSignOn: 'PUT /api/team/sign-on',
  verifyDomain: 'POST /api/team/sign-on/verify',
  enforceSignOn: 'PUT /api/team/sign-on/enforced',
  deleteSignOn: 'DELETE /api/team/sign-on',
} as const satisfies Record<string, Address>;

export const teamPaths = {
  readTeam: 'GET /api/team',
  changeTeam: 'PATCH /api/team',
  listMembers: 'GET /api/team/members',
  changeMember: 'PATCH /api/team/members/{id}',
  removeMember: 'POST /api/team/members/{id}/remove',
  leaveTeam: 'POST /api/team/leave',
  transferOwnership: 'POST /api/team/owner',
  handOverDocuments: 'POST /api/documents/hand-over',
  listInvitations: 'GET /api/team/invitations',
  inviteMember: 'POST /api/team/invitations',
  resendInvitation: 'POST /api/team/invitations/{id}/resend',
  withdrawInvitation: 'DELETE /api/team/invitations/{id}',
  previewInvitation: 'POST /api/invitations/preview',
  signUpInvited: 'POST /api/invitations/sign-up',
  acceptInvitation: 'POST /api/invitations/accept',
  listAccounts: 'GET /api/accounts',
  enterAccount: 'POST /api/accounts/{id}/enter',
} as const satisfies Record<string, Address>;

export const templatePaths = {
  listTemplates: 'GET /api/templates',
  createTemplate: 'POST /api/templates',
  uploadTemplate: 'POST /api/templates/upload',
  importTemplate: 'POST /api/templates/import',
  readTemplate: 'GET /api/templates/{id}',
  changeTemplate: 'PUT /api/templates/{id}',
  deleteTemplate: 'DELETE /api/templates/{id}',
  readTemplateFile: 'GET /api/templates/{id}/file',
  putTemplateFile: 'PUT /api/templates/{id}/file',
  readTemplateThumbnail: 'GET /api/templates/{id}/thumbnail',
  putTemplateFields: 'PUT /api/templates/{id}/fields',
  putTemplateRoles: 'PUT /api/templates/{id}/roles',
  listTemplateVersions: 'GET /api/templates/{id}/versions',
  readTemplateVersion: 'GET /api/templates/{id}/versions/{version}',
  readTemplateVersionFile: 'GET /api/templates/{id}/versions/{version}/file',
  restoreTemplateVersion: 'POST /api/templates/{id}/versions/{version}/restore',
  duplicateTemplate: 'POST /api/templates/{id}/duplicate',
  useTemplate: 'POST /api/templates/{id}/use',
  sendTemplate: 'POST /api/templates/{id}/send',
} as const satisfies Record<string, Address>;

export const webhookPaths = {
  listWebhooks: 'GET /api/webhooks',
  listWebhookEvents: 'GET /api/webhooks/events',
  addWebhook: 'POST /api/webhooks',
  changeWebhook: 'PATCH /api/webhooks/{id}',
  removeWebhook: 'DELETE /api/webhooks/{id}',
  renewWebhookSecret: 'POST /api/webhooks/{id}/secret',
  testWebhook: 'POST /api/webhooks/{id}/test',
  listDeliveries: 'GET /api/webhooks/{id}/deliveries',
  readDelivery: 'GET /api/webhooks/{id}/deliveries/{eventId}',
  replayDelivery: 'POST /api/webhooks/{id}/deliveries/{eventId}/replay',
  replayFailed: 'POST /api/webhooks/{id}/replay',
} as const satisfies Record<string, Address>;
