import { z } from 'zod';
import {
  attachmentAnswer,
  embeddedLink,
  ceremonyAnswer,
  checkValueBody,
  codesBody,
  declineBody,
  delegateBody,
  draftAnswer,
  draftBody,
  gateAnswer,
  openedBody,
  paperBody,
  passkeyQuestion,
  readCeremonyQuery,
  signAnswer,
  signBody,
} from '../ceremony.ts';
import { ceremonyPaths } from '../paths.ts';
import { events, file, form, nothing, routesAt } from '../route.ts';
import { mailing, notSent } from './refusals.ts';

const who = 'signer';
/** Refusals if the document is not open to this recipient. */
const closed = ['code-needed', ...notSent] as const;
/** Refusals if an act is not possible now; core/ceremony/checks.ts defines their order. */
const unready = [
  ...closed,
  ...['already-signed', 'already-declined', 'not-your-turn', 'paper-requested', 'role-does-not-sign'],
  ...['document-not-shown', 'document-altered', 'consent-missing', 'disclosure-outdated'],
] as const;
const unwritable = ['field-not-yours', 'field-value-invalid'] as const;
const unfitFile = [
  'field-not-yours',
  'attachment-refused',
  'plan-limit-storage',
  'file-harmful',
  'file-not-scanned',
] as const;
const done = { 204: nothing };

export const ceremonyRows = routesAt(ceremonyPaths, {
  readCeremony: {
    ...{ summary: 'What stands behind a signing link', who, query: readCeremonyQuery },
    answers: { 200: ceremonyAnswer },
    refusals: unready,
  },
  signDocument: {
    ...{ summary: 'Sign, or approve', who, keyed: true, body: signBody },
    answers: { 200: signAnswer },
    refusals: [
      ...unready,
      ...unwritable,
      ...['field-missing', 'signature-missing', 'signature-invalid', 'initials-missing'],
      'signing-day-changed',
      ...['passkey-missing', 'passkey-refused', 'document-damaged', 'attachment-refused'],
    ] as const,
  },
  readCeremonyFile: {
    ...{ summary: 'The pages, as PDF', who },
    answers: { 200: file('application/pdf') },
    refusals: unready,
  },
  readFirstPage: {
    ...{ summary: 'The first page as a picture', who },
    answers: { 200: file('image/png') },
    refusals: ['not-found', ...unready],
  },
  readMark: {
    ...{ summary: 'What somebody else has drawn as their signature', who },
    answers: { 200: file('image/png') },
    refusals: ['not-found', ...unready],
  },
  downloadSealed: {
    ...{ summary: 'The sealed file', who },
    answers: { 200: file('application/pdf') },
    refusals: ['document-not-completed', 'sealed-file-differs', ...closed],
  },
  downloadRecord: {
    ...{ summary: 'The sealed record of a document that was declined, voided or left to expire', who },
    answers: { 200: file('application/pdf') },
    refusals: ['certificate-not-ready', 'sealed-file-differs', ...closed],
  },
  followCeremony: {
    ...{ summary: 'Hints that something may have changed', who, head: false },
    answers: { 200: events },
    refusals: ['code-needed'],
  },
  noteOpened: {
    ...{ summary: 'Say that the first page is before somebody', who, body: openedBody },
    answers: done,
    refusals: unready,
  },
  checkValue: {
    ...{ summary: 'Whether a written value can be taken and printed', who, body: checkValueBody },
    answers: done,
    refusals: [...unready, ...unwritable],
  },
  saveDraft: {
    ...{ summary: 'Keep what is entered so far', who, body: draftBody },
    answers: { 200: draftAnswer },
    refusals: [...unready, ...unwritable],
  },
  attachFile: {
    ...{ summary: 'Hand a file in', who, repeatable: true, body: form(z.object({})) },
    answers: { 201: attachmentAnswer },
    refusals: [...unready, ...unfitFile],
  },
  askForPasskey: {
    ...{ summary: 'A question for a passkey, about this signature', who },
    answers: { 200: passkeyQuestion },
    refusals: [...unready, 'passkey-refused'],
  },
  declineDocument: {
    ...{
      summary: 'Decline, which ends the document for everybody',
      who,
      repeatable: true,
      body: declineBody,
    },
    answers: done,
    refusals: [...unready, 'reason-missing'],
  },
  delegatePart: {
    ...{ summary: 'Pass the part on to somebody else', who, repeatable: true, body: delegateBody },
    answers: done,
    refusals: [
      ...unready,
      ...mailing,
      ...['delegation-not-allowed', 'delegated-too-often', 'reason-missing', 'recipient-twice'],
      ...['recipient-address-invalid', 'recipient-name-invalid', 'recipient-has-acted'],
      ...['field-incomplete', 'field-value-invalid', 'recipient-not-found'],
    ] as const,
  },
  askForPaper: {
    ...{ summary: 'Ask for paper, or take the consent back', who, repeatable: true, body: paperBody },
    answers: done,
    refusals: unready,
  },
  resumeSigning: {
    ...{ summary: 'Sign here after all', who, repeatable: true },
    answers: done,
    refusals: [...unready, 'paper-not-requested'],
  },
  readGate: {
    ...{ summary: 'Which codes are asked for first', who },
    answers: { 200: gateAnswer },
    refusals: unready,
  },
  enterCodes: {
    ...{ summary: 'Open the link in this browser', who, body: codesBody },
    // In a frame of another website it continues with another link, everywhere else with a cookie.
    answers: { 200: embeddedLink, 204: nothing },
    refusals: [...unready, 'code-wrong', 'code-locked'],
  },
  mailCode: {
    ...{ summary: 'Have a one-time code mailed', who },
    answers: done,
    refusals: [...unready, 'code-locked', 'mail-limit-mailbox'],
  },
});
