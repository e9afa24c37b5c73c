import type { Permission } from '#core/permission/permission.ts';
import type { routes } from './routes.ts';

type Table = typeof routes;
/** Routes for members, by name. */
export type MemberRoute = {
  [Name in keyof Table]: Table[Name]['who'] extends 'member' | 'confirmed' ? Name : never;
}[keyof Table];

/** For routes that only concern the member's own data, whatever their role: name, password, notifications. */
const own = 'own';

/**
 * The permission that each member route requires. A missing member route does not compile, and neither does
 * an entry for a route that no longer exists.
 */
export const needed = {
  listDocuments: 'document.read',
  listDocumentOwners: 'document.read',
  readDocument: 'document.read',
  readFile: 'document.read',
  readOriginal: 'document.read',
  readThumbnail: 'document.read',
  downloadDocument: 'document.read',
  packDocuments: 'document.read',
  readTrail: 'document.read',
  listCopies: 'document.read',
  readEvidence: 'document.read',
  readCertificate: 'document.read',
  readBundle: 'document.read',
  listAttachments: 'document.read',
  readAttachment: 'document.read',
  uploadDocument: 'document.draft',
  duplicateDocument: 'document.draft',
  renameDocument: 'document.draft',
  changeDraft: 'document.draft',
  putFields: 'document.draft',
  putRecipients: 'document.draft',
  replaceFile: 'document.draft',
  readCovers: 'document.draft',
  moveDocuments: 'document.draft',
  sendDocument: 'document.send',
  previewMail: 'document.send',
  voidDocument: 'document.manage',
  remindRecipients: 'document.manage',
  resendCopies: 'document.manage',
  extendExpiry: 'document.manage',
  correctRecipient: 'document.manage',
  resendMail: 'document.manage',
  changeAccessCode: 'document.manage',
  handOver: 'document.manage',
  signMyself: own,
  embedSigning: 'document.embed',
  embedEditor: 'document.embed',
  retrySeal: 'document.manage',
  holdDocument: 'document.retain',
  liftHold: 'document.retain',
  erasePerson: 'document.retain',
  proposeAct: 'document.draft',
  readProposal: 'document.read',
  confirmProposal: 'document.send',
  dismissProposal: 'document.manage',
  deleteDocument: 'document.delete',
  deleteDocuments: 'document.delete',
  restoreDocuments: 'document.delete',
  purgeDocuments: 'document.delete',
  emptyBin: 'document.delete',

  listFolders: 'folder.read',
  createFolder: 'folder.edit',
  changeFolder: 'folder.edit',
  deleteFolder: 'folder.delete',

  shareFolder: 'folder.edit',

  listTemplates: 'template.read',
  readTemplate: 'template.read',
  readTemplateFile: 'template.read',
  readTemplateThumbnail: 'template.read',
  createTemplate: 'template.edit',
  uploadTemplate: 'template.edit',
  importTemplate: 'template.edit',
  duplicateTemplate: 'template.edit',
  changeTemplate: 'template.edit',
  putTemplateFile: 'template.edit',
  putTemplateFields: 'template.edit',
  putTemplateRoles: 'template.edit',
  shareTemplate: 'template.edit',
  deleteTemplate: 'template.delete',
  useTemplate: 'template.use',
  readBulkSample: 'template.use',
  previewBulk: 'template.use',
  startBulk: 'document.send',
  resumeBulk: 'document.send',
  pauseBulk: 'document.send',
  cancelBulk: 'document.send',
  listBulks: 'document.read',
  readBulk: 'document.read',
  readBulkResult: 'document.read',

  readForm: 'template.read',
  putForm: 'document.send',
  deleteForm: 'document.send',
  readFormAnswers: 'document.send',

  listContacts: 'contact.read',
  readContact: 'contact.read',
  exportContacts: 'contact.read',
  addContact: 'contact.edit',
  replaceContact: 'contact.edit',
  shareContact: 'contact.edit',
  deleteContact: 'contact.edit',
  previewContactImport: 'contact.edit',
  importContacts: 'contact.edit',

  readBrand: 'brand.read',
  changeBrand: 'brand.edit',
  putLogo: 'brand.edit',
  deleteLogo: 'brand.edit',
  askReplyTo: 'brand.edit',
  deleteReplyTo: 'brand.edit',
  readSenderDomain: 'brand.edit',
  putSenderDomain: 'brand.edit',
  checkSenderDomain: 'brand.edit',
  deleteSenderDomain: 'brand.edit',

  readUsage: 'account.read',
  readDashboardStats: 'account.read',
  readPlanLimits: 'account.read',
  readSubscription: 'account.read',
  readSubscriptionUsage: 'account.read',
  choosePlan: 'account.pay',
  listInvoices: 'account.pay',
  openPortal: 'account.pay',
  previewPlanChange: 'account.pay',
  createSubscription: 'account.pay',
  refreshSubscription: 'account.pay',
  changeSubscription: 'account.pay',
  cancelSubscription: 'account.pay',
  resumeSubscription: 'account.pay',
  listEvents: 'account.audit',
  exportEvents: 'account.audit',
  readClosing: 'account.close',
  askToClose: 'account.close',
  keepAccount: 'account.close',
  askForExport: 'account.export',
  listExports: 'account.export',
  readExport: 'account.export',
  makeReport: 'account.audit',
  readReportSchedule: 'account.audit',
  setReportSchedule: 'account.audit',

  listKeys: 'key.manage',
  createKey: 'key.manage',
  renameKey: 'key.manage',
  rotateKey: 'key.manage',
  revokeKey: 'key.manage',
  listApps: 'key.manage',
  createApp: 'key.manage',
  removeApp: 'key.manage',
  listConnections: own,
  endConnection: own,
  readConnectRequest: own,
  decideConnection: own,
  listOrigins: 'key.manage',
  addOrigin: 'key.manage',
  removeOrigin: 'key.manage',
  listWebhooks: 'webhook.read',
  listDeliveries: 'webhook.read',
  readDelivery: 'webhook.read',
  addWebhook: 'webhook.edit',
  changeWebhook: 'webhook.edit',
  removeWebhook: 'webhook.edit',
  renewWebhookSecret: 'webhook.edit',
  testWebhook: 'webhook.edit',
  replayDelivery: 'webhook.edit',
  replayFailed: 'webhook.edit',

  readTeam: 'team.read',
  listMembers: 'team.read',
  changeTeam: 'account.settings',
  changeMember: 'team.manage',
  removeMember: 'team.manage',
  listInvitations: 'team.manage',
  inviteMember: 'team.manage',
  resendInvitation: 'team.manage',
  withdrawInvitation: 'team.manage',
  listGroups: 'team.read',
  createGroup: 'team.manage',
  changeGroup: 'team.manage',
  deleteGroup: 'team.manage',
  readSignOn: 'team.own',
  putSignOn: 'team.own',
  claimDomain: 'team.own',
  enforceSignOn: 'team.own',
  deleteSignOn: 'team.own',
  leaveTeam: own,
  handOverDocuments: 'document.manage',
  acceptInvitation: own,
  listAccounts: own,
  enterAccount: own,

  readCurrentUser: own,
  readPreferences: own,
  changePreferences: own,
  changeProfile: own,
  readPhoto: own,
  putPhoto: own,
  deletePhoto: own,
  listOwnMessages: own,
  replyToSupport: own,
  listNotices: own,
  readNotices: own,
  followAccount: own,
  readSecurity: own,
  changePassword: own,
  changeEmail: own,
  confirmEmail: own,
  beginTwoFactor: own,
  confirmTwoFactor: own,
  endTwoFactor: own,
  renewRecoveryCodes: own,
  beginPasskey: own,
  addPasskey: own,
  renamePasskey: own,
  removePasskey: own,
  listSessions: own,
  endSession: own,
  endAllSessions: own,
} as const satisfies Readonly<Record<MemberRoute, Permission | typeof own>>;

