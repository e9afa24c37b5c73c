import type { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { Busboy } from '@fastify/busboy';
import { parse as parseQuery } from 'fast-querystring';
import { isModestJson } from '#core/json/is-modest.ts';
import { defang } from '#core/language/defang.ts';
import { blankToEmpty } from '#core/language/visible.ts';
import { cleanTitle } from '#core/document/title.ts';
import { readNumber } from '#core/field/values/read-number.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { nameProblem } from '#core/person/name.ts';
import { isMailAddress } from '#core/recipient/address.ts';
import { readPhoto } from '#server/accounts/profile/photo-routes.ts';
import { readLogo } from '#server/messages/branding/read-logo.ts';
import { readSignatureImage } from '#server/signing/ceremony/acts/signature-image.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { fileKind } from '#server/documents/files/file-kind.ts';
import { emptyBlankTexts } from '#server/foundation/http/input/blank-texts.ts';
import { characterRefusal } from '#server/foundation/http/input/refuse-characters.ts';
import { readDeliveryReport } from '#server/messages/mail/delivery-report.ts';
import { parsingTasks } from '#server/foundation/parsing/tasks.ts';
import { writePng } from '#pdf/image/png.ts';

/**
 * `npm run bench:parsers` prints the table of bench/parsers.md: the CPU time of every parser that runs on
 * user input in the process that handles requests, with its worst known input of the maximum accepted size.
 */
type Parser = { name: string; where: string; limit: string; inputs: Record<string, () => unknown> };

const kB = 1024;
const MB = 1024 * kB;
const repeat = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));

/** Parses a body as the server does, including its limit on values. */
function json(text: string, most: number): unknown {
  if (!isModestJson(text, most)) return undefined;
  const body: unknown = JSON.parse(text);
  characterRefusal({ body, query: {}, params: {} });
  return emptyBlankTexts(body);
}

const jsonInputs = (bytes: number, accepted: number): Record<string, () => unknown> => {
  const most = accepted - 1000;
  const texts: Record<string, string> = {
    'array of commas': `[${repeat('1,', bytes - 4)}1]`,
    'nested arrays': repeat('[', bytes / 2) + repeat(']', bytes / 2),
    'numbers, as many as accepted': `[${'1,'.repeat(most)}1]`,
    'arrays in arrays, as many as accepted': `[${`${'['.repeat(90)}${']'.repeat(90)},`.repeat(Math.min(most, Math.floor(bytes / 190)))}1]`,
    'keys, as many as accepted': `{${Array.from({ length: most }, (_, at) => `"k${at}":""`).join(',')}}`,
    'one text': JSON.stringify({ csv: 'x'.repeat(bytes) }),
    'one text of escapes': `{"csv":"${repeat(String.raw`\u200b`, bytes - 20)}"}`,
  };
  return Object.fromEntries(Object.entries(texts).map(([what, text]) => [what, () => json(text, accepted)]));
};

const noise = (side: number, height = side) => {
  const rgba = new Uint8Array(side * height * 4);
  for (let at = 0; at < rgba.length; at += 1) rgba[at] = (at * 2_654_435_761) >>> 24;
  return { width: side, height, rgba };
};
const blankPng = (width: number, height: number) =>
  Buffer.from(writePng({ width, height, rgba: new Uint8Array(width * height * 4) }));
const message = (bytes: number, piece: string) => Buffer.from(repeat(piece, bytes));
const [logo, photo, drawing] = [blankPng(1024, 1024), blankPng(2048, 2048), blankPng(2000, 1000)];
const noisyPhoto = Buffer.from(writePng(noise(720)));
const asUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const [drawn, noisy] = [asUrl(drawing), asUrl(Buffer.from(writePng(noise(400, 300))))];
const files = {
  pdf: message(25 * MB, '%PDF'),
  jpeg: message(512 * kB, '\u00ff'),
  headers: message(20 * MB, 'a: b\r\n'),
  line: message(20 * MB, 'a'),
};
const bomb = deflateSync(Buffer.alloc(64 * MB)).toString('base64');

