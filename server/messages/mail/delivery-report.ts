import type { Attachment, Email } from 'postal-mime';
import type { Delivery } from '../../ports/mailer.ts';
import { mailIdsIn } from './mail-envelope.ts';

/** The parts of a delivery status notification (RFC 3464) that help to match it to one of our emails. */
export type DeliveryReport = {
  /** Ids that may identify our email, the most certain first. */
  mailIds: string[];
  /** The result for each recipient. */
  recipients: { addresses: string[]; action: string; reply: string }[];
};

/** Our emails have one recipient each, so a report on many more is not about them. */
const most = { ids: 5, recipients: 50, fieldsBytes: 64 * 1024 };

/** Parses a message from a mail server. Returns undefined if it is not a delivery report. */
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
 * Returns the result for one address. If a server forwarded the email to several addresses, the result for
 * exactly this one counts. If the report lists only others, a failure for any of them counts.
 */
export function verdictOn(report: DeliveryReport, address: string): Delivery | undefined {
  const named = report.recipients.filter(({ addresses }) => addresses.includes(address.toLowerCase()));
  const outcomes = named.length > 0 ? named : report.recipients;
  const failed = outcomes.find(({ action }) => action === 'failed');
  if (failed) return { state: 'bounced', reply: failed.reply };
  const delayed = outcomes.find(({ action }) => action === 'delayed');
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

/**
 * RFC 3463 writes the result as three numbers. Exim always reports 5.0.0, regardless of the server's
 * response.
 */
const enhancedCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

type Fields = Map<string, string>;
type Status = { message: Fields; recipients: DeliveryReport['recipients'] };

/**
 * RFC 3464 §2.1: groups of fields are separated by empty lines. The first is about the message, and each
 * other one about a recipient.
 */
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

/**
 * Parses header fields. A line that begins with whitespace continues the previous one, and the first of
 * duplicate fields counts.
 */
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
  const response = oneLine(withoutType(fields.get('diagnostic-code') ?? ''));
  return {
    addresses: names.map((name) => name.replaceAll(/^<|>$/g, '').toLowerCase()).filter(Boolean),
    action: (fields.get('action') ?? '').toLowerCase().split(/[\s(;]/, 1)[0]!,
    reply: (enhancedCode.test(response) ? response : `${status} ${response}`).trim() || 'no reason given',
  };
}

/**
 * Exim before 4.83 and some appliances put the failed recipient in a header and everything else in readable
 * text.
 */
function readOldExim(mail: Email): Status {
  const failed = headersOf(mail, ['x-failed-recipients']).flatMap((value) => value.split(','));
  const addresses = failed.map((address) => address.trim().toLowerCase()).filter(Boolean);
  const response = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}[^\r\n]*|\b5\d\d [^\r\n]*/.exec(mail.text ?? '')?.[0];
  const reply = oneLine(response ?? '') || 'no reason given';
  const recipients = addresses.slice(0, most.recipients).map((address) => {
    return { addresses: [address], action: 'failed', reply };
  });
  return { message: new Map(), recipients };
}

/**
 * Returns the addresses that the report was sent to, including our email's unique return path if it had one.
 */
function sentTo(mail: Email): string[] {
  return headersOf(mail, ['to', 'x-original-to', 'delivered-to', 'envelope-to']);
}

/** Returns the email's id from the part of the report that contains the returned email. */
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

/** Removes the type from 'rfc822; grace@harbour.example' and 'smtp; 550 5.1.1 …'. */
function withoutType(value: string): string {
  return value.replace(/^[A-Za-z0-9-]+\s*;\s*/, '').trim();
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