/**
 * Routes available without the second factor that the account requires: setting it up, confirming the address
 * it needs, switching accounts. Leaving the account is excluded, because it transfers the member's content.
 */
export const withoutFactor: ReadonlySet<string> = new Set<MemberRoute>([
  ...(['readCurrentUser', 'readPreferences', 'changePreferences', 'followAccount'] as const),
  ...(['readSecurity', 'changePassword', 'confirmEmail', 'beginTwoFactor', 'confirmTwoFactor'] as const),
  ...(['beginPasskey', 'addPasskey', 'listSessions', 'endSession', 'endAllSessions'] as const),
  ...(['listAccounts', 'enterAccount'] as const),
]);

/** Returns the permission that a route requires; undefined if it is not a member route. */
export function permissionFor(route: string): Permission | typeof own | undefined {
  return Object.hasOwn(needed, route) ? needed[route as MemberRoute] : undefined;
}

/** Returns true if a route with this permission changes no shared data. */
export function onlyReads(needs: Permission | typeof own): boolean {
  return needs === own || needs.endsWith('.read');
}

/**
 * Routes that remain available while the account is being deleted: export, cancellation of the deletion, and
 * switching accounts.
 */
export const allowedWhileClosing: ReadonlySet<string> = new Set<MemberRoute>([
  ...(['readClosing', 'keepAccount', 'askForExport', 'listExports', 'readExport'] as const),
  ...(['readCurrentUser', 'readPreferences', 'followAccount', 'listAccounts', 'enterAccount'] as const),
  ...([
    'readSubscription',
    'cancelSubscription',
    'listNotices',
    'listSessions',
    'endSession',
    'endAllSessions',
  ] as const),
  ...(['acceptInvitation', 'readSecurity'] as const),
]);
