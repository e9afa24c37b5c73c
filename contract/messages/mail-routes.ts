import { z } from 'zod';
import { bytes, defineRoutes, file, nothing, page, redirect } from '../route.ts';

/** Maximum size in bytes of a mail program's one-click form body, whose content is ignored. */
const maxUnsubscribeBytes = 4096;
/** Maximum size in bytes of a form body with one of three actions and a note. */
const maxChoiceBytes = 32 * 1024;
/**
 * Maximum size in bytes. A report may contain a complete outgoing email with the sealed copy (10 MB, plus a
 * third for base64).
 */
const maxReportBytes = 20 * 1024 * 1024;

const text = z.string().optional().catch(undefined);

export const mailRows = defineRoutes({
  showMailSwitches: {
    at: 'GET /api/mail/unsubscribe/{token}',
    summary: 'Show the page that turns off notification emails',
    caller: 'anyone',
    answers: { 302: redirect },
    refusals: [],
  },
  unsubscribe: {
    at: 'POST /api/mail/unsubscribe/{token}',
    summary: 'Turn off one kind of email (RFC 8058)',
    caller: 'subscriber',
    body: bytes('application/x-www-form-urlencoded', 'multipart/form-data'),
    maxBodyBytes: maxUnsubscribeBytes,
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  receiveBounce: {
    at: 'POST /api/mail/bounces',
    summary: 'Receive a bounced email',
    caller: 'mail-server',
    body: bytes('message/rfc822'),
    maxBodyBytes: maxReportBytes,
    answers: { 200: z.object({ noted: z.boolean() }) },
    refusals: ['not-signed-in'],
  },
  showMailChoices: {
    at: 'GET /mail/{token}',
    summary: 'Show the page to report an email or block its sender',
    caller: 'mail-recipient',
    answers: { 200: page, 404: page, 429: page },
    refusals: [],
  },
  chooseMail: {
    at: 'POST /mail/{token}',
    summary: 'Report an email or block its sender',
    caller: 'mail-recipient',
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: maxChoiceBytes,
    answers: { 303: redirect, 404: page, 429: page },
    refusals: [],
  },
  showOutbox: {
    at: 'GET /outbox',
    summary: 'Show the outbox',
    caller: 'operator',
    query: z.object({ key: text, page: text }),
    answers: { 200: page, 303: redirect, 403: page },
    refusals: [],
  },
  showOutboxMail: {
    at: 'GET /outbox/{name}',
    summary: 'Show an email in the outbox',
    caller: 'operator',
    answers: { 200: page, 403: page, 404: page },
    refusals: [],
  },
  readOutboxFile: {
    at: 'GET /outbox/{name}/{index}',
    summary: 'Download a file of an email in the outbox',
    caller: 'operator',
    answers: { 200: file(), 403: page, 404: page },
    refusals: [],
  },
});
