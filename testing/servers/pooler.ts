import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Parameters that PgBouncer accepts by default at the start of a connection. */
const accepted = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
]);

/**
 * Imitates what clients notice of PgBouncer: it refuses unknown parameters at the start, invents process ids,
 * and assigns a PostgreSQL connection to a client until it disconnects (`session`) or for each transaction.
 * Returns the database's URL through it. The database's users must need no password.
 */
export async function startPooler(databaseUrl: string, mode: 'session' | 'transaction'): Promise<string> {
  const url = new URL(databaseUrl);
  const idle: Backend[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    void serve(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    for (const { socket } of idle) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const through = new URL(databaseUrl.replace(/@[^/]*\//, '@127.0.0.1/'));
  through.port = String((server.address() as AddressInfo).port);
  return through.href;

  async function serve(client: Socket): Promise<void> {
    let backend: Backend | undefined;
    let waiting = Promise.resolve();
    client.on('error', () => undefined);
    client.on('close', () => backend?.socket.destroy());
    const take = async (): Promise<Backend> => idle.pop() ?? (await openBackend(url));
    const unlink = (used: Backend): void => {
      if (mode === 'session') return;
      backend = undefined;
      used.onMessage = () => undefined;
      idle.push(used);
    };
    const forward = async (message: Buffer): Promise<void> => {
      if (!backend) {
        backend = await take();
        const used = backend;
        used.onMessage = (answer) => {
          client.write(answer);
          const isOver = answer[0] === readyForQuery && answer[5] === 'I'.charCodeAt(0);
          if (isOver) unlink(used);
        };
      }
      backend.socket.write(message);
    };
    let started = false;
    readMessages(
      client,
      () => started,
      (message) => {
        if (started) return void (waiting = waiting.then(() => forward(message)));
        started = true;
        const strange = parametersIn(message).find((name) => !accepted.has(name));
        if (strange === undefined) return void client.write(greeting());
        client.end(error(`unsupported startup parameter: ${strange}`));
      },
    );
  }
}

type Backend = { socket: Socket; onMessage: (message: Buffer) => void };

const readyForQuery = 'Z'.charCodeAt(0);

async function openBackend(url: URL): Promise<Backend> {
  const socket = connect(`${decodeURIComponent(url.hostname)}/.s.PGSQL.5432`);
  const backend: Backend = { socket, onMessage: () => undefined };
  const ready = new Promise<void>((resolve) => {
    backend.onMessage = (message) => message[0] === readyForQuery && resolve();
  });
  socket.on('error', () => undefined);
  readMessages(
    socket,
    () => true,
    (message) => backend.onMessage(message),
  );
  const parameters = `user\0${url.username}\0database\0${url.pathname.slice(1)}\0\0`;
  const start = Buffer.alloc(8);
  start.writeInt32BE(8 + parameters.length, 0);
  start.writeInt32BE(196_608, 4);
  socket.write(Buffer.concat([start, Buffer.from(parameters)]));
  await ready;
  return backend;
}

/**
 * Calls `onMessage` with each complete message. After the start of a connection, messages have a letter
 * before their length.
 */
function readMessages(socket: Socket, started: () => boolean, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const letter = started() ? 1 : 0;
      if (rest.length < letter + 4) return;
      const length = letter + rest.readInt32BE(letter);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(message);
    }
  });
}

const parametersIn = (start: Buffer): string[] =>
  start
    .subarray(8)
    .toString()
    .split('\0')
    .filter((text, index, all) => index % 2 === 0 && index < all.length - 2 && text !== '');

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function greeting(): Buffer {
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('server_version\x0015.0\0')),
    message('S', Buffer.from('client_encoding\0UTF8\0')),
    message('K', Buffer.from([0x7f, 0xff, 0, 1, 0, 0, 0, 1])),
    message('Z', Buffer.from('I')),
  ]);
}

const error = (text: string): Buffer => message('E', Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`));
