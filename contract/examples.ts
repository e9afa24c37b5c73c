import type { z } from 'zod';
import type { routes } from './routes.ts';

type Table = typeof routes;
/** Routes with a JSON body that API clients can call. */
type WithBody = {
  [Name in keyof Table]: Table[Name] extends {
    apiKey: 'any' | 'live';
    body: z.ZodType | { json: z.ZodType };
  }
    ? Name
    : never;
}[keyof Table];
type BodyOf<Name extends WithBody> = Table[Name] extends { body: infer Body extends z.ZodType }
  ? NonNullable<z.input<Body>>
  : Table[Name] extends { body: { json: infer Body extends z.ZodType } }
    ? z.input<Body>
    : never;

/** Ids that the examples use. */
export const exampleIds = {
  document: '01a2048c-0000-7000-8000-000000000001',
  recipient: '01a2048c-0000-7000-8000-000000000002',
  template: '01a2048c-0000-7000-8000-000000000003',
  role: '01a2048c-0000-7000-8000-000000000004',
  folder: '01a2048c-0000-7000-8000-000000000005',
  bulk: '01a2048c-0000-7000-8000-000000000006',
  contact: '01a2048c-0000-7000-8000-000000000007',
  webhook: '01a2048c-0000-7000-8000-000000000008',
  delivery: '01a2048c-0000-7000-8000-000000000009',
  proposal: '01a2048c-0000-7000-8000-00000000000a',
} as const;
const { document, recipient, role, folder, bulk } = exampleIds;
const grace = { email: 'grace@example.com', name: 'Grace Lindqvist' };
const place = { page: 1, x: 72, y: 600, width: 180, height: 40 };
const contact = { ...grace, company: 'Harbour & Sons', note: '' };
const csv = 'Signer 1 name,Signer 1 email\nGrace Lindqvist,grace@example.com\n';
const template = { name: 'Lease', description: 'For a year', category: 'Legal' } as const;

/** Example bodies, shown in the API reference and the OpenAPI file, and used by the tests of both. */
export const examples = {
  putDraft: { title: 'Lease of the harbour office' },
  changeDraft: { formats: { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' } },
  putRecipients: { recipients: [{ ...grace, role: 'signer', order: 1 }] },
  putFiles: { files: [{ id: document, title: 'Lease', kind: 'sign' }] },
  putFields: { fields: [{ ...place, type: 'signature', recipientId: recipient }] },
  putPages: { pages: [{ page: 2, turn: 90 }, { page: 1 }] },
  removeAnchors: {},
  sendDocument: { subject: 'Please sign the lease', message: 'Thank you, Grace.', expirationDays: 30 },
  fillPlaceholders: { values: { company: 'Harbour Office', items: [{ title: 'Rope', price: 12.5 }] } },
  sendFile: {
    file: { name: 'lease.pdf', base64: 'JVBERi0xLjcK' },
    recipients: [{ ...grace, fields: [{ ...place, type: 'signature' }] }],
    message: 'Thank you, Grace.',
  },
  createProposal: { act: 'send', documentId: document, message: 'Thank you, Grace.', expirationDays: 30 },
  voidDocument: { reason: 'The rent was wrong.' },
  remindRecipients: { recipientIds: [recipient] },
  resendCopies: { recipientIds: [recipient] },
  extendExpiry: { days: 60 },
  remindDocuments: { ids: [document] },
  extendDocuments: { ids: [document], days: 60 },
  voidDocuments: { ids: [document], reason: 'The rent was wrong.' },
  correctRecipient: { name: 'Grace Lindqvist', email: 'grace.lindqvist@example.com' },
  embedSigning: { origin: 'https://app.example.com' },
  embedEditor: { origin: 'https://app.example.com', send: true },
  changeAccessCode: { accessCode: 'harbour 1906' },
  createFolder: { name: 'Leases' },
  changeFolder: { name: 'Leases of 2026' },
  moveDocuments: { ids: [document], folderId: folder },
  moveTemplates: { ids: [exampleIds.template], folderId: folder },
  restoreTemplateVersion: { revision: 1 },
  deleteDocuments: { ids: [document] },
  restoreDocuments: { ids: [document] },
  purgeDocuments: { ids: [document] },
  createTemplate: { ...template, documentId: document },
  changeTemplate: template,
  putTemplateRoles: { roles: [{ id: role, name: 'Tenant', role: 'signer', order: 1 }] },
  putTemplateFields: { fields: [{ ...place, type: 'signature', roleId: role }] },
  useTemplate: { title: 'Lease, Grace Lindqvist', recipients: [{ roleId: role, ...grace }] },
  sendTemplate: {
    recipients: [{ ...grace, language: 'de' }],
    values: { Rent: 1250 },
    subject: 'Please sign the lease',
    expirationDays: 14,
  },
  previewBulk: { csv },
  remindBulk: { after: 0 },
  startBulk: { id: bulk, csv, fileName: 'tenants.csv' },
  addWebhook: { url: 'https://crm.example.com/hook', kinds: ['document.sent', 'document.completed'] },
  changeWebhook: { on: false },
  addContact: contact,
  replaceContact: contact,
  importContacts: { csv: 'Name,Email\nGrace Lindqvist,grace@example.com\n' },
  previewContactImport: { csv: 'Name,Email\nGrace Lindqvist,grace@example.com\n' },
} as const satisfies { readonly [Name in WithBody]: BodyOf<Name> };

export function exampleOf(route: string): unknown {
  return Object.hasOwn(examples, route) ? examples[route as WithBody] : undefined;
}
