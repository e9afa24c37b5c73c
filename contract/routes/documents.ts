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
    ...{ summary: 'List documents, page by page', who, query: listDocumentsQuery, heavy: 'search' },
    answers: { 200: documentList },
    headers: ['link', 'x-total-count', 'x-total-count-relation'],
    refusals: [],
  },
  listDocumentOwners: {
    ...{ summary: 'List the members who have documents', who },
    answers: { 200: z.array(documentOwner) },
    refusals: [],
  },
  readDocument: { ...read, summary: 'Get a document', answers: { 200: documentDetail } },
  renameDocument: {
    ...{ summary: "Change a draft's title", who, body: renameBody },
    answers: { 200: documentDetail },
    refusals: ['title-missing', ...editing],
  },
  changeDraft: {
    ...{ summary: 'Change the date and number formats of a draft', who, body: changeDraftBody },
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
    ...{ summary: "Replace a draft's file", who, body: form(replaceFileForm) },
    answers: { 200: documentDetail },
    refusals: [...editing, 'fields-lost', ...ingestUpload],
  },
  readCovers: {
    ...read,
    summary: "Get the text and pictures that a draft's fields cover",
    answers: { 200: coversAnswer },
  },
  readFile: {
    ...read,
    summary: 'Download the document’s pages as PDF',
    answers: { 200: file('application/pdf') },
  },
  readOriginal: { ...read, summary: 'Download the uploaded file', answers: { 200: file() } },
  readThumbnail: {
    ...{ ...read, summary: 'Get the first page as an image', query: thumbnailQuery },
    answers: { 200: file('image/png'), 304: nothing },
  },
  downloadDocument: {
    ...{ summary: 'Download the sealed file', who },
    answers: { 200: file('application/pdf') },
    refusals: ['not-found', 'document-not-completed', 'sealed-file-differs'],
  },
  readTrail: { ...read, summary: 'Get the audit trail of a document', answers: { 200: trailAnswer } },
  readEvidence: {
    ...{ summary: 'Get the current evidence of a document', who },
    answers: { 200: file('application/json') },
    refusals: ['not-found', 'sealed-elsewhere', 'trail-altered'],
  },
  readBundle: {
    ...{ summary: 'Download everything that proves a document as ZIP', who },
    answers: { 200: file('application/zip') },
    refusals: ['not-found', 'sealed-elsewhere', 'trail-altered', 'sealed-file-differs'],
  },
  readCertificate: {
    ...{ summary: 'Download the sealed record of a declined, voided or expired document', who },
    answers: { 200: file('application/pdf') },
    refusals: ['not-found', 'certificate-not-ready', 'sealed-file-differs'],
  },
  listAttachments: {
    ...read,
    summary: 'List the files that recipients uploaded',
    answers: { 200: attachmentFiles },
  },
  readAttachment: { ...read, summary: 'Download a file that a recipient uploaded', answers: { 200: file() } },
});