const csv = (source: string) => () => parsingTasks.csv({ source, maxRows: 5001, maxCells: 201 });
const nestedReport = Buffer.from(
  Array.from(
    { length: 200 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('') + repeat('--b1\r\n', 19 * MB),
);

const parsers: Parser[] = [
  {
    name: 'JSON body',
    where: '`server/foundation/http/read-json.ts`',
    limit: '2 MB, 20,000 values',
    inputs: jsonInputs(2 * MB, 20_000),
  },
  {
    name: 'JSON body of all fields',
    where: '`server/foundation/http/read-json.ts`',
    limit: '2 MB, 100,000 values',
    inputs: jsonInputs(2 * MB, 100_000),
  },
  {
    name: 'JSON body of imports',
    where: '`server/foundation/http/read-json.ts`',
    limit: '8 MB, 20,000 values',
    inputs: jsonInputs(8 * MB, 20_000),
  },
  {
    name: 'JSON body of assistants',
    where: '`server/foundation/http/read-json.ts`',
    limit: '12 MB, 100,000 values',
    inputs: jsonInputs(12 * MB, 100_000),
  },
  {
    name: 'CSV (in a thread)',
    where: '`server/foundation/parsing/`',
    limit: '8 MB',
    inputs: {
      commas: csv(repeat(',', 8 * MB)),
      'line breaks': csv(repeat('\n', 8 * MB)),
      quotes: csv(repeat('"', 8 * MB)),
      'quoted cells': csv(repeat('"",', 8 * MB)),
    },
  },
  {
    name: 'Exports of templates (in a thread)',
    where: '`server/foundation/parsing/`',
    limit: '2 MB',
    inputs: {
      brackets: () => parsingTasks.json({ source: repeat('[', 2 * MB) }),
      values: () => parsingTasks.json({ source: `[${'1,'.repeat(199_000)}1]` }),
    },
  },
  {
    name: 'Query and cookies',
    where: 'Fastify',
    limit: '16 kB',
    inputs: {
      ampersands: () => parseQuery(repeat('&a=', 16 * kB)),
      escapes: () => parseQuery(`a=${repeat('%e2%80%8b', 16 * kB)}`),
      form: () => [...new URLSearchParams(repeat('a=%41&', 16 * kB))],
    },
  },
  {
    name: 'Upload form',
    where: '`@fastify/multipart`',
    limit: '25 MB',
    inputs: {
      'almost boundaries': () => multipart(repeat('\r\n--boundar', 25 * MB)),
      'empty lines': () => multipart(repeat('\r\n', 25 * MB)),
      'one long header': () => multipartOf(`--boundary\r\ncontent-disposition: ${repeat('a', 25 * MB)}`),
    },
  },
  {
    name: 'Kind of a file',
    where: '`server/documents/files/file-kind.ts`',
    limit: '25 MB',
    inputs: {
      'percent signs': () => fileKind('a.pdf', files.pdf),
      name: () => fileKind(repeat('.', 255), message(kB, 'x')),
    },
  },
  {
    name: 'Logo',
    where: '`server/messages/branding/read-logo.ts`',
    limit: '512 kB',
    inputs: { 'largest blank': () => readLogo(logo), 'JPEG segments': () => readLogo(files.jpeg) },
  },
  {
    name: 'Photo',
    where: '`server/accounts/profile/photo-routes.ts`',
    limit: '2 MB',
    inputs: { 'largest blank': () => readPhoto(photo), noise: () => readPhoto(noisyPhoto) },
  },
  {
    name: 'Drawn signature',
    where: '`server/signing/ceremony/acts/signature-image.ts`',
    limit: '512 kB',
    inputs: {
      'largest blank': () => readSignatureImage(drawn),
      'inflates without end': () => readSignatureImage(`data:image/png;base64,${bomb}`),
      noise: () => readSignatureImage(noisy),
    },
  },
  {
    name: 'Delivery report',
    where: '`server/messages/mail/delivery-report.ts`',
    limit: '20 MB',
    inputs: {
      'nested parts': () => readDeliveryReport(nestedReport),
      headers: () => readDeliveryReport(files.headers),
      'one long line': () => readDeliveryReport(files.line),
    },
  },
  {
    name: 'Texts',
    where: '`core/`',
    limit: '20 kB',
    inputs: {
      'defang: dots': () => defang(repeat('a.', 20 * kB)),
      'defang: host names': () => defang(repeat('a.example.com ', 20 * kB)),
      'message of line breaks': () => cleanMessage(repeat(' \n', 20 * kB)),
      'title of spaces': () => cleanTitle(repeat(' ', 20 * kB)),
      'blank letters': () => blankToEmpty(`${repeat('\u200b', 20 * kB)}x`),
      'number of digits': () => readNumber(repeat('1.', 20 * kB)),
      'address of dots': () => isMailAddress(`${'a'.repeat(60)}@${'a-'.repeat(90)}`),
      'name of dots': () => nameProblem(repeat('a.', 254)),
      'name of two alphabets': () =>
        hintTexts({ name: repeat('аa', 254), email: 'a@xn--80ak6aa92e.com' }, 'en'),
    },
  },
];

function multipart(content: string): Promise<void> {
  const head = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  return multipartOf(`--boundary\r\n${head}${content}\r\n--boundary--\r\n`);
}

async function multipartOf(body: string): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=boundary' };
  const form = new Busboy({ headers });
  form.on('file', (_name: string, file: Readable) => void file.resume());
  const ended = new Promise<void>((resolve) => {
    form.on('finish', resolve);
    form.on('error', () => resolve());
  });
  form.end(Buffer.from(body, 'latin1'));
  await ended;
}

/** CPU milliseconds of the second of two runs, so that the code is compiled. */
async function worst({ inputs }: Parser): Promise<{ what: string; ms: number }> {
  let slowest = { what: '', ms: -1 };
  for (const [what, run] of Object.entries(inputs)) {
    let ms = 0;
    for (let tries = 0; tries < 2; tries += 1) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      ms = (user + system) / 1000;
    }
    if (ms > slowest.ms) slowest = { what, ms };
  }
  return slowest;
}

console.log('| Parser | Code | Largest input | Worst known input | Processor time |');
console.log('| --- | --- | --- | --- | --: |');
for (const parser of parsers) {
  const { what, ms } = await worst(parser);
  const time = ms < 1 ? 'below 1 ms' : `${Math.round(ms)} ms`;
  console.log(`| ${parser.name} | ${parser.where} | ${parser.limit} | ${what} | ${time} |`);
}
