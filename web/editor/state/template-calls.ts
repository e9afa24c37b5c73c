import { addressOf } from '#contract/address.ts';
import type { DocumentDetail, FieldInput, FieldView } from '#contract/documents/documents.ts';
import { templatePaths } from '#contract/paths.ts';
import { impliedOrder } from '#core/recipient/turn.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import {
  changeTemplate,
  loadTemplate,
  replaceTemplateFile,
  saveTemplateFields,
  saveTemplateRoles,
} from '../../api/templates.ts';
import type { EditorCalls } from './editor-state.ts';
import type { EditorRecipient, EditorRecipientInput } from './moment.ts';

/**
 * Converts a template to the editor's form, a draft whose recipients are roles with a name and no address.
 */
export function asDraft(template: TemplateDetail): DocumentDetail {
  return {
    id: template.id,
    title: template.name,
    status: 'draft',
    sealing: false,
    sealProblem: null,
    fileSize: 0,
    createdAt: template.createdAt,
    updatedAt: template.updatedAt,
    sentAt: null,
    completedAt: null,
    expirationDate: null,
    actingCount: 0,
    actedCount: 0,
    recipientCount: template.roles.length,
    fieldCount: template.signatureFields.length,
    pageCount: template.pageCount,
    fileUrl: addressOf(templatePaths.readTemplateFile, { params: { id: template.id } }),
    fileName: template.fileName ?? '',
    revision: template.revision,
    pages: template.pages,
    subject: '',
    message: '',
    signingOrder: impliedOrder(template.roles.map(({ role, order }) => ({ role, turn: order }))),
    formats: template.formats,
    baseSha256: '',
    sealedSha256: null,
    signatureFields: fieldsOf(template),
    recipients: rolesOf(template),
  } as DocumentDetail;
}

/** Saves a template through the interface of a draft. */
export const templateCalls: EditorCalls = {
  replaceFile: replaceTemplateFile,
  read: async (id) => asDraft(await loadTemplate(id)),
  async saveTitle(id, { title, revision }) {
    const { description, category } = await loadTemplate(id);
    await changeTemplate(id, { name: title, description, category, revision });
    return asDraft(await loadTemplate(id));
  },
  async saveFields(id, { fields, revision }) {
    const saved = await saveTemplateFields(id, { fields: fields.map(asTemplateField), revision });
    return { fields: fieldsOf(saved), revision: saved.revision };
  },
  async saveRecipients(
    id,
    { recipients, revision }: { recipients: EditorRecipientInput[]; revision: number },
  ) {
    const roles = recipients.map(({ id: roleId, name, role, order, language, accessCode, ...rest }) => ({
      id: roleId,
      name: name ?? '',
      role,
      order,
      language: language ?? null,
      mailCode: rest.mailCode,
      passkey: rest.passkey,
      message: rest.message ?? undefined,
      files: rest.files,
      accessCode: typeof accessCode === 'boolean' ? accessCode : undefined,
      person: rest.person,
    }));
    const saved = await saveTemplateRoles(id, { roles, revision });
    return { recipients: rolesOf(saved), revision: saved.revision };
  },
};

function asTemplateField({ recipientId, ...field }: FieldInput) {
  return { ...field, roleId: recipientId ?? null };
}

function fieldsOf({ signatureFields }: TemplateDetail): FieldView[] {
  return signatureFields.map(({ roleId, ...field }) => ({ ...field, recipientId: roleId }));
}

export function rolesOf({ roles }: Pick<TemplateDetail, 'roles'>): EditorRecipient[] {
  return roles.map(
    (role) =>
      ({
        ...role,
        email: '',
        status: 'waiting',
        delivery: 'none',
        deliveryReply: null,
        openedAt: null,
        actedAt: null,
      }) as EditorRecipient,
  );
}
