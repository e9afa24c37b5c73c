import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { UseTemplateBody } from '#contract/documents/templates.ts';
import { openApi, type Api } from './api.ts';
import { readJsonObject } from './json-file.ts';
import { Mistake } from './mistake.ts';
import { plain } from './plain.ts';
import { findTemplate } from './find-template.ts';

const help = `usage: countersign send FILE --to PERSON… [OPTIONS]
       countersign send --template NAME --to [ROLE=]PERSON… [OPTIONS]

PERSON      'Grace Lindqvist <grace@example.com>', or an address alone
--to        a recipient; may be given again
--value     LABEL=VALUE, the initial value of a field; may be given again. Numbers, true and false are sent as such
--values    a JSON file with initial values by label
--title, --subject, --message, --language, --days (until it expires)
--request   a JSON file with any members of the request; the other options are added to it
--key       an idempotency key: repeating the command with it sends nothing again
--check     checks everything and shows what would be sent
--json      prints the response
`;

const options = {
  template: { type: 'string' },
  to: { type: 'string', multiple: true, default: [] as string[] },
  value: { type: 'string', multiple: true, default: [] as string[] },
  values: { type: 'string' },
  title: { type: 'string' },
  subject: { type: 'string' },
  message: { type: 'string' },
  language: { type: 'string' },
  days: { type: 'string' },
  request: { type: 'string' },
  key: { type: 'string' },
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

export async function send(words: string[]): Promise<number> {
  const { values: flags, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  const [file] = positionals;
  if (positionals.length > 1 || (file === undefined) === (flags.template === undefined))
    throw new Mistake('Name one file, or a template with --template.');
  const body = await requestOf(flags);
  const api = await openApi();
  const sent = await sendBy(api, { file, ...flags }, body);
  if (flags.json) process.stdout.write(`${JSON.stringify(sent, null, 2)}\n`);
  else process.stdout.write(described(sent));
  return 0;
}

type Flags = {
  to: string[];
  value: string[];
  days?: string | undefined;
  language?: string | undefined;
} & Partial<Record<'values' | 'request' | 'title' | 'subject' | 'message', string>>;

async function requestOf({ to, value, days, language, ...flags }: Flags): Promise<UseTemplateBody> {
  const base = flags.request === undefined ? {} : await readJsonObject(flags.request);
  const values = {
    ...(flags.values === undefined ? {} : await readJsonObject(flags.values)),
    ...Object.fromEntries(value.map(readValue)),
  };
  const people = to.map((person) => ({ ...readPerson(person), ...(language !== undefined && { language }) }));
  const { title, subject, message } = flags;
  // The server checks the whole request, and its refusal names unknown properties.
  return {
    ...base,
    ...(title !== undefined && { title }),
    ...(subject !== undefined && { subject }),
    ...(message !== undefined && { message }),
    ...(days !== undefined && { expirationDays: Number(days) }),
    ...(people.length > 0 && { recipients: people }),
    ...(Object.keys(values).length > 0 && { values }),
  } as UseTemplateBody;
}

async function sendBy(
  api: Api,
  {
    file,
    template,
    check,
    key,
  }: { file?: string | undefined; template?: string | undefined; check: boolean; key?: string | undefined },
  body: UseTemplateBody,
): Promise<SendCheckView | SentDocumentView> {
  const how = { query: check ? { check: 'true' } : {}, ...(key !== undefined && { idempotencyKey: key }) };
  if (template !== undefined) {
    const { id } = await findTemplate(api, template);
    return api.call('sendTemplate', { params: { id }, body, ...how });
  }
  const bytes = await readFile(file!).catch(() => {
    throw new Mistake(`${file} cannot be read.`);
  });
  const sent = { name: basename(file!), base64: bytes.toString('base64') };
  return api.call('sendFile', { body: { ...body, file: sent } as never, ...how });
}

/** Parses `[ROLE=][NAME ]<ADDRESS>`, or an address alone. */
export function readPerson(text: string): { role?: string; name?: string; email: string } {
  const [, role, name = '', email] = /^(?:([^=<]+)=)?(?:([^<>]*)<([^<>]+)>|[^<>]+)$/.exec(text) ?? [];
  const address = email ?? (role === undefined ? text : text.slice(role.length + 1));
  if (!address.includes('@'))
    throw new Mistake(`‘${text}’ has no email address, as in 'Grace Lindqvist <grace@example.com>'.`);
  return {
    ...(role !== undefined && { role: role.trim() }),
    ...(name.trim() !== '' && { name: name.trim() }),
    email: address.trim(),
  };
}

/** A text that JSON would print differently, such as 007 or 1.50, remains a text. */
export function readValue(text: string): [string, string | number | boolean] {
  const at = text.indexOf('=');
  if (at < 1) throw new Mistake(`‘${text}’ is not a value. Write LABEL=VALUE.`);
  const [label, value] = [text.slice(0, at), text.slice(at + 1)];
  if (value === 'true' || value === 'false') return [label, value === 'true'];
  return [
    label,
    value !== '' && String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value,
  ];
}

function described(sent: SendCheckView | SentDocumentView): string {
  const lines = [
    'id' in sent ? `Sent: ${sent.title}` : `Not sent, only checked: ${sent.title}`,
    ...('id' in sent ? [`  ${sent.id}`] : []),
    ...sent.recipients.flatMap(({ name, email, awaited, fields }) => [
      `  ${name} <${email}>${awaited ? '' : ' (later)'}`,
      ...fields.flatMap(({ label, printed }) => (printed === null ? [] : [`    ${label}: ${printed}`])),
    ]),
  ];
  return `${lines.map(plain).join('\n')}\n`;
}
