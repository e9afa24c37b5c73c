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
    ...{ summary: 'List templates, page by page', who, query: listTemplatesQuery, heavy: 'search' },
    answers: { 200: templateList },
    headers: ['link', 'x-total-count'],
    refusals: [],
  },
  createTemplate: {
    ...{ summary: 'Create a template from a document, or an empty one', who, body: createTemplateBody },
    answers: { 201: template },
    refusals: ['not-found', 'document-is-test', 'sealed-elsewhere', 'template-incomplete', ...full],
  },
  uploadTemplate: {
    ...{ summary: 'Create a template from a file', who, body: form(uploadTemplateForm) },
    answers: { 201: template },
    refusals: ['template-incomplete', 'plan-limit-templates', ...ingestUpload],
  },
  importTemplate: {
    ...{ summary: 'Import a template from a PDF form or another product’s export', who },
    body: form(importTemplateForm, MAX_EXPORT_LENGTH),
    answers: { 201: templateImport },
    refusals: [
      ...['template-incomplete', 'plan-limit-templates', 'field-off-page'],
      ...['import-unreadable', 'import-signed'],
      ...ingestUpload,
    ] as const,
  },
  readTemplate: { ...read, summary: 'Get a template', answers: { 200: templateDetail } },
  changeTemplate: {
    ...{ summary: 'Change a template’s name, description and category', who, body: changeTemplateBody },
    answers: { 200: template },
    refusals: ['not-found', 'template-incomplete', 'revision-outdated'],
  },
  deleteTemplate: { ...read, summary: 'Delete a template', answers: { 204: nothing } },
  readTemplateFile: {
    ...read,
    summary: 'Download the template’s pages as PDF',
    answers: { 200: file('application/pdf') },
  },
  putTemplateFile: {
    ...{ summary: 'Add or replace a template’s file', who, body: form(replaceFileForm) },
    answers: { 200: template },
    refusals: [...editing, 'template-has-file', 'fields-lost', ...ingestUpload],
  },
  readTemplateThumbnail: {
    ...{ ...read, summary: 'Get the first page as an image', query: thumbnailQuery },
    answers: { 200: file('image/png'), 304: nothing },
  },
  putTemplateFields: {
    ...{ summary: 'Replace a template’s fields', who, body: putTemplateFieldsBody, manyValues: true },
    answers: { 200: templateDetail },
    refusals: [...editing, 'field-off-page', 'field-recipient-unknown'],
  },
  putTemplateRoles: {
    ...{ summary: 'Replace a template’s roles', who, body: putTemplateRolesBody },
    answers: { 200: templateDetail },
    refusals: editing,
  },
  duplicateTemplate: {
    ...{ summary: 'Duplicate a template', who },
    answers: { 201: template },
    refusals: ['not-found', ...full],
  },
  useTemplate: {
    ...{ summary: 'Create a draft from a template, with people for its roles', who, body: useTemplateBody },
    answers: { 201: useTemplateAnswer },
    refusals: [
      ...['not-found', 'template-without-file', 'template-roles-mismatch', 'plan-limit-documents'],
      ...['plan-limit-recipients', 'plan-limit-storage', 'recipient-twice'],
      ...['recipient-address-invalid', 'recipient-name-invalid', 'access-code-invalid'],
    ] as const,
  },
});
