import { z } from 'zod';
import { MAX_VERIFIED_BYTES, verifyReport } from '../evidence/verification.ts';
import { bytes, defineRoutes, file, nothing, page } from '../route.ts';
import {
  health,
  installation,
  memberSupportMessage,
  readiness,
  supportMessageAnswer,
  supportMessageBody,
  supportReplyBody,
} from './support.ts';

/** Public information about this server. */
export const aboutRows = defineRoutes({
  readOpenApi: {
    at: 'GET /api/openapi.json',
    summary: 'Get the OpenAPI description',
    caller: 'anyone',
    answers: { 200: z.record(z.string(), z.unknown()) },
    refusals: [],
  },
  showDevelopers: {
    at: 'GET /developers',
    summary: 'Show the API reference',
    caller: 'anyone',
    answers: { 200: page, 304: nothing },
    refusals: [],
  },
  readClient: {
    at: 'GET /developers/countersign.ts',
    summary: 'Download a typed client as one TypeScript file',
    caller: 'anyone',
    answers: { 200: file('application/typescript'), 304: nothing },
    refusals: [],
  },
  readPythonClient: {
    at: 'GET /developers/countersign.py',
    summary: 'Download a typed client as one Python file',
    caller: 'anyone',
    answers: { 200: file('text/x-python'), 304: nothing },
    refusals: [],
  },
  readHealth: {
    at: 'GET /api/health',
    summary: 'Check that this process responds',
    caller: 'anyone',
    answers: { 200: health },
    refusals: [],
  },
  readReadiness: {
    at: 'GET /api/ready',
    summary: 'Check whether the server can handle requests, with the status of each component',
    caller: 'anyone',
    answers: { 200: readiness, 503: readiness },
    refusals: [],
  },
  readInstallation: {
    at: 'GET /api/installation',
    summary: 'Get the operator and the seal of this server',
    caller: 'anyone',
    answers: { 200: installation },
    refusals: [],
  },
  writeSupportMessage: {
    at: 'POST /api/support/messages',
    summary: 'Send a message to support',
    caller: 'anyone',
    body: supportMessageBody,
    answers: { 201: supportMessageAnswer },
    refusals: ['support-message-invalid', 'too-many-requests'],
  },
  downloadTimestampRoots: {
    at: 'GET /api/seal/timestamp-roots.pem',
    summary:
      'Download the root certificates of the trusted timestamp authorities; an empty file if there are none',
    caller: 'anyone',
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
  listOwnMessages: {
    at: 'GET /api/support/messages',
    summary: 'List the member’s messages to support with the replies',
    caller: 'member',
    permission: 'own',
    answers: { 200: z.array(memberSupportMessage) },
    refusals: [],
  },
  replyToSupport: {
    at: 'POST /api/support/messages/{id}/replies',
    summary: 'Reply in a support conversation',
    caller: 'member',
    permission: 'own',
    body: supportReplyBody,
    answers: { 200: z.array(memberSupportMessage) },
    refusals: ['not-found', 'support-message-invalid', 'too-many-requests'],
  },
  verifyFile: {
    at: 'POST /api/verify',
    summary: 'Verify a sealed PDF without storing it, with the same report as the verify page',
    caller: 'anyone',
    body: bytes('application/pdf', 'application/octet-stream'),
    maxBodyBytes: MAX_VERIFIED_BYTES,
    answers: { 200: verifyReport },
    refusals: ['upload-missing', 'upload-refused', 'key-invalid'],
  },
  downloadRootDer: {
    at: 'GET /api/seal/root.cer',
    summary: 'Download the root certificate in DER, as referenced in certificates',
    caller: 'anyone',
    answers: { 200: file('application/pkix-cert') },
    refusals: [],
  },
  downloadCrl: {
    at: 'GET /api/seal/root.crl',
    summary: 'Download the list of revoked sealing certificates in DER',
    caller: 'anyone',
    answers: { 200: file('application/pkix-crl') },
    refusals: ['not-found'],
  },
  downloadRootPem: {
    at: 'GET /api/seal/root.pem',
    summary: 'Download the current and earlier root certificates, for verifying seals elsewhere',
    caller: 'anyone',
    answers: { 200: file('application/x-pem-file') },
    refusals: [],
  },
});
