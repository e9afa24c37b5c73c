import { z } from 'zod';
import { mailPaths } from '../paths.ts';
import { bytes, file, nothing, page, redirect, routesAt } from '../route.ts';

/** Maximum bytes for the one-click form body of a mail program, whose content is not needed. */
const oneClick = 4096;
/** Maximum bytes for one of three acts and a note. */
const choice = 32 * 1024;
/**
 * Maximum bytes. A report may contain a complete outgoing email with the sealed copy (10 MB, plus a third for
 * base64).
 */
const report = 20 * 1024 * 1024;

const text = z.string().optional().catch(undefined);

export const mailRows = routesAt(mailPaths, {
  showMailSwitches: {
    ...{ summary: 'Show the page that turns off notification emails', who: 'anyone' },
    answers: { 302: redirect },
    refusals: [],
  },
  unsubscribe: {
    ...{ summary: 'Turn off one kind of email (RFC 8058)', who: 'subscriber', largestBody: oneClick },
    ...{ body: bytes('application/x-www-form-urlencoded', 'multipart/form-data') },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  takeBounce: {
    ...{ summary: 'Receive a bounced email', who: 'mail-server', largestBody: report },
    body: bytes('message/rfc822'),
    answers: { 200: z.object({ noted: z.boolean() }) },
    refusals: ['not-signed-in'],
  },
  showMailChoices: {
    ...{ summary: 'Show the page to report an email or block its sender', who: 'mail-recipient' },
    answers: { 200: page, 404: page, 429: page },
    refusals: [],
  },
  chooseMail: {
    ...{ summary: 'Report an email or block its sender', who: 'mail-recipient', largestBody: choice },
    body: bytes('application/x-www-form-urlencoded'),
    answers: { 303: redirect, 404: page, 429: page },
    refusals: [],
  },
  showOutbox: {
    ...{ summary: 'Show the outbox', who: 'operator', query: z.object({ key: text, page: text }) },
    answers: { 200: page, 303: redirect, 403: page },
    refusals: [],
  },
  showOutboxMail: {
    ...{ summary: 'Show an email in the outbox', who: 'operator' },
    answers: { 200: page, 403: page, 404: page },
    refusals: [],
  },
  readOutboxFile: {
    ...{ summary: 'Download a file of an email in the outbox', who: 'operator' },
    answers: { 200: file(), 403: page, 404: page },
    refusals: [],
  },
});
