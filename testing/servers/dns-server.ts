import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A local name server that returns configured texts (RFC 1035 §4). */
export type DnsServer = {
  /** `address:port`, the format of NAME_SERVER. */
  address: string;
  /** Texts by name. A name with an empty list exists, but one that was never set does not. */
  texts: Map<string, string[]>;
  /** If true, the server stops responding. */
  silent: boolean;
  close(): Promise<void>;
};

const [txt, internet] = [16, 1];
/** Flags of a response with recursion available. The second value adds NXDOMAIN. */
const [found, unknown] = [0x8180, 0x8183];

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    texts: new Map(),
    silent: false,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
  socket.on('message', (query, from) => {
    if (!server.silent) socket.send(answerTo(query, server.texts), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function answerTo(query: Buffer, texts: ReadonlyMap<string, string[]>): Buffer {
  const { name, end } = nameAt(query, 12);
  const known = texts.get(name.toLowerCase());
  const answers = (known ?? []).map(recordOf);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(known ? found : unknown, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(12, end + 4), ...answers]);
}

function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** Refers to the question's name with a pointer, and splits the text into parts of 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(txt, 2);
  head.writeUInt16BE(internet, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
