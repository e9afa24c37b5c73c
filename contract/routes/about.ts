import { z } from 'zod';
import { aboutPaths } from '../paths.ts';
import { MAX_VERIFIED_BYTES, verifyReport } from '../verify.ts';
import { bytes, file, page, routesAt } from '../route.ts';
import {
  health,
  installation,
  ownSupportMessage,
  readiness,
  supportMessageAnswer,
  supportMessageBody,
  supportReplyBody,
} from '../support.ts';

const who = 'anyone';

/** Public information about this server. */
export const aboutRows = routesAt(aboutPaths, {
  readOpenApi: {
    ...{ summary: 'This description of the API', who },
    answers: { 200: z.record(z.string(), z.unknown()) },
    refusals: [],
  },
  showDevelopers: { summary: 'The reference of the API, to read', who, answers: { 200: page }, refusals: [] },
  readClient: {
    ...{ summary: 'A typed client, as one file of TypeScript', who },
    answers: { 200: file('application/typescript') },
    refusals: [],
  },
  readHealth: { summary: 'Whether this process answers', who, answers: { 200: health }, refusals: [] },
  readReadiness: {
    ...{ summary: 'Whether requests can be answered, and how each part does', who },
    answers: { 200: readiness, 503: readiness },
    refusals: [],
  },
  readInstallation: {
    ...{ summary: 'Who runs this server, and what its seal is', who },
    answers: { 200: installation },
    refusals: [],
  },
  writeSupportMessage: {
    ...{ summary: 'Write to support', who, body: supportMessageBody },
    answers: { 201: supportMessageAnswer },
    refusals: ['support-message-invalid', 'too-many-requests'],
  },
  readTimestampRoots: {
    ...{
      summary: 'The certificates of the authorities for time that are believed here; none is an empty file',
      who,
    },
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
  listOwnMessages: {
    ...{ summary: 'What whoever is signed in has written to support, and the answers', who: 'member' },
    answers: { 200: z.array(ownSupportMessage) },
    refusals: [],
  },
  replyToSupport: {
    ...{ summary: 'Say something more to one of those', who: 'member', body: supportReplyBody },
    answers: { 200: z.array(ownSupportMessage) },
    refusals: ['not-found', 'support-message-invalid', 'too-many-requests'],
  },
  verifyFile: {
    ...{
      summary: 'Judge a sealed PDF, which is kept nowhere: the same report as the verify page gives',
      who,
    },
    ...{ body: bytes('application/pdf', 'application/octet-stream'), largestBody: MAX_VERIFIED_BYTES },
    answers: { 200: verifyReport },
    refusals: ['upload-missing', 'upload-refused', 'key-invalid'],
  },
  readRootDer: {
    ...{ summary: 'The same in DER, as certificates name it for their issuer', who },
    answers: { 200: file('application/pkix-cert') },
    refusals: [],
  },
  readWithdrawn: {
    ...{ summary: 'The list of sealing certificates that are not believed any more, in DER', who },
    answers: { 200: file('application/pkix-crl') },
    refusals: ['not-found'],
  },
  readRootCertificate: {
    ...{ summary: 'The certificates by which seals are trusted elsewhere: of today, then of before', who },
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
});
