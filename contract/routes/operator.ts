import { z } from 'zod';
import {
  accountsQuery,
  installationAccount,
  installationAccountDetail,
  operatorAnswer,
  peopleQuery,
  queuedMessage,
  resentMails,
  supportQueueQuery,
  supportStateBody,
  supportThread,
} from '../operator.ts';
import { operatorState } from '../operator-state.ts';
import { operatorPaths } from '../paths.ts';
import { file, nothing, routesAt } from '../route.ts';
import { supportReplyBody } from '../support.ts';

const who = 'operator-member';

/** For the operators named in the settings. For everyone else these routes do not exist. */
export const operatorRows = routesAt(operatorPaths, {
  readOperator: {
    ...{ summary: 'Get what needs the operator’s attention', who },
    answers: { 200: operatorAnswer },
    refusals: [],
  },
  readOperatorState: {
    ...{ summary: 'Get the status and failures of each component', who },
    answers: { 200: operatorState },
    refusals: [],
  },
  retryJob: {
    ...{ summary: 'Retry a failed job', who },
    answers: { 204: nothing },
    refusals: [],
  },
  dismissJob: {
    ...{ summary: 'Dismiss a failed job', who },
    answers: { 204: nothing },
    refusals: [],
  },
  retrySealOf: {
    ...{ summary: 'Retry sealing a fully signed document', who },
    answers: { 204: nothing },
    refusals: [],
  },
  resendMails: {
    ...{ summary: 'Resend all emails of the last 30 days that no mail server accepted', who },
    answers: { 200: resentMails },
    refusals: [],
  },
  listInstallationAccounts: {
    ...{ summary: 'List the accounts of this installation, newest first', who, query: accountsQuery },
    answers: { 200: z.array(installationAccount) },
    headers: ['link'],
    refusals: [],
  },
  readInstallationAccount: {
    ...{ summary: 'Get an account and its members', who, query: peopleQuery },
    answers: { 200: installationAccountDetail },
    headers: ['link'],
    refusals: [],
  },
  suspendAccount: {
    ...{ summary: 'Suspend an account; sent documents continue', who },
    answers: { 204: nothing },
    refusals: ['not-permitted'],
  },
  liftSuspension: {
    ...{ summary: 'Lift an account’s suspension', who },
    answers: { 204: nothing },
    refusals: [],
  },
  endSessionsOf: {
    ...{ summary: 'End all sessions of a member', who },
    answers: { 204: nothing },
    refusals: [],
  },
  resetFactorOf: {
    ...{ summary: 'Remove the second factor of a member who lost it', who },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'two-factor-not-on'],
  },
  makeOwner: {
    ...{ summary: 'Make a member the owner; previous owners become admins', who },
    answers: { 204: nothing },
    refusals: ['heir-unfit'],
  },
  readMetrics: {
    ...{ summary: 'Get metrics for Prometheus', who: 'monitor' },
    answers: { 200: file('text/plain') },
    refusals: ['not-found', 'not-signed-in'],
  },
  listSupport: {
    ...{ summary: 'List support messages, priority first', who, query: supportQueueQuery },
    answers: { 200: z.array(queuedMessage) },
    headers: ['link'],
    refusals: [],
  },
  readSupport: {
    ...{ summary: 'Get a support conversation', who },
    answers: { 200: supportThread },
    refusals: [],
  },
  answerSupport: {
    ...{ summary: 'Answer a support message by email', who, keyed: true, body: supportReplyBody },
    answers: { 201: supportThread },
    refusals: ['support-message-invalid'],
  },
  setSupportState: {
    ...{ summary: 'Close or reopen a support message', who, body: supportStateBody },
    answers: { 200: supportThread },
    refusals: [],
  },
});
