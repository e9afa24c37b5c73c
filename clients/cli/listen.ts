import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openApi, type Api } from './api.ts';
import { Mistake } from './mistake.ts';

const help = `usage: countersign listen URL [--secret SECRET] [--events KIND,…] [--from TIME] [--every SECONDS]

Sends each new event of your documents to URL, as a webhook would be sent, until it is stopped. It needs no
address that can be reached from outside, and an API key with the scope webhooks.
--secret  signs as Standard Webhooks do; default: COUNTERSIGN_WEBHOOK_SECRET, or a new secret that is printed
--events  only these kinds, such as document.completed
--from    also sends events since this time (ISO 8601)
--every   seconds between requests; default 2
`;

/** Milliseconds by which requests overlap, because an event can be committed after a later one. */
const overlap = 60_000;

export async function listen(words: string[]): Promise<number> {
  const options = {
    secret: { type: 'string' },
    events: { type: 'string' },
    from: { type: 'string' },
    every: { type: 'string', default: '2' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const target = URL.parse(positionals[0] ?? '');
  if (!target || !/^https?:$/.test(target.protocol))
    throw new Mistake(
      'Name the address that receives the events, for example http://localhost:3000/webhooks',
    );
  const givenSecret = values.secret ?? process.env['COUNTERSIGN_WEBHOOK_SECRET'];
  const secret = givenSecret ?? `whsec_${randomBytes(32).toString('base64')}`;
  const start = values.from === undefined ? Date.now() : Date.parse(values.from);
  const seconds = Number(values.every);
  if (Number.isNaN(start) || !(seconds > 0))
    throw new Mistake('--from needs a time, and --every a number of seconds.');
  const api = await openApi();
  process.stdout.write(
    `Listening to ${api.url}.${givenSecret === undefined ? ` The secret is ${secret}` : ''}\n`,
  );
  const kinds = values.events?.split(',');
  return follow(api, { start, seconds }, async (event) => {
    if (kinds && !kinds.includes(event.payload.type)) return;
    const result = await post(target, event, secret);
    process.stdout.write(
      `${event.payload.timestamp} ${event.payload.type} ${event.payload.data.documentId}: ${result}\n`,
    );
  });
}

type Event = {
  id: string;
  payload: { type: string; timestamp: string; data: { documentId?: string | undefined } };
};

/** Passes each event to `act` once, in the order in which the server returns them. */
async function follow(
  api: Api,
  { start, seconds }: { start: number; seconds: number },
  act: (event: Event) => Promise<void>,
): Promise<never> {
  /** Ids of recent events by their time */
  const seen = new Map<string, number>();
  let newest = start;
  for (;;) {
    const from = Math.max(start, newest - overlap);
    for await (const event of api.rows('listWebhookEvents', {
      query: { from: new Date(from).toISOString() },
    })) {
      if (seen.has(event.id)) continue;
      const at = Date.parse(event.payload.timestamp);
      seen.set(event.id, at);
      newest = Math.max(newest, at);
      await act(event);
    }
    for (const [id, at] of seen) if (at < newest - overlap) seen.delete(id);
    await pause(seconds * 1000);
  }
}

/** Sends the event, signed as the server signs webhooks, and returns the result for the terminal. */
async function post(target: URL, { id, payload }: Event, secret: string): Promise<string> {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(10_000);
    const { status } = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return String(status);
  } catch {
    return 'no response';
  }
}
