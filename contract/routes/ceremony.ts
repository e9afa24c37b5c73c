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
    ...{ summary: 'Get everything that a signing link shows', who, query: readCeremonyQuery },
    answers: { 200: ceremonyAnswer },
    refusals: unready,
  },
  signDocument: {
    ...{ summary: 'Sign or approve the document', who, keyed: true, body: signBody },
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
    ...{ summary: 'Download the document’s pages as PDF', who },
    answers: { 200: file('application/pdf') },
    refusals: unready,
  },
  readFirstPage: {
    ...{ summary: 'Get the first page as an image', who },
    answers: { 200: file('image/png') },
    refusals: ['not-found', ...unready],
  },
  readMark: {
    ...{ summary: 'Get the drawn signature of another recipient', who },
    answers: { 200: file('image/png') },
    refusals: ['not-found', ...unready],
  },
  downloadSealed: {
    ...{ summary: 'Download the sealed file', who },
    answers: { 200: file('application/pdf') },
    refusals: ['document-not-completed', 'sealed-file-differs', ...closed],
  },
  downloadRecord: {
    ...{ summary: 'Download the sealed record of a declined, voided or expired document', who },
    answers: { 200: file('application/pdf') },
    refusals: ['certificate-not-ready', 'sealed-file-differs', ...closed],
  },
  followCeremony: {
    ...{ summary: 'Stream hints about possible changes in the document', who, head: false },
    answers: { 200: events },
    refusals: ['code-needed'],
  },
  noteOpened: {
    ...{ summary: 'Record that the recipient has viewed the first page', who, body: openedBody },
    answers: done,
    refusals: unready,
  },
  checkValue: {
    ...{ summary: 'Check whether a field value is valid and printable', who, body: checkValueBody },
    answers: done,
    refusals: [...unready, ...unwritable],
  },
  saveDraft: {
    ...{ summary: 'Save the recipient’s unfinished entries', who, body: draftBody },
    answers: { 200: draftAnswer },
    refusals: [...unready, ...unwritable],
  },
  attachFile: {
    ...{ summary: 'Upload a file for a field', who, repeatable: true, body: form(z.object({})) },
    answers: { 201: attachmentAnswer },
    refusals: [...unready, ...unfitFile],
  },
  askForPasskey: {
    ...{ summary: 'Create a passkey challenge for this signature', who },
    answers: { 200: passkeyQuestion },
    refusals: [...unready, 'passkey-refused'],
  },
  declineDocument: {
    ...{
      summary: 'Decline the document, which ends it for everyone',
      who,
      repeatable: true,
      body: declineBody,
    },
    answers: done,
    refusals: [...unready, 'reason-missing'],
  },
  delegatePart: {
    ...{ summary: 'Delegate to another person', who, repeatable: true, body: delegateBody },
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
    ...{ summary: 'Ask to sign on paper, or withdraw the consent', who, repeatable: true, body: paperBody },
    answers: done,
    refusals: unready,
  },
  resumeSigning: {
    ...{ summary: 'Sign electronically after asking for paper', who, repeatable: true },
    answers: done,
    refusals: [...unready, 'paper-not-requested'],
  },
  readGate: {
    ...{ summary: 'Get the codes required before the document', who },
    answers: { 200: gateAnswer },
    refusals: unready,
  },
  enterCodes: {
    ...{ summary: 'Enter the codes and open the link in this browser', who, body: codesBody },
    // In a frame of another website it continues with another link, everywhere else with a cookie.
    answers: { 200: embeddedLink, 204: nothing },
    refusals: [...unready, 'code-wrong', 'code-locked'],
  },
  mailCode: {
    ...{ summary: 'Email a one-time code', who },
    answers: done,
    refusals: [...unready, 'code-locked', 'mail-limit-mailbox'],
  },
});
