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
    ...{ summary: 'Get the OpenAPI description', who },
    answers: { 200: z.record(z.string(), z.unknown()) },
    refusals: [],
  },
  showDevelopers: { summary: 'Show the API reference', who, answers: { 200: page }, refusals: [] },
  readClient: {
    ...{ summary: 'Download a typed client as one TypeScript file', who },
    answers: { 200: file('application/typescript') },
    refusals: [],
  },
  readHealth: { summary: 'Check that this process responds', who, answers: { 200: health }, refusals: [] },
  readReadiness: {
    ...{ summary: 'Check whether the server can handle requests, with the status of each component', who },
    answers: { 200: readiness, 503: readiness },
    refusals: [],
  },
  readInstallation: {
    ...{ summary: 'Get the operator and the seal of this server', who },
    answers: { 200: installation },
    refusals: [],
  },
  writeSupportMessage: {
    ...{ summary: 'Send a message to support', who, body: supportMessageBody },
    answers: { 201: supportMessageAnswer },
    refusals: ['support-message-invalid', 'too-many-requests'],
  },
  readTimestampRoots: {
    ...{
      summary:
        'Download the root certificates of the trusted timestamp authorities; an empty file if there are none',
      who,
    },
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
  listOwnMessages: {
    ...{ summary: 'List the member’s messages to support with the replies', who: 'member' },
    answers: { 200: z.array(ownSupportMessage) },
    refusals: [],
  },
  replyToSupport: {
    ...{ summary: 'Reply in a support conversation', who: 'member', body: supportReplyBody },
    answers: { 200: z.array(ownSupportMessage) },
    refusals: ['not-found', 'support-message-invalid', 'too-many-requests'],
  },
  verifyFile: {
    ...{
      summary: 'Verify a sealed PDF without storing it; returns the same report as the verify page',
      who,
    },
    ...{ body: bytes('application/pdf', 'application/octet-stream'), largestBody: MAX_VERIFIED_BYTES },
    answers: { 200: verifyReport },
    refusals: ['upload-missing', 'upload-refused', 'key-invalid'],
  },
  readRootDer: {
    ...{ summary: 'Download the root certificate in DER, as named in certificates', who },
    answers: { 200: file('application/pkix-cert') },
    refusals: [],
  },
  readWithdrawn: {
    ...{ summary: 'Download the list of revoked sealing certificates in DER', who },
    answers: { 200: file('application/pkix-crl') },
    refusals: ['not-found'],
  },
  readRootCertificate: {
    ...{ summary: 'Download the current and earlier root certificates, for trusting seals elsewhere', who },
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
});
