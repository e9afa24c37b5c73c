import { z } from 'zod';
import {
  contact,
  contactBody,
  newContact,
  importAnswer,
  importBody,
  MAX_IMPORT_BODY_BYTES,
  listContactsQuery,
} from '../contacts.ts';
import { contactPaths } from '../paths.ts';
import { file, nothing, routesAt } from '../route.ts';

const who = 'member';
const unfit = ['contact-address-invalid', 'contact-name-invalid', 'contact-exists'] as const;
const unreadable = ['contacts-file-unreadable', 'contacts-file-too-long'] as const;

export const contactRows = routesAt(contactPaths, {
  listContacts: {
    ...{ summary: 'List contacts, page by page', who, query: listContactsQuery, heavy: 'search' },
    answers: { 200: z.array(contact) },
    headers: ['link', 'x-total-count'],
    refusals: [],
  },
  addContact: {
    ...{ summary: 'Add a contact', who, body: newContact },
    answers: { 201: contact },
    refusals: unfit,
  },
  exportContacts: {
    ...{ summary: 'Export all contacts as CSV', who },
    answers: { 200: file('text/csv') },
    refusals: [],
  },
  importContacts: {
    ...{
      summary: 'Import contacts from CSV',
      who: 'confirmed',
      heavy: true,
      body: importBody,
      largestBody: MAX_IMPORT_BODY_BYTES,
    },
    answers: { 200: importAnswer },
    refusals: unreadable,
  },
  previewContactImport: {
    ...{
      summary: 'Preview a contact import',
      who: 'confirmed',
      heavy: true,
      body: importBody,
      largestBody: MAX_IMPORT_BODY_BYTES,
    },
    answers: { 200: importAnswer },
    refusals: unreadable,
  },
  readContact: {
    ...{ summary: 'Get a contact', who },
    answers: { 200: contact },
    refusals: ['not-found'],
  },
  replaceContact: {
    ...{ summary: 'Replace a contact', who, body: contactBody },
    answers: { 200: contact },
    refusals: ['not-found', ...unfit],
  },
  deleteContact: {
    ...{ summary: 'Delete a contact', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
