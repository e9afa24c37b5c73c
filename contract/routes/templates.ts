import { replaceFileForm } from '../documents.ts';
import { thumbnailQuery } from '../library.ts';
import { templatePaths } from '../paths.ts';
import { file, form, nothing, routesAt } from '../route.ts';
import {
  changeTemplateBody,
  createTemplateBody,
  importTemplateForm,
  listTemplatesQuery,
  MAX_EXPORT_LENGTH,
  putTemplateFieldsBody,
  putTemplateRolesBody,
  template,
  templateDetail,
  templateImport,
  templateList,
  uploadTemplateForm,
  useTemplateAnswer,
  useTemplateBody,
} from '../templates.ts';
import { ingestUpload } from './refusals.ts';

const who = 'member';
const read = { who, refusals: ['not-found'] } as const;
const editing = ['not-found', 'revision-outdated', 'template-without-file', 'template-incomplete'] as const;
const full = ['plan-limit-templates', 'plan-limit-storage'] as const;

export const templateRows = routesAt(templatePaths, {
  listTemplates: {
    ...{ summary: 'Templates, page by page', who, query: listTemplatesQuery, heavy: 'search' },
    answers: { 200: templateList },
    headers: ['link', 'x-total-count'],
    refusals: [],
  },
  createTemplate: {
    ...{ summary: 'Make a template, of a document or empty', who, body: createTemplateBody },
    answers: { 201: template },
    refusals: ['not-found', 'document-is-test', 'sealed-elsewhere', 'template-incomplete', ...full],
  },
  uploadTemplate: {
    ...{ summary: 'Make a template of a file', who, body: form(uploadTemplateForm) },
    answers: { 201: template },
    refusals: ['template-incomplete', 'plan-limit-templates', ...ingestUpload],
  },
  importTemplate: {
    ...{ summary: 'Import a template: a PDF form, or a file with the export of another product', who },
    body: form(importTemplateForm, MAX_EXPORT_LENGTH),
    answers: { 201: templateImport },
    refusals: [
      ...['template-incomplete', 'plan-limit-templates', 'field-off-page'],
      ...['import-unreadable', 'import-signed'],
      ...ingestUpload,
    ] as const,
  },
  readTemplate: { ...read, summary: 'A template', answers: { 200: templateDetail } },
  changeTemplate: {
    ...{ summary: 'Change name, description and category', who, body: changeTemplateBody },
    answers: { 200: template },
    refusals: ['not-found', 'template-incomplete', 'revision-outdated'],
  },
  deleteTemplate: { ...read, summary: 'Remove a template', answers: { 204: nothing } },
  readTemplateFile: { ...read, summary: 'The pages, as PDF', answers: { 200: file('application/pdf') } },
  putTemplateFile: {
    ...{ summary: 'Add a file, or replace it', who, body: form(replaceFileForm) },
    answers: { 200: template },
    refusals: [...editing, 'template-has-file', 'fields-lost', ...ingestUpload],
  },
  readTemplateThumbnail: {
    ...{ ...read, summary: 'The first page as a picture', query: thumbnailQuery },
    answers: { 200: file('image/png'), 304: nothing },
  },
  putTemplateFields: {
    ...{ summary: 'Replace the fields', who, body: putTemplateFieldsBody, manyValues: true },
    answers: { 200: templateDetail },
    refusals: [...editing, 'field-off-page', 'field-recipient-unknown'],
  },
  putTemplateRoles: {
    ...{ summary: 'Replace the roles', who, body: putTemplateRolesBody },
    answers: { 200: templateDetail },
    refusals: editing,
  },
  duplicateTemplate: {
    ...{ summary: 'Make a template like this one', who },
    answers: { 201: template },
    refusals: ['not-found', ...full],
  },
  useTemplate: {
    ...{ summary: 'Make a draft of a template, with people for its roles', who, body: useTemplateBody },
    answers: { 201: useTemplateAnswer },
    refusals: [
      ...['not-found', 'template-without-file', 'template-roles-mismatch', 'plan-limit-documents'],
      ...['plan-limit-recipients', 'plan-limit-storage', 'recipient-twice'],
      ...['recipient-address-invalid', 'recipient-name-invalid', 'access-code-invalid'],
    ] as const,
  },
});
