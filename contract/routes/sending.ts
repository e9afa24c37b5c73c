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
    ...{ summary: 'The mail that a recipient of a draft would have', who: 'member', body: mailPreviewBody },
    answers: { 200: mailPreview },
    refusals: ['not-found'],
  },
  voidDocument: {
    ...{ summary: 'End a document that is out, with a reason', who: 'member', body: voidBody, answers },
    refusals: ['not-found', 'reason-missing', 'document-seal-delayed', ...notSent],
  },
  remindRecipients: {
    ...{ summary: 'Remind those whom it waits for', who, body: remindBody, answers },
    refusals: [...ofRecipient, 'nobody-to-remind', 'reminder-too-soon', ...mailing],
  },
  extendExpiry: {
    ...{ summary: 'Give a document more time', who, body: extendBody, answers },
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
    ...{ summary: 'Mail a recipient again whose mail came back', who, answers },
    refusals: [...ofRecipient, 'mail-not-failed', 'too-many-requests', ...mailing],
  },
  listCopies: {
    ...{ summary: 'Whether the emails with the final copy were delivered', who: 'member' },
    answers: { 200: finalCopies },
    refusals: ['not-found', 'document-not-completed'],
  },
  resendCopies: {
    ...{ summary: 'Email the final copy again', who, body: copiesBody, answers: { 200: finalCopies } },
    refusals: ['not-found', 'document-not-completed', 'recipient-not-found', 'too-many-requests'],
  },
  changeAccessCode: {
    ...{ summary: 'Set or take away the code before a document', who, body: accessCodeBody, answers },
    refusals: [...ofRecipient, 'access-code-invalid'],
  },
  handOver: {
    ...{
      summary: "Open a recipient's ceremony on the sender's device",
      who,
      answers: { 200: signingAddress },
    },
    refusals: [...ofRecipient, 'not-your-turn', 'already-signed', 'already-declined', 'role-does-not-sign'],
  },
  signMyself: {
    ...{ summary: "Open the sender's own ceremony", who, answers: { 200: signingAddress } },
    refusals: [...ofRecipient, 'not-your-turn', 'already-signed', 'already-declined', 'role-does-not-sign'],
  },
  retrySeal: {
    ...{ summary: 'Try again to seal', who: 'member', answers: { 204: nothing } },
    refusals: ['not-found', 'document-being-signed', ...notSent],
  },
});
