import { setTimeout as pause } from 'node:timers/promises';
import type { UserUsage } from '#contract/accounts/account.ts';
import type { BulkDetail } from '#contract/documents/bulk.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { readCsv } from '#core/csv/read-csv.ts';
import { csvLine } from '#core/csv/write-csv.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { boundary, multipartBody } from '../multipart.ts';
import { outboxOf } from '../confirm-address.ts';
import { ada, signUp } from '../sign-up.ts';
import { type KillableServer } from './killable-server.ts';
import { sendRequest, parsed } from './ledger.ts';
import { outboxMails, type OutboxMail } from './outbox-mails.ts';
import { randomFrom } from './random-from.ts';
import { withServer } from './with-server.ts';

export type BulkReport = {
  rows: number;
  /** Number of rows sent before each kill of the server. */
  killedAt: number[];
  sent: number;
  mails: number;
  /** Seconds from the start to the last row, including restarts. */
  seconds: number;
  rowsPerSecond: number;
  faults: string[];
};

/**
 * Runs one bulk send on the real server, which is killed and restarted several times. Afterwards, each row
 * must have become exactly one document, and each person must have received exactly one email.
 */
export async function bulkRounds(
  rows: number,
  kills: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<BulkReport> {
  return withServer({ PLANS: 'off' }, async (server, dataDir) => {
    await server.start();
    return play(server, dataDir, outboxMails(dataDir), { rows, kills, random: randomFrom(seed), say });
  });
}

type Game = { rows: number; kills: number; random: () => number; say: (line: string) => void };

async function play(
  server: KillableServer,
  dataDir: string,
  mails: () => Promise<OutboxMail[]>,
  { rows, kills, random, say }: Game,
): Promise<BulkReport> {
  const ask = asker(server.baseUrl, await signUp(server.baseUrl, ada, { mailbox: outboxOf(dataDir) }));
  const template = await makeTemplate(ask);
  const csv =
    csvLine(['Email', 'Name', 'Title']) +
    people(rows)
      .map((row) => csvLine(row))
      .join('');
  const began = Date.now();
  const { id } = await ask.json<BulkDetail>('POST', `/api/templates/${template.id}/bulk`, {
    id: newId(began),
    csv,
    fileName: 'berths.csv',
  });
  const killedAt: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // Each kill happens in its share of the rows, at a random row and a random moment.
    const at = Math.floor(((kill + random()) * rows) / (kills + 1));
    const counts = await untilSent(ask, id, at);
    if (counts.waiting === 0) break;
    await pause(random() * 40);
    await server.kill();
    killedAt.push(counts.sent);
    await server.start();
  }
  const { counts, state } = await untilOver(ask, id, say);
  const seconds = (Date.now() - began) / 1000;
  const faults = state === 'done' ? [] : [`it is ${state}`];
  if (counts.sent !== rows) faults.push(`${counts.sent} of ${rows} rows are sent`);
  faults.push(...(await checkDocuments(ask, id, rows)), ...(await checkMails(mails, rows)));
  return {
    rows,
    killedAt,
    sent: counts.sent,
    seconds,
    faults,
    mails: (await mails()).length,
    rowsPerSecond: Math.round((rows / seconds) * 10) / 10,
  };
}

const people = (rows: number): string[][] =>
  Array.from({ length: rows }, (_, at) => [addressOf(at), `Tenant ${at + 1}`, `Berth ${at + 1}`]);
const addressOf = (at: number): string => `tenant.${at + 1}@okafor.example`;

type Ask = {
  json<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  text(path: string): Promise<string>;
};

function asker(baseUrl: string, cookie: string): Ask {
  const ask = async (method: string, path: string, body?: unknown): Promise<Buffer> => {
    const raw = Buffer.isBuffer(body);
    const type = raw ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const { status, bytes } = await sendRequest(baseUrl, path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (status >= 400)
      throw new Error(`${method} ${path}: ${status} ${bytes.toString('utf8').slice(0, 300)}`);
    return bytes;
  };
  return {
    json: async <Answer>(method: string, path: string, body?: unknown) =>
      parsed<Answer>(await ask(method, path, body)),
    text: async (path) => (await ask('GET', path)).toString('utf8'),
  };
}

async function makeTemplate(ask: Ask): Promise<TemplateView> {
  const file = multipartBody([{ name: 'lease.pdf', bytes: sampleLease(1) }]);
  const document = await ask.json<DocumentDetail>('POST', '/api/documents/upload', file);
  const at = `/api/documents/${document.id}`;
  const named = await ask.json<{ recipients: { id: string }[] }>('PUT', `${at}/recipients`, [
    { email: 'tenant@okafor.example', name: 'A tenant', role: 'signer' },
  ]);
  const place = { type: 'signature', page: 1, x: 40, y: 100, width: 180, height: 44 };
  await ask.json('PUT', `${at}/fields`, [{ ...place, recipientId: named.recipients[0]!.id }]);
  const words = { name: 'Berth lease', description: 'One berth for one year' };
  return ask.json<TemplateView>('POST', '/api/templates', { ...words, documentId: document.id });
}

const read = (ask: Ask, id: string): Promise<BulkDetail> => ask.json<BulkDetail>('GET', `/api/bulk/${id}`);

async function untilSent(ask: Ask, id: string, rows: number): Promise<{ sent: number; waiting: number }> {
  for (;;) {
    const { counts } = await read(ask, id);
    const { sent = 0, waiting = 0 } = counts;
    if (sent >= rows || waiting === 0) return { sent, waiting };
    await pause(20);
  }
}

/** Maximum number of seconds without any progress. */
const patience = 60;

async function untilOver(ask: Ask, id: string, say: (line: string) => void): Promise<BulkDetail> {
  let [sent, since] = [-1, Date.now()];
  for (;;) {
    const bulk = await read(ask, id);
    const now = bulk.counts.sent ?? 0;
    if (bulk.state !== 'running' || Date.now() > since + patience * 1000) return bulk;
    if (now > sent) {
      say(`${now} rows sent`);
      [sent, since] = [now, Date.now()];
    }
    await pause(500);
  }
}

/**
 * Checks that the result names a different document for each row, and that the account has no other document.
 */
async function checkDocuments({ text, json }: Ask, id: string, rows: number): Promise<string[]> {
  const [head, ...lines] = readCsv(await text(`/api/bulk/${id}/result`), {
    maxRows: rows + 2,
    maxCells: 99,
  }).rows;
  const column = head?.cells.indexOf('Document') ?? -1;
  const documents = new Set(lines.map(({ cells }) => cells[column]));
  const { documentsUsed } = await json<UserUsage>('GET', '/api/user/usage');
  const faults =
    documents.size === rows && lines.length === rows ? [] : [`${documents.size} documents in the result`];
  // Plus the document from which the template was made.
  return documentsUsed === rows + 1 ? faults : [...faults, `${documentsUsed - 1} documents were made`];
}

async function checkMails(mails: () => Promise<OutboxMail[]>, rows: number): Promise<string[]> {
  const latest = Date.now() + patience * 1000;
  for (;;) {
    const got = Map.groupBy(await mails(), ({ to }) => to);
    const wrong = Array.from({ length: rows }, (_, at) => addressOf(at)).filter(
      (address) => got.get(address)?.length !== 1,
    );
    if (wrong.length === 0) return [];
    const tooMany = wrong.find((address) => (got.get(address)?.length ?? 0) > 1);
    if (tooMany || Date.now() > latest)
      return [`${wrong.length} people have not exactly one mail, ${tooMany ?? wrong[0]} for one`];
    await pause(200);
  }
}
