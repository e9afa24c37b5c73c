import type { Attachment, Email } from 'postal-mime';
import type { Delivery } from '../ports/mailer.ts';
import { mailIdsIn } from './mail-envelope.ts';

/** A delivery status notification (RFC 3464), as far as it can be about a mail of ours. */
export type DeliveryReport = {
  /** The mails of ours it may be about, the surest first. */
  mailIds: string[];
  /** Its verdict on each recipient that it names. */
  recipients: { addresses: string[]; action: string; reply: string }[];
};

/** Mails have one recipient each; a list of names that never ends is no report of ours. */
const most = { ids: 5, recipients: 50, fieldsBytes: 64 * 1024 };

/** Reads what a mail server sends back; undefined for anything that is no report. */
export async function readDeliveryReport(raw: Uint8Array): Promise<DeliveryReport | undefined> {
  const { default: PostalMime } = await import('postal-mime');
  const parsed = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
  }).catch(() => undefined);
  if (!parsed) return undefined;
  const status = parsed.attachments.find(({ mimeType }) => statusTypes.has(mimeType));
  const { message, recipients } = status ? readStatus(textOf(status)) : readOldExim(parsed);
  if (recipients.length === 0) return undefined;
  const ids = [
    ...sentTo(parsed).flatMap(mailIdsIn),
    ...mailIdsIn(message.get('original-envelope-id') ?? ''),
    ...returned(parsed).flatMap(mailIdsIn),
  ];
  return { mailIds: [...new Set(ids)].slice(0, most.ids), recipients };
}

/**
 * A report's verdict on the mail to one address. Of a server that passed the mail on to several, what it says of
 * this very address counts; where it only names others, whoever did not get it is what its sender has to know.
 */
export function verdictOn(report: DeliveryReport, address: string): Delivery | undefined {
  const named = report.recipients.filter(({ addresses }) => addresses.includes(address.toLowerCase()));
  const told = named.length > 0 ? named : report.recipients;
  const failed = told.find(({ action }) => action === 'failed');
  if (failed) return { state: 'bounced', reply: failed.reply };
  const delayed = told.find(({ action }) => action === 'delayed');
  return delayed && { state: 'deferred', reply: delayed.reply };
}

const statusTypes = new Set(['message/delivery-status', 'message/global-delivery-status']);
const returnedTypes = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

/** RFC 3463: what happened, as three numbers. Exim says 5.0.0 whatever the server said. */
const enhancedCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

type Fields = Map<string, string>;
type Status = { message: Fields; recipients: DeliveryReport['recipients'] };

/** RFC 3464 §2.1: groups of fields between empty lines; the first is about the message, each other about one recipient. */
function readStatus(text: string): Status {
  const groups = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(readFields)
    .filter((fields) => fields.size > 0);
  const about = (fields: Fields): boolean => fields.has('final-recipient') || fields.has('action');
  return {
    message: groups.find((fields) => !about(fields)) ?? new Map<string, string>(),
    recipients: groups.filter(about).slice(0, most.recipients).map(readRecipient),
  };
}

/** Fields as in a header: a line that begins with a blank goes on with the one before. Of two alike the first counts. */
function readFields(group: string): Fields {
  const fields: Fields = new Map();
  for (const line of group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const found = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*:(.*)$/.exec(line);
    const name = found?.[1]?.toLowerCase();
    if (name !== undefined && !fields.has(name)) fields.set(name, found![2]!.trim());
  }
  return fields;
}

function readRecipient(fields: Fields): DeliveryReport['recipients'][number] {
  const names = ['original-recipient', 'final-recipient'].map((name) => withoutType(fields.get(name) ?? ''));
  const status = enhancedCode.exec(fields.get('status') ?? '')?.[0] ?? '';
  const said = oneLine(withoutType(fields.get('diagnostic-code') ?? ''));
  return {
    addresses: names.map((name) => name.replaceAll(/^<|>$/g, '').toLowerCase()).filter(Boolean),
    action: (fields.get('action') ?? '').toLowerCase().split(/[\s(;]/, 1)[0]!,
    reply: (enhancedCode.test(said) ? said : `${status} ${said}`).trim() || 'no reason given',
  };
}

/** Exim before 4.83, and some appliances, name whom they could not reach in a header and the rest in prose. */
function readOldExim(mail: Email): Status {
  const failed = headersOf(mail, ['x-failed-recipients']).flatMap((value) => value.split(','));
  const addresses = failed.map((address) => address.trim().toLowerCase()).filter(Boolean);
  const said = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}[^\r\n]*|\b5\d\d [^\r\n]*/.exec(mail.text ?? '')?.[0];
  const reply = oneLine(said ?? '') || 'no reason given';
  const recipients = addresses.slice(0, most.recipients).map((address) => {
    return { addresses: [address], action: 'failed', reply };
  });
  return { message: new Map(), recipients };
}

/** To whom the report went: the return path of the mail, where it has an address of its own. */
function sentTo(mail: Email): string[] {
  return headersOf(mail, ['to', 'x-original-to', 'delivered-to', 'envelope-to']);
}

/** The name of the mail in what is returned of it. */
function returned({ attachments }: Email): string[] {
  const parts = attachments.filter(({ mimeType }) => returnedTypes.has(mimeType));
  return parts.map((part) => readFields(textOf(part).split(/\r?\n\r?\n/, 1)[0]!).get('message-id') ?? '');
}

function headersOf(mail: Email, names: string[]): string[] {
  return mail.headers.filter(({ key }) => names.includes(key)).map(({ value }) => value);
}

function textOf({ content }: Attachment): string {
  if (typeof content === 'string') return content.slice(0, most.fieldsBytes);
  return Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
    .subarray(0, most.fieldsBytes)
    .toString('utf8');
}

/** 'rfc822; grace@harbour.example' and 'smtp; 550 5.1.1 …' without what kind of text they are. */
function withoutType(value: string): string {
  return value.replace(/^[A-Za-z0-9-]+\s*;\s*/, '').trim();
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
