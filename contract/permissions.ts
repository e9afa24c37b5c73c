import type { Permission } from '#core/permission/permission.ts';
import type { routes } from './routes.ts';

type Table = typeof routes;
/** The routes of members, by name. */
export type MemberRoute = {
  [Name in keyof Table]: Table[Name]['who'] extends 'member' | 'confirmed' ? Name : never;
}[keyof Table];

/** The need of a route for things that are their own, whatever their role: their name, their password, their news. */
const own = 'own';

/**
 * The permission that a member needs before a route does anything for them. A route of members that is missing here
 * does not compile, and one that is here and is no more does not either.
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
  readEvidence: 'document.read',
  listAttachments: 'document.read',
  readAttachment: 'document.read',
  uploadDocument: 'document.draft',
  duplicateDocument: 'document.draft',
  renameDocument: 'document.draft',
  putFields: 'document.draft',
  putRecipients: 'document.draft',
  replaceFile: 'document.draft',
  readCovers: 'document.draft',
  moveDocuments: 'document.draft',
  sendDocument: 'document.send',
  voidDocument: 'document.manage',
  remindRecipients: 'document.manage',
  extendExpiry: 'document.manage',
  correctRecipient: 'document.manage',
  resendMail: 'document.manage',
  changeAccessCode: 'document.manage',
  handOver: 'document.manage',
  signMyself: own,
  retrySeal: 'document.manage',
  deleteDocument: 'document.delete',
  deleteDocuments: 'document.delete',
  restoreDocuments: 'document.delete',
  purgeDocuments: 'document.delete',
  emptyBin: 'document.delete',

  listFolders: 'folder.read',
  createFolder: 'folder.edit',
  changeFolder: 'folder.edit',
  deleteFolder: 'folder.delete',

  listTemplates: 'template.read',
  readTemplate: 'template.read',
  readTemplateFile: 'template.read',
  readTemplateThumbnail: 'template.read',
  createTemplate: 'template.edit',
  uploadTemplate: 'template.edit',
  duplicateTemplate: 'template.edit',
  changeTemplate: 'template.edit',
  putTemplateFile: 'template.edit',
  putTemplateFields: 'template.edit',
  putTemplateRoles: 'template.edit',
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

  listContacts: 'contact.read',
  readContact: 'contact.read',
  exportContacts: 'contact.read',
  addContact: 'contact.edit',
  replaceContact: 'contact.edit',
  deleteContact: 'contact.edit',
  previewContactImport: 'contact.edit',
  importContacts: 'contact.edit',

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

  listKeys: 'key.manage',
  createKey: 'key.manage',
  renameKey: 'key.manage',
  rotateKey: 'key.manage',
  revokeKey: 'key.manage',

  readCurrentUser: own,
  readPreferences: own,
  changePreferences: own,
  changeProfile: own,
  readPhoto: own,
  putPhoto: own,
  deletePhoto: own,
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

/** The permission that a route needs, by its name; undefined where no member is asked for. */
export function permissionFor(route: string): Permission | typeof own | undefined {
  return Object.hasOwn(needed, route) ? needed[route as MemberRoute] : undefined;
}
