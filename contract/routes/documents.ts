import { z } from 'zod';
import {
  coversAnswer,
  documentDetail,
  documentList,
  attachmentFiles,
  changeDraftBody,
  listDocumentsQuery,
  putFieldsAnswer,
  putFieldsBody,
  putRecipientsAnswer,
  putRecipientsBody,
  renameBody,
  replaceFileForm,
  trailAnswer,
  uploadForm,
} from '../documents.ts';
import { documentOwner, thumbnailQuery } from '../library.ts';
import { documentPaths } from '../paths.ts';
import { file, form, nothing, routesAt } from '../route.ts';
import { editing, people, ingestUpload } from './refusals.ts';

const who = 'member';
const read = { who, refusals: ['not-found'] } as const;

export const documentRows = routesAt(documentPaths, {
  uploadDocument: {
    ...{ summary: 'Upload a PDF or Word file as a new draft', who, body: form(uploadForm) },
    answers: { 201: documentDetail },
    refusals: ['not-found', 'plan-limit-documents', ...ingestUpload],
  },
  listDocuments: {
    ...{ summary: 'Documents, page by page', who, query: listDocumentsQuery, heavy: 'search' },
    answers: { 200: documentList },
    headers: ['link', 'x-total-count', 'x-total-count-relation'],
    refusals: [],
  },
  listDocumentOwners: {
    ...{ summary: 'Who has documents here', who },
    answers: { 200: z.array(documentOwner) },
    refusals: [],
  },
  readDocument: { ...read, summary: 'A document', answers: { 200: documentDetail } },
  renameDocument: {
    ...{ summary: "Change a draft's title", who, body: renameBody },
    answers: { 200: documentDetail },
    refusals: ['title-missing', ...editing],
  },
  changeDraft: {
    ...{ summary: 'Change how a draft prints dates and numbers', who, body: changeDraftBody },
    answers: { 200: documentDetail },
    refusals: [...editing],
  },
  putFields: {
    ...{ summary: "Replace a draft's fields", who, body: putFieldsBody, manyValues: true },
    answers: { 200: putFieldsAnswer },
    refusals: [...editing, 'field-off-page', 'field-recipient-unknown', 'field-incomplete', 'field-overlap'],
  },
  putRecipients: {
    ...{ summary: "Replace a draft's recipients", who, body: putRecipientsBody },
    answers: { 200: putRecipientsAnswer },
    refusals: [...editing, ...people],
  },
  replaceFile: {
    ...{ summary: "Put another file in the place of a draft's", who, body: form(replaceFileForm) },
    answers: { 200: documentDetail },
    refusals: [...editing, 'fields-lost', ...ingestUpload],
  },
  readCovers: { ...read, summary: "What a draft's fields lie on", answers: { 200: coversAnswer } },
  readFile: { ...read, summary: 'The pages, as PDF', answers: { 200: file('application/pdf') } },
  readOriginal: { ...read, summary: 'The file as it was uploaded', answers: { 200: file() } },
  readThumbnail: {
    ...{ ...read, summary: 'The first page as a picture', query: thumbnailQuery },
    answers: { 200: file('image/png'), 304: nothing },
  },
  downloadDocument: {
    ...{ summary: 'The sealed file', who },
    answers: { 200: file('application/pdf') },
    refusals: ['not-found', 'document-not-completed', 'sealed-file-differs'],
  },
  readTrail: { ...read, summary: 'What happened to a document', answers: { 200: trailAnswer } },
  readEvidence: {
    ...{ summary: 'The evidence as it stands now', who },
    answers: { 200: file('application/json') },
    refusals: ['not-found', 'sealed-elsewhere', 'trail-altered'],
  },
  readBundle: {
    ...{ summary: 'Everything that proves a document, as a ZIP', who },
    answers: { 200: file('application/zip') },
    refusals: ['not-found', 'sealed-elsewhere', 'trail-altered', 'sealed-file-differs'],
  },
  readCertificate: {
    ...{ summary: 'The sealed record of a document that was declined, voided or left to expire', who },
    answers: { 200: file('application/pdf') },
    refusals: ['not-found', 'certificate-not-ready', 'sealed-file-differs'],
  },
  listAttachments: { ...read, summary: 'Files that recipients handed in', answers: { 200: attachmentFiles } },
  readAttachment: { ...read, summary: 'A file that a recipient handed in', answers: { 200: file() } },
});
