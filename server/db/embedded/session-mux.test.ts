import { describe, expect, test } from 'vitest';
import { SessionMux } from './session-mux.ts';
import type { Engine } from './session-mux.ts';
import * as wire from './wire-frames.ts';

const GIVE_UP_MS = 5_000;
const IDLE_TOO_LONG_MS = 30_000;

/** A mux on an engine that notes what it is given, and says what the test tells it to. */
function setUp() {
  const state = { inTransaction: false, answer: wire.readyForQuery(), now: 0 };
  const executed: string[] = [];
  const sent: { connection: number; types: string; text: string }[] = [];
  const ended: number[] = [];
  const panics: string[] = [];
  const engine: Engine = {
    serverVersion: '18.6',
    isInTransaction: () => state.inTransaction,
    execute(frames) {
      const text = Buffer.from(frames).toString('latin1');
      executed.push(text);
      if (text.includes('BEGIN')) state.inTransaction = true;
      if (text.includes('COMMIT') || text.includes('ROLLBACK')) state.inTransaction = false;
      return state.answer;
    },
  };
  const send = (connection: number, bytes: Uint8Array): void => {
    const reader = new wire.FrameReader({ started: true });
    reader.push(bytes);
    let types = '';
    for (let frame = reader.next(); frame; frame = reader.next()) types += frame.type;
    sent.push({ connection, types, text: Buffer.from(bytes).toString('latin1') });
  };
  const events = {
    send,
    end: (id: number) => void ended.push(id),
    panic: (m: string) => void panics.push(m),
  };
  const mux = new SessionMux(engine, events, () => state.now);
  const connect = (id: number): void => {
    mux.connect(id);
    mux.receive(id, startup());
  };
  const sentTo = (id: number) => sent.filter(({ connection }) => connection === id);
  return { mux, state, executed, ended, panics, connect, sentTo };
}

function startup(code = 0x30000): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(8, 0);
  bytes.writeUInt32BE(code, 4);
  return bytes;
}

const parse = (name: string, sql: string): Buffer =>
  wire.frame('P', Buffer.concat([wire.zeroEnded(name), wire.zeroEnded(sql), Buffer.alloc(2)]));
const bind = (name: string): Buffer =>
  wire.frame('B', Buffer.concat([wire.zeroEnded(''), wire.zeroEnded(name), Buffer.alloc(6)]));

