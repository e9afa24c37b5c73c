import { scopeFor, type KeyRule } from '#core/permission/scope.ts';
import { permissionFor, type MemberRoute } from './permissions.ts';

/**
 * The routes that an API key can call: with 'any' key, or only with a 'live' one if a test key would change
 * or show live data. A member route that is missing here requires a signed-in person. The required scope
 * follows from the permission that a member needs.
 */
export const callableByKey = {
  readCurrentUser: 'any',

  uploadDocument: 'any',
  listDocuments: 'any',
  readDocument: 'any',
  renameDocument: 'any',
  changeDraft: 'any',
  putFields: 'any',
  putRecipients: 'any',
  replaceFile: 'any',
  readCovers: 'any',
  readFile: 'any',
  readOriginal: 'any',
  readThumbnail: 'any',
  downloadDocument: 'any',
  readTrail: 'any',
  readEvidence: 'any',
  readCertificate: 'any',
  readBundle: 'any',
  listAttachments: 'any',
  readAttachment: 'any',
  proposeAct: 'any',
  readProposal: 'any',
  sendDocument: 'any',
  voidDocument: 'any',
  remindRecipients: 'any',
  listCopies: 'any',
  resendCopies: 'any',
  extendExpiry: 'any',
  correctRecipient: 'any',
  resendMail: 'any',
  changeAccessCode: 'any',
  embedSigning: 'any',
  embedEditor: 'any',
  retrySeal: 'any',
  deleteDocument: 'any',
  listDocumentOwners: 'live',
  packDocuments: 'live',
  duplicateDocument: 'live',
  moveDocuments: 'live',
  deleteDocuments: 'live',
  restoreDocuments: 'live',
  purgeDocuments: 'live',
  emptyBin: 'live',

  listFolders: 'live',
  createFolder: 'live',
  changeFolder: 'live',
  deleteFolder: 'live',

  listTemplates: 'any',
  readTemplate: 'any',
  readTemplateFile: 'any',
  readTemplateThumbnail: 'any',
  useTemplate: 'any',
  createTemplate: 'live',
  uploadTemplate: 'live',
  importTemplate: 'live',
  duplicateTemplate: 'live',
  changeTemplate: 'live',
  putTemplateFile: 'live',
  putTemplateFields: 'live',
  putTemplateRoles: 'live',
  deleteTemplate: 'live',

  readBulkSample: 'live',
  previewBulk: 'live',
  startBulk: 'live',
  listBulks: 'live',
  readBulk: 'live',
  pauseBulk: 'live',
  resumeBulk: 'live',
  cancelBulk: 'live',
  readBulkResult: 'live',

  listContacts: 'live',
  readContact: 'live',
  exportContacts: 'live',
  addContact: 'live',
  replaceContact: 'live',
  deleteContact: 'live',
  previewContactImport: 'live',
  importContacts: 'live',

  listWebhooks: 'live',
  addWebhook: 'live',
  changeWebhook: 'live',
  removeWebhook: 'live',
  renewWebhookSecret: 'live',
  testWebhook: 'live',
  listDeliveries: 'live',
  readDelivery: 'live',
  replayDelivery: 'live',
  replayFailed: 'live',

  readUsage: 'live',
  readDashboardStats: 'live',
  readPlanLimits: 'live',
  listEvents: 'live',
  exportEvents: 'live',
} as const satisfies Partial<Record<MemberRoute, 'any' | 'live'>>;

/** Returns the key requirements of a route; undefined if no key can call it. */
export function keyRuleFor(route: string): KeyRule | undefined {
  const keys = Object.hasOwn(callableByKey, route) && callableByKey[route as keyof typeof callableByKey];
  const needed = permissionFor(route);
  if (!keys || needed === undefined) return undefined;
  // The member's own settings need no permission and therefore no scope.
  const scope = needed === 'own' ? 'any' : scopeFor(needed);
  return scope === null ? undefined : { scope, test: keys === 'any' };
}
