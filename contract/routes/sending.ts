import {
  accessCodeBody,
  copiesBody,
  correctBody,
  documentDetail,
  extendBody,
  finalCopies,
  mailPreview,
  mailPreviewBody,
  remindBody,
  sendBody,
  signingAddress,
  voidBody,
} from '../documents.ts';
import { sendingPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { mailing, notSent, people } from './refusals.ts';

const who = 'confirmed';
const answers = { 200: documentDetail };
/** Refusals of an act on one recipient of a pending document. */
const ofRecipient = ['not-found', 'recipient-not-found', 'recipient-has-acted', ...notSent] as const;

export const sendingRows = routesAt(sendingPaths, {
  sendDocument: {
    ...{ summary: 'Send a draft', who, keyed: true, body: sendBody, answers },
    refusals: [
      ...['not-found', 'document-already-sent', 'document-not-editable'],
      ...['document-unsealable', 'document-not-tried'],
      ...['recipients-missing', 'recipient-needs-to-sign', 'expiration-invalid', 'access-code-needed'],
      ...['field-not-assigned', 'field-incomplete', 'field-overlap', 'field-value-invalid'],
      ...notSent,
      ...people,
      ...mailing,
    ] as const,
  },
  previewMail: {
    ...{ summary: 'Preview the email to a recipient of a draft', who: 'member', body: mailPreviewBody },
    answers: { 200: mailPreview },
    refusals: ['not-found'],
  },
  voidDocument: {
    ...{ summary: 'Void a sent document with a reason', who: 'member', body: voidBody, answers },
    refusals: ['not-found', 'reason-missing', 'document-seal-delayed', ...notSent],
  },
  remindRecipients: {
    ...{ summary: 'Remind the pending recipients', who, body: remindBody, answers },
    refusals: [...ofRecipient, 'nobody-to-remind', 'reminder-too-soon', ...mailing],
  },
  extendExpiry: {
    ...{ summary: 'Extend the expiration of a document', who, body: extendBody, answers },
    refusals: ['not-found', 'expiration-invalid', 'person-erased', ...notSent, ...mailing],
  },
  correctRecipient: {
    ...{ summary: 'Correct the name or address of a recipient', who, body: correctBody, answers },
    refusals: [
      ...ofRecipient,
      ...['recipient-address-invalid', 'recipient-name-invalid', 'recipient-twice', 'too-many-requests'],
      ...['field-incomplete', 'field-value-invalid'],
      ...mailing,
    ] as const,
  },
  resendMail: {
    ...{ summary: 'Email a recipient again after a failed delivery', who, answers },
    refusals: [...ofRecipient, 'mail-not-failed', 'too-many-requests', ...mailing],
  },
  listCopies: {
    ...{ summary: 'Get whether the emails with the final copy were delivered', who: 'member' },
    answers: { 200: finalCopies },
    refusals: ['not-found', 'document-not-completed'],
  },
  resendCopies: {
    ...{ summary: 'Email the final copy again', who, body: copiesBody, answers: { 200: finalCopies } },
    refusals: ['not-found', 'document-not-completed', 'recipient-not-found', 'too-many-requests'],
  },
  changeAccessCode: {
    ...{ summary: 'Set or remove a recipient’s access code', who, body: accessCodeBody, answers },
    refusals: [...ofRecipient, 'access-code-invalid'],
  },
  handOver: {
    ...{
      summary: "Open a recipient's signing page on the sender's device",
      who,
      answers: { 200: signingAddress },
    },
    refusals: [...ofRecipient, 'not-your-turn', 'already-signed', 'already-declined', 'role-does-not-sign'],
  },
  signMyself: {
    ...{ summary: "Open the sender's own signing page", who, answers: { 200: signingAddress } },
    refusals: [...ofRecipient, 'not-your-turn', 'already-signed', 'already-declined', 'role-does-not-sign'],
  },
  retrySeal: {
    ...{ summary: 'Retry sealing a document', who: 'member', answers: { 204: nothing } },
    refusals: ['not-found', 'document-being-signed', ...notSent],
  },
});