describe('session mux', () => {
  test('answers the start of a connection by itself', () => {
    const { connect, sentTo, executed } = setUp();
    connect(1);
    expect(sentTo(1)[0]?.types).toMatch(/^RS+KZ$/);
    expect(sentTo(1)[0]?.text).toContain('server_version\x0018.6');
    expect(executed).toEqual([]);
  });

  test('a cancel request or an unknown protocol ends the connection', () => {
    const { mux, ended, executed } = setUp();
    for (const [id, code] of [80877102, 80877103, 0x20000].entries()) {
      mux.connect(id);
      mux.receive(id, startup(code));
    }
    expect(ended).toEqual([0, 1, 2]);
    expect(executed).toEqual([]);
  });

  test('runs nothing before the end of a unit, in whatever pieces it arrives', () => {
    const { mux, connect, executed } = setUp();
    connect(1);
    const unit = Buffer.concat([parse('', 'SELECT 1'), bind(''), wire.sync()]);
    for (const byte of unit.subarray(0, -1)) mux.receive(1, Buffer.from([byte]));
    expect(executed).toEqual([]);
    mux.receive(1, unit.subarray(-1));
    expect(executed).toEqual([unit.toString('latin1')]);
  });

  test('a transaction keeps the session, and others wait in their order', () => {
    const { mux, connect, executed } = setUp();
    [1, 2, 3].forEach(connect);
    mux.receive(1, wire.query('BEGIN'));
    mux.receive(2, wire.query('second'));
    mux.receive(3, wire.query('third'));
    mux.receive(1, wire.query('inside'));
    expect(executed.map((text) => text.slice(5, -1))).toEqual(['BEGIN', 'inside']);
    mux.receive(1, wire.query('COMMIT'));
    expect(executed.map((text) => text.slice(5, -1))).toEqual([
      'BEGIN',
      'inside',
      'COMMIT',
      'second',
      'third',
    ]);
  });

  test('who waits for an idle transaction is told so, instead of waiting for ever', () => {
    const { mux, state, connect, executed, sentTo } = setUp();
    [1, 2].forEach(connect);
    mux.receive(1, wire.query('BEGIN'));
    mux.receive(2, wire.query('waits'));
    state.now = GIVE_UP_MS - 1;
    mux.failWaiters();
    expect(sentTo(2)).toHaveLength(1);
    state.now = GIVE_UP_MS;
    mux.failWaiters();
    expect(sentTo(2)[1]?.types).toBe('EZ');
    expect(sentTo(2)[1]?.text).toContain('C55P03');
    mux.receive(1, wire.query('COMMIT'));
    expect(executed.join()).not.toContain('waits');
  });

  test('a transaction that is busy is waited for', () => {
    const { mux, state, connect, sentTo } = setUp();
    [1, 2].forEach(connect);
    mux.receive(1, wire.query('BEGIN'));
    mux.receive(2, wire.query('waits'));
    for (let second = 1; second <= 20; second += 1) {
      state.now = second * 1000;
      mux.receive(1, wire.query('next step'));
      mux.failWaiters();
    }
    expect(sentTo(2)).toHaveLength(1);
  });

  test('a forgotten transaction is ended and rolled back, so that the others go on', () => {
    const { mux, state, connect, executed, ended, sentTo } = setUp();
    [1, 2].forEach(connect);
    mux.receive(1, wire.query('BEGIN'));
    state.now = IDLE_TOO_LONG_MS;
    mux.receive(2, wire.query('waits'));
    mux.failWaiters();
    expect(ended).toEqual([1]);
    expect(sentTo(1).at(-1)?.text).toContain('FATAL');
    expect(executed.map((text) => text.slice(5, -1))).toEqual(['BEGIN', 'ROLLBACK', 'waits']);
  });

  test('a statement of one name in two connections is two statements, closed with their connection', () => {
    const { mux, connect, executed } = setUp();
    [1, 2].forEach(connect);
    mux.receive(1, Buffer.concat([parse('find', 'SELECT 1'), bind('find'), wire.sync()]));
    mux.receive(2, Buffer.concat([parse('find', 'SELECT 2'), bind('find'), wire.sync()]));
    mux.receive(1, Buffer.concat([bind('find'), wire.sync()]));
    const names = executed.map((text) => [...new Set(text.match(/mux\d+/g))]);
    expect(names).toEqual([['mux1'], ['mux2'], ['mux1']]);
    mux.disconnect(1);
    expect(executed.at(-1)).toBe(
      Buffer.concat([wire.closeStatement('mux1'), wire.sync()]).toString('latin1'),
    );
  });

  test('a connection that ends inside a transaction is rolled back', () => {
    const { mux, connect, executed, ended } = setUp();
    [1, 2].forEach(connect);
    mux.receive(1, wire.query('BEGIN'));
    mux.receive(2, wire.query('next'));
    mux.receive(1, wire.frame('X', Buffer.alloc(0)));
    expect(executed.map((text) => text.slice(5, -1))).toEqual(['BEGIN', 'ROLLBACK', 'next']);
    expect(ended).toEqual([1]);
  });

  test('a notification goes to every connection, and once only', () => {
    const { mux, state, connect, sentTo } = setUp();
    [1, 2].forEach(connect);
    const heard = wire.frame('A', Buffer.from('\0\0\0\x01channel\0hello\0'));
    state.answer = Buffer.concat([wire.frame('C', wire.zeroEnded('NOTIFY')), heard, wire.readyForQuery()]);
    mux.receive(1, wire.query('NOTIFY channel'));
    expect(sentTo(1).map(({ types }) => types)).toEqual([expect.any(String), 'A', 'CZ']);
    expect(sentTo(2).map(({ types }) => types)).toEqual([expect.any(String), 'A']);
  });

  test('a panic of the server is reported', () => {
    const { mux, state, connect, panics } = setUp();
    connect(1);
    const fields = ['SPANIK', 'VPANIC', 'CXX000', 'Mcould not fsync file "pg_wal/1"'].map(wire.zeroEnded);
    state.answer = wire.frame('E', Buffer.concat([...fields, Buffer.alloc(1)]));
    mux.receive(1, wire.query('COMMIT'));
    expect(panics).toEqual(['could not fsync file "pg_wal/1"']);
  });
});
