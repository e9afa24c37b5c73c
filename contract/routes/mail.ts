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
    ...{ summary: 'Where mails of news are switched off', who: 'anyone' },
    answers: { 302: redirect },
    refusals: [],
  },
  unsubscribe: {
    ...{ summary: 'Switch one kind of mail off (RFC 8058)', who: 'subscriber', largestBody: oneClick },
    ...{ body: bytes('application/x-www-form-urlencoded', 'multipart/form-data') },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  takeBounce: {
    ...{ summary: 'A mail that came back', who: 'mail-server', largestBody: report },
    body: bytes('message/rfc822'),
    answers: { 200: z.object({ noted: z.boolean() }) },
    refusals: ['not-signed-in'],
  },
  showMailChoices: {
    ...{ summary: 'Report a mail, or block its sender', who: 'mail-recipient' },
    answers: { 200: page, 404: page, 429: page },
    refusals: [],
  },
  chooseMail: {
    ...{ summary: 'Do so', who: 'mail-recipient', largestBody: choice },
    body: bytes('application/x-www-form-urlencoded'),
    answers: { 303: redirect, 404: page, 429: page },
    refusals: [],
  },
  showOutbox: {
    ...{ summary: 'The outbox', who: 'operator', query: z.object({ key: text, page: text }) },
    answers: { 200: page, 303: redirect, 403: page },
    refusals: [],
  },
  showOutboxMail: {
    ...{ summary: 'A mail of the outbox', who: 'operator' },
    answers: { 200: page, 403: page, 404: page },
    refusals: [],
  },
  readOutboxFile: {
    ...{ summary: 'A file of such a mail', who: 'operator' },
    answers: { 200: file(), 403: page, 404: page },
    refusals: [],
  },
});
