import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Extracts the message id without a parser, because our headers are simple. */
const messageIdIn = (message: Uint8Array): string =>
  /^message-id:\s*<([^>]*)>/im.exec(Buffer.from(message).toString('latin1'))?.[1] ?? '';

type Refused = { code: number; text: string };

/**
 * How an attempt ends. `lost`: the message is accepted, but the connection ends before the 250 is sent.
 * `hung-up`: the connection ends right after the 250. `silent`: the message is accepted but never confirmed.
 * `stalled`: there is no response from RCPT on. `held`: the message is accepted, and the 250 is sent when the
 * promise resolves.
 */
export type SmtpTurn =
  | { recipient: Refused }
  | { message: Refused }
  | { held: Promise<void> }
  | 'lost'
  | 'hung-up'
  | 'silent'
  | 'stalled';

export type ReceivedMessage = {
  to: string;
  from: string;
  /** Without angle brackets. */
  messageId: string;
  raw: Uint8Array;
  /** The delivery reports that the client requested, if the server offers them. */
  dsn: { ret?: string | null; envid?: string | null; notify?: string[] };
};

export type TestSmtpServer = {
  url: string;
  /** The bytes of all accepted messages, oldest first. */
  messages: Uint8Array[];
  /** The accepted messages with their envelopes. */
  taken: ReceivedMessage[];
  /** All addresses in RCPT commands, once per attempt. */
  asked: string[];
  /** Sets the results of the next attempts for an address. Later attempts succeed. */
  plan(address: string, ...turns: SmtpTurn[]): void;
  /** Stops listening on its port until `up` is called. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The response of the server at each step, regardless of planned results. Undefined means that it accepts.
 */
export type SmtpManners = {
  sender?: (address: string) => Refused | undefined;
  /** The response to a user and a password. If omitted, the server offers no sign-in. */
  signIn?: (user: string, password: string) => Refused | undefined;
  /** The response to a token (XOAUTH2), which is then the only way to sign in. */
  token?: (user: string, token: string) => Refused | undefined;
  /** The maximum message size in bytes that it announces (RFC 1870). */
  size?: number;
  recipient?: (address: string) => Refused | undefined;
  message?: (raw: Uint8Array) => Refused | undefined;
  /** True if it offers delivery status notifications (RFC 3461). */
  dsn?: boolean;
  /** True if it offers STARTTLS with a self-signed certificate. */
  tls?: boolean;
};

/** Starts a configurable mail server on this machine. */
export async function startSmtpServer(manners: SmtpManners = {}): Promise<TestSmtpServer> {
  const taken: ReceivedMessage[] = [];
  const asked: string[] = [];
  const planned = new Map<string, SmtpTurn[]>();
  const sockets = new Map<number, Socket>();
  const turns = new Map<string, SmtpTurn>();
  let port = 0;
  let server: SMTPServer | undefined;

  function atRecipient(address: string, session: SMTPServerSession): Refused | 'stalled' | undefined {
    asked.push(address);
    const turn = planned.get(address)?.shift();
    turns.delete(session.id);
    if (turn === 'stalled') return turn;
    if (typeof turn === 'object' && 'recipient' in turn) return turn.recipient;
    if (turn) turns.set(session.id, turn);
    return manners.recipient?.(address);
  }
  function atEnd(session: SMTPServerSession, raw: Uint8Array, reply: (refused?: Error | null) => void): void {
    const turn = turns.get(session.id);
    const refused = typeof turn === 'object' && 'message' in turn ? turn.message : manners.message?.(raw);
    if (refused) return reply(refusal(refused));
    const { mailFrom, rcptTo, dsn } = session.envelope;
    taken.push({
      to: rcptTo[0]?.address ?? '',
      from: mailFrom === false ? '' : mailFrom.address,
      messageId: messageIdIn(raw),
      raw,
      dsn: { ...dsn, ...rcptTo[0]?.dsn },
    });
    if (turn === 'silent') return;
    if (typeof turn === 'object' && 'held' in turn) return void turn.held.then(() => reply());
    const socket = sockets.get(session.remotePort);
    if (turn === 'lost') return void socket?.destroy();
    reply();
    if (turn === 'hung-up') socket?.end();
  }
  const make = (): SMTPServer =>
    new SMTPServer({
      authOptional: !manners.signIn && !manners.token,
      ...(manners.token && { authMethods: ['XOAUTH2'] }),
      allowInsecureAuth: true,
      disabledCommands: [
        ...(manners.tls ? [] : ['STARTTLS']),
        ...(manners.signIn || manners.token ? [] : ['AUTH']),
      ],
      ...(manners.size !== undefined && { size: manners.size }),
      hideDSN: !manners.dsn,
      closeTimeout: 1,
      onAuth({ username, password, accessToken }, _, callback) {
        const refused = manners.token
          ? manners.token(username ?? '', accessToken ?? '')
          : manners.signIn?.(username ?? '', password ?? '');
        callback(refusal(refused), refused ? undefined : { user: username ?? '' });
      },
      onMailFrom({ address }, _, callback) {
        callback(refusal(manners.sender?.(address)));
      },
      onRcptTo({ address }, session, callback) {
        const answer = atRecipient(address, session);
        if (answer !== 'stalled') callback(refusal(answer));
      },
      onData(stream, session, callback) {
        void buffer(stream).then(
          (raw) => atEnd(session, raw, callback),
          () => undefined, // a client that disconnected gets no response
        );
      },
    });
  async function up(): Promise<void> {
    server = make();
    server.server.on('connection', (socket: Socket) => {
      if (socket.remotePort !== undefined) sockets.set(socket.remotePort, socket);
    });
    // If a client is killed during a message, the connection breaks, which is not a fault of this server.
    server.on('error', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
  }
  async function down(): Promise<void> {
    const closing = server;
    server = undefined;
    for (const socket of sockets.values()) socket.destroy();
    sockets.clear();
    await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
  }
  await up();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    asked,
    get messages() {
      return taken.map(({ raw }) => raw);
    },
    plan: (address, ...next) => void planned.set(address, next),
    down,
    up,
    close: down,
  };
}

function refusal(answer: Refused | undefined): Error | undefined {
  return answer && Object.assign(new Error(answer.text), { responseCode: answer.code });
}
