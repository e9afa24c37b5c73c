import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { outboxOf } from '../confirm-address.ts';
import { beBusy } from './busy-client.ts';
import { checkEntry, checkSealed, sealingState } from './check-ledger.ts';
import { openGate } from './gate.ts';
import { type KillableServer } from './killable-server.ts';
import { newLedger, type Entry, type Ledger } from './ledger.ts';
import { outboxMails } from './outbox-mails.ts';
import { randomFrom } from './random-from.ts';
import { withServer } from './with-server.ts';

export type CrashReport = {
  rounds: number;
  killedWhileStarting: number;
  acknowledged: number;
  documents: number;
  completed: number;
  /** How often a restarted server found a fully signed document that was not sealed yet. */
  foundSealing: number;
  /** Number of documents completed without a client after the last crash. */
  drained: number;
  mails: number;
  faults: string[];
};

const clients = 3;
/** Number of newest documents checked after each crash. At the end, all documents are checked. */
const newest = 12;
/** Maximum number of seconds until the queue is empty. */
const patience = 180;

/**
 * Minimum number of acknowledgments before a crash. On a slow machine there might be none, and the crash
 * would test nothing.
 */
async function untilSome(acknowledged: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!acknowledged() && performance.now() < end) await pause(20);
}

/**
 * Kills the real server at random moments under constant load, restarts it, and compares its data with what
 * it had acknowledged. The same seed chooses the same moments, as far as the machine allows.
 */
export async function crashRounds(
  rounds: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<CrashReport> {
  return withServer({}, (server, dataDir) =>
    play(server, dataDir, { rounds, random: randomFrom(seed), say }),
  );
}

type Game = { rounds: number; random: () => number; say: (line: string) => void };

async function play(server: KillableServer, dataDir: string, game: Game): Promise<CrashReport> {
  const ledger = newLedger();
  const mails = outboxMails(dataDir);
  const gate = openGate();
  const world = { baseUrl: server.baseUrl, ledger, mails, mailbox: outboxOf(dataDir), goOn: gate.pass };
  let failed: Error | undefined;
  const busy = Array.from({ length: clients }, () => beBusy(world).catch((error: Error) => (failed = error)));
  const faults: string[] = [];
  let [killedWhileStarting, foundSealing] = [0, 0];
  for (let round = 1; round <= game.rounds && faults.length === 0 && failed === undefined; round += 1) {
    if (game.random() < 0.1) killedWhileStarting += await killWhileStarting(server, game.random() * 1500);
    await server.start();
    faults.push(...(await checkAll(server, ledger.entries.slice(-newest))));
    foundSealing += await countSealing(server, ledger.entries);
    const before = ledger.acknowledged;
    gate.open();
    await pause(300 + game.random() * 4000);
    await untilSome(() => ledger.acknowledged > before + 1 || failed !== undefined);
    gate.close();
    await server.kill();
    game.say(`round ${round}: ${ledger.acknowledged} acknowledged, ${ledger.entries.length} documents`);
  }
  gate.end();
  await Promise.all(busy);
  if (failed !== undefined) faults.push(`a client met ${failed.message}`);
  await server.start();
  const drained = await drain(server, ledger, faults);
  const root = new X509Certificate(await readFile(join(dataDir, 'keys/root.pem'), 'utf8')).raw;
  faults.push(...(await checkAll(server, ledger.entries)));
  const completed = ledger.entries.filter(({ sealedSha256 }) => sealedSha256 !== undefined);
  for (const entry of completed) faults.push(...(await checkSealed(server.baseUrl, entry, { root, mails })));
  return {
    rounds: game.rounds,
    killedWhileStarting,
    acknowledged: ledger.acknowledged,
    documents: ledger.entries.filter(({ id }) => id !== undefined).length,
    completed: completed.length,
    foundSealing,
    drained,
    mails: (await mails()).length,
    faults,
  };
}

async function killWhileStarting(server: KillableServer, afterMs: number): Promise<number> {
  const started = server.start();
  await pause(afterMs);
  await server.kill();
  return (await started) ? 0 : 1;
}

async function checkAll(server: KillableServer, entries: Entry[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of entries) found.push(...(await checkEntry(server.baseUrl, entry)));
  return found;
}

async function countSealing(server: KillableServer, entries: Entry[]): Promise<number> {
  const open = entries.filter(({ sealedSha256 }) => sealedSha256 === undefined);
  const states = await Promise.all(open.map((entry) => sealingState(server.baseUrl, entry)));
  return states.filter((state) => state === 'sealing').length;
}

/** Polls the server until everything that can be sealed is sealed. */
async function drain(server: KillableServer, ledger: Ledger, faults: string[]): Promise<number> {
  const waiting = new Set(ledger.entries.filter(({ sealedSha256 }) => sealedSha256 === undefined));
  const latest = Date.now() + patience * 1000;
  let drained = 0;
  while (waiting.size > 0 && Date.now() < latest) {
    for (const entry of waiting) {
      const state = await sealingState(server.baseUrl, entry);
      if (state === 'sealing') continue;
      waiting.delete(entry);
      if (state === 'open') continue;
      entry.sealedSha256 = state.sealedSha256;
      drained += 1;
    }
    await pause(200);
  }
  for (const { id } of waiting) faults.push(`document ${id} is not sealed after ${patience} seconds`);
  return drained;
}
