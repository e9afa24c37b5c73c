import { z } from 'zod';
import { languages } from '#core/language/language.ts';
import { defineRoutes, file, nothing } from '../route.ts';
import { readOnly } from '../strict.ts';

/** Times are ISO 8601 in UTC. */
export const contact = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    company: z.string(),
    note: z.string(),
    /** Language of the last email to the contact; null if none was set. */
    language: z.enum(languages).nullable(),
    /** Time at which a document was last sent to this address; null if that never happened. */
    lastSentAt: z.string().nullable(),
    /** True if only one member and the managers of the account can see the contact. */
    private: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Contact' });
export type ContactView = z.infer<typeof contact>;

/** Query of GET /api/contacts. `q` searches name, address and company. `cursor` comes from the Link header. */
export const listContactsQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

const contactBody = z.object({
  email: z.string().max(320),
  name: z.string().max(200).default(''),
  company: z.string().max(200).default(''),
  note: z.string().max(2000).default(''),
});

/** POST /api/contacts. With `private`, only its creator and the managers of the account can see the contact. */
export const newContact = contactBody.extend({ private: z.boolean().default(false) });
export type ContactInput = z.input<typeof contactBody>;

/** PUT /api/contacts/{id}. Replaces the contact. */
export const replaceContactBody = contactBody.extend(
  readOnly('id', 'language', 'lastSentAt', 'private', 'createdAt', 'updatedAt'),
);

/** Maximum number of rows of one import, without the header. */
export const MAX_IMPORTED_CONTACTS = 5000;
/** Maximum size of an import's JSON body in bytes. */
export const MAX_IMPORT_BODY_BYTES = 8 * 1024 * 1024;

/** POST /api/contacts/import and …/import/preview. The preview stores nothing. */
export const importBody = z.object({ csv: z.string() });

export const importProblems = [
  'address-missing',
  'address-invalid',
  'address-repeated',
  'name-invalid',
  'too-long',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const importRow = z.object({
  /** Line number in the file at which the row begins, from 1. */
  line: z.number().int(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  note: z.string(),
});

/** Result of an import or its preview. The lists contain only the first rows, but the numbers count all rows. */
export const importAnswer = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  refused: z.number().int(),
  rows: z.array(importRow.extend({ known: z.boolean() })),
  problems: z.array(importRow.extend({ problem: z.enum(importProblems) })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

const invalidContact = ['contact-address-invalid', 'contact-name-invalid', 'contact-exists'] as const;
const unreadableFile = ['contacts-file-unreadable', 'contacts-file-too-long'] as const;

export const contactRows = defineRoutes({
  listContacts: {
    at: 'GET /api/contacts',
    summary: 'List contacts, page by page',
    caller: 'member',
    permission: 'contact.read',
    apiKey: 'live',
    heavy: 'search',
    query: listContactsQuery,
    answers: { 200: z.array(contact) },
    headers: ['link', 'x-total-count'],
    refusals: [],
  },
  addContact: {
    at: 'POST /api/contacts',
    summary: 'Add a contact',
    caller: 'member',
    permission: 'contact.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: newContact,
    answers: { 201: contact },
    refusals: invalidContact,
  },
  exportContacts: {
    at: 'GET /api/contacts/export',
    summary: 'Export all contacts as CSV',
    caller: 'member',
    permission: 'contact.read',
    apiKey: 'live',
    answers: { 200: file('text/csv') },
    refusals: [],
  },
  importContacts: {
    at: 'POST /api/contacts/import',
    summary: 'Import contacts from CSV',
    caller: 'confirmed',
    permission: 'contact.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    heavy: true,
    body: importBody,
    maxBodyBytes: MAX_IMPORT_BODY_BYTES,
    answers: { 200: importAnswer },
    refusals: unreadableFile,
  },
  previewContactImport: {
    at: 'POST /api/contacts/import/preview',
    summary: 'Preview a contact import',
    caller: 'confirmed',
    permission: 'contact.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    heavy: true,
    body: importBody,
    maxBodyBytes: MAX_IMPORT_BODY_BYTES,
    answers: { 200: importAnswer },
    refusals: unreadableFile,
  },
  readContact: {
    at: 'GET /api/contacts/{id}',
    summary: 'Get a contact',
    caller: 'member',
    permission: 'contact.read',
    apiKey: 'live',
    answers: { 200: contact },
    refusals: ['not-found'],
  },
  replaceContact: {
    at: 'PUT /api/contacts/{id}',
    summary: 'Replace a contact',
    caller: 'member',
    permission: 'contact.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    body: replaceContactBody,
    answers: { 200: contact },
    refusals: ['not-found', ...invalidContact],
  },
  deleteContact: {
    at: 'DELETE /api/contacts/{id}',
    summary: 'Delete a contact',
    caller: 'member',
    permission: 'contact.edit',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
