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
    ...{ summary: 'What waits for the operator', who },
    answers: { 200: operatorAnswer },
    refusals: [],
  },
  readOperatorState: {
    ...{ summary: 'How each part does, and what failed', who },
    answers: { 200: operatorState },
    refusals: [],
  },
  retryJob: {
    ...{ summary: 'Try a job again that was given up', who },
    answers: { 204: nothing },
    refusals: [],
  },
  dismissJob: {
    ...{ summary: 'Let a job go that was given up', who },
    answers: { 204: nothing },
    refusals: [],
  },
  retrySealOf: {
    ...{ summary: 'Try again to seal a document that everybody signed', who },
    answers: { 204: nothing },
    refusals: [],
  },
  resendMails: {
    ...{ summary: 'Send every email again that no mail server took in the last 30 days', who },
    answers: { 200: resentMails },
    refusals: [],
  },
  listInstallationAccounts: {
    ...{ summary: 'The accounts of this installation, the newest first', who, query: accountsQuery },
    answers: { 200: z.array(installationAccount) },
    headers: ['link'],
    refusals: [],
  },
  readInstallationAccount: {
    ...{ summary: 'An account and its people', who, query: peopleQuery },
    answers: { 200: installationAccountDetail },
    headers: ['link'],
    refusals: [],
  },
  suspendAccount: {
    ...{ summary: 'Suspend an account; documents that are out continue', who },
    answers: { 204: nothing },
    refusals: ['not-permitted'],
  },
  liftSuspension: { ...{ summary: 'Lift the suspension', who }, answers: { 204: nothing }, refusals: [] },
  endSessionsOf: {
    ...{ summary: 'End all sessions of a person', who },
    answers: { 204: nothing },
    refusals: [],
  },
  resetFactorOf: {
    ...{ summary: 'Remove the second factor of a person who lost it', who },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'two-factor-not-on'],
  },
  makeOwner: {
    ...{ summary: 'Make a member the owner; the owners before become administrators', who },
    answers: { 204: nothing },
    refusals: ['heir-unfit'],
  },
  readMetrics: {
    ...{ summary: 'Figures for Prometheus', who: 'monitor' },
    answers: { 200: file('text/plain') },
    refusals: ['not-found', 'not-signed-in'],
  },
  listSupport: {
    ...{ summary: 'Messages to support, those with priority first', who, query: supportQueueQuery },
    answers: { 200: z.array(queuedMessage) },
    headers: ['link'],
    refusals: [],
  },
  readSupport: {
    ...{ summary: 'A message and what was said after it', who },
    answers: { 200: supportThread },
    refusals: [],
  },
  answerSupport: {
    ...{ summary: 'Answer it by mail', who, keyed: true, body: supportReplyBody },
    answers: { 201: supportThread },
    refusals: ['support-message-invalid'],
  },
  setSupportState: {
    ...{ summary: 'Close it, or open it again', who, body: supportStateBody },
    answers: { 200: supportThread },
    refusals: [],
  },
});
