import * as wire from './wire-frames.ts';

export interface Engine {
  /** Runs one unit of frontend frames and gives all that the server answers. */
  execute(frames: Uint8Array): Uint8Array;
  isInTransaction(): boolean;
  serverVersion: string;
}

export interface MuxEvents {
  send(connection: number, bytes: Uint8Array): void;
  end(connection: number): void;
  /** The server has panicked: nothing it says later can be trusted. */
  panic(message: string): void;
}

interface Connection {
  reader: wire.FrameReader;
  started: boolean;
  /** Frames up to, and not yet including, the next end of a unit. */
  gathered: Buffer[];
  units: { bytes: Buffer; since: number }[];
  statements: Map<string, string>;
}

/** A waiter is told to give up when the transaction before it has done nothing for so long. */
const WAIT_MS = 5_000;
/** The idle transaction itself is ended after so long, when others wait. */
const IDLE_MS = 30_000;

const PROTOCOL_3_0 = 0x30000;
const CANCEL_REQUEST = 80877102;

/**
 * Shares the one session that PGlite has between many wire connections.
 *
 * Work is run in units that end with Query or Sync, so that an answer is always whole. A connection inside
 * a transaction keeps the session until it ends; others wait, and fail after WAIT_MS when the owner is idle,
 * because a query outside `tx` inside an open transaction would otherwise wait for itself for ever.
 * Prepared statements are renamed per connection; notifications go to every connection.
 */
export class SessionMux {
  readonly #engine: Engine;
  readonly #events: MuxEvents;
  readonly #now: () => number;
  readonly #connections = new Map<number, Connection>();
  #owner: number | undefined;
  #ownerActive = 0;
  #statementCount = 0;

  constructor(engine: Engine, events: MuxEvents, now: () => number = () => performance.now()) {
    this.#engine = engine;
    this.#events = events;
    this.#now = now;
  }

  connect(id: number): void {
    const reader = new wire.FrameReader({ started: false });
    this.#connections.set(id, { reader, started: false, gathered: [], units: [], statements: new Map() });
  }

  receive(id: number, bytes: Uint8Array): void {
    const connection = this.#connections.get(id);
    if (!connection) return;
    connection.reader.push(bytes);
    for (let frame = connection.reader.next(); frame; frame = connection.reader.next()) {
      if (!connection.started) this.#start(id, connection, frame);
      else if (frame.type === 'X') return this.disconnect(id);
      else this.#gather(connection, frame);
    }
    this.#run();
  }

  /** Rolls back what the connection left open and frees its prepared statements. */
  disconnect(id: number): void {
    const connection = this.#connections.get(id);
    if (!connection) return;
    this.#connections.delete(id);
    if (this.#owner === id) {
      this.#execute(wire.query('ROLLBACK'));
      this.#owner = undefined;
    }
    if (connection.statements.size > 0) {
      const closes = [...connection.statements.values()].map(wire.closeStatement);
      // Outside of any transaction of another connection: a Sync there is harmless to it.
      this.#execute(Buffer.concat([...closes, wire.sync()]));
    }
    this.#events.end(id);
    this.#run();
  }

  /** To be called every second or so. */
  failWaiters(): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const now = this.#now();
    let waiting = false;
    for (const [id, connection] of this.#connections) {
      const unit = connection.units[0];
      if (!unit) continue;
      waiting = true;
      if (now - Math.max(unit.since, this.#ownerActive) < WAIT_MS) continue;
      connection.units.shift();
      const message =
        'The embedded database waited for a transaction that does nothing. Inside one, use tx only.';
      this.#events.send(
        id,
        Buffer.concat([wire.errorAnswer('ERROR', '55P03', message), wire.readyForQuery()]),
      );
    }
    if (waiting && now - this.#ownerActive >= IDLE_MS) this.#endIdleOwner(owner);
  }

  #start(id: number, connection: Connection, frame: wire.Frame): void {
    const code = frame.bytes.readUInt32BE(4);
    if (code === CANCEL_REQUEST) return this.disconnect(id);
    if (code >>> 16 !== PROTOCOL_3_0 >>> 16) {
      this.#events.send(
        id,
        wire.errorAnswer('FATAL', '0A000', 'Only protocol 3 without encryption is spoken.'),
      );
      return this.disconnect(id);
    }
    connection.started = true;
    connection.reader.started();
    this.#events.send(id, wire.startAnswer(id, this.#engine.serverVersion));
  }

  #gather(connection: Connection, frame: wire.Frame): void {
    const bytes = wire.renameStatement(frame, (name) => {
      const known = connection.statements.get(name);
      if (known) return known;
      const own = `mux${(this.#statementCount += 1)}`;
      connection.statements.set(name, own);
      return own;
    });
    connection.gathered.push(bytes);
    if (frame.type !== 'Q' && frame.type !== 'S') return;
    connection.units.push({ bytes: Buffer.concat(connection.gathered), since: this.#now() });
    connection.gathered = [];
  }

  #run(): void {
    for (let id = this.#next(); id !== undefined; id = this.#next()) {
      const unit = this.#connections.get(id)?.units.shift();
      if (!unit) return;
      const answer = this.#execute(unit.bytes);
      if (answer.length > 0) this.#events.send(id, answer);
      this.#owner = this.#engine.isInTransaction() ? id : undefined;
      this.#ownerActive = this.#now();
    }
  }

  /** The connection whose unit comes next: the owner's, or else the one that has waited longest. */
  #next(): number | undefined {
    if (this.#owner !== undefined) {
      return this.#connections.get(this.#owner)?.units.length ? this.#owner : undefined;
    }
    let oldest: { id: number; since: number } | undefined;
    for (const [id, { units }] of this.#connections) {
      const since = units[0]?.since;
      if (since !== undefined && (!oldest || since < oldest.since)) oldest = { id, since };
    }
    return oldest?.id;
  }

  /** Runs a unit, passes notifications to everyone, and gives the rest of the answer. */
  #execute(unit: Uint8Array): Buffer {
    const reader = new wire.FrameReader({ started: true });
    const answer = this.#engine.execute(unit);
    reader.push(answer);
    const own: Buffer[] = [];
    const notifications: Buffer[] = [];
    for (let frame = reader.next(); frame; frame = reader.next()) {
      if (frame.type === 'A') notifications.push(frame.bytes);
      else own.push(frame.bytes);
      if (frame.type === 'E') this.#reportPanic(frame.bytes);
    }
    if (notifications.length === 0) return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
    for (const [id, { started }] of this.#connections) {
      if (started) this.#events.send(id, Buffer.concat(notifications));
    }
    return Buffer.concat(own);
  }

  #reportPanic(bytes: Buffer): void {
    const fields = wire.errorFields(bytes);
    const severity = fields.get('V') ?? fields.get('S');
    if (severity === 'PANIC') this.#events.panic(fields.get('M') ?? 'no message');
  }

  #endIdleOwner(owner: number): void {
    const message = 'A transaction was idle too long while others waited for the embedded database.';
    this.#events.send(owner, wire.errorAnswer('FATAL', '25P03', message));
    this.disconnect(owner);
  }
}
