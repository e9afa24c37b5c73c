import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dict, name } from '#pdf/objects/objects.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { pdfEngineSuite } from '#testing/suites/pdf-engine.suite.ts';
import { slowPdf } from '#testing/documents/slow-files.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { openInProcessEngine } from './in-process.ts';
import type { LaneLimits } from './lane.ts';
import { openWorkerPool } from './worker-pool.ts';

pdfEngineSuite('in this process', openInProcessEngine);
pdfEngineSuite('in processes of its own', () => openWorkerPool());

function open(limits: Partial<LaneLimits>) {
  const engine = openWorkerPool(limits);
  onTestFinished(() => engine.close());
  return engine;
}

describe('files that exceed the limits (S-25, F-24)', () => {
  test.for([
    ['time', { seconds: 0.2 }],
    ['memory', { megabytes: 1 }],
  ] as const)('a file that needs too much %s is rejected and costs one worker', async ([, limits]) => {
    const engine = open({ workers: 1, ...limits });
    expect(await engine.normalise(sampleLease(200))).toMatchObject({ refused: 'pdf-too-complex' });
  });
});

test('tasks beyond the number of workers wait, and all complete', async () => {
  const engine = open({ workers: 1 });
  const prepared = await Promise.all(Array.from({ length: 5 }, () => engine.normalise(sampleLease(1))));
  expect(prepared.every((file) => 'bytes' in file)).toBe(true);
});

longTest(
  'text that PDFium first draws differently is accepted, and a new process does not refuse its seal',
  async () => {
    const font = dict({ Type: name('Font'), Subtype: name('TrueType'), BaseFont: name('HarbourSans') });
    const words = 'BT /F1 24 Tf 60 700 Td (The rent is 500 EUR a month) Tj ET';
    const pdf = makePdf({ pages: [{ content: words, resources: { Font: dict({ F1: font }) } }] });
    const base = await open({ workers: 1 }).normalise(pdf);
    if ('refused' in base) throw new Error(base.detail);
    const box = { page: 1, x: 60, y: 400, width: 120, height: 24, matrix: [1, 0, 0, 1, 60, 418] as const };
    const signed = { ...box, text: 'Grace Lindqvist' };
    const stamp = { ...box, matrix: [...box.matrix] as [1, 0, 0, 1, number, number], page: 0 };
    const added = await open({ workers: 1 }).add({
      composition: {
        base: base.bytes,
        stamps: [{ ...stamp, kind: 'text', text: signed.text }],
        appendix: [],
        attachments: [],
        info: { title: 'Lease' },
      },
      additions: { pages: base.pages, boxes: [signed] },
    });
    expect('wrong' in added ? added.wrong : undefined).toBeUndefined();
  },
);

describe('isolation between accounts (S-25)', () => {
  test('a signer gets a response while endless uploads occupy every upload worker', async () => {
    const engine = openWorkerPool({ seconds: 600 });
    const slow = slowPdf();
    const uploads = ['mallory', 'quill', 'malory', 'quil'].map((account) => engine.normalise(slow, account));
    const first = await Promise.race([
      engine.fit([{ text: 'As agreed', width: 120, height: 20 }], 'ada').then(() => 'the signer'),
      ...uploads.map((upload) => upload.then(() => 'an upload')),
    ]);
    expect(first).toBe('the signer');
    const ended = Promise.allSettled(uploads);
    await engine.close();
    await ended;
  });

  longTest('a small file does not wait behind a large file from the same account', async () => {
    const engine = openWorkerPool({ seconds: 600 });
    const large = Buffer.concat([slowPdf(), Buffer.alloc(1_000_000, ' ')]);
    const upload = engine.normalise(large, 'ada');
    const first = await Promise.race([
      engine.normalise(sampleLease(1), 'ada').then(() => 'the lease'),
      upload.then(() => 'the large file'),
    ]);
    expect(first).toBe('the lease');
    const ended = Promise.allSettled([upload]);
    await engine.close();
    await ended;
  });

  test('a single task of one account runs between five tasks of another', async () => {
    const engine = open({ workers: 1 });
    const done: string[] = [];
    const text = { text: 'As agreed', width: 120, height: 20 };
    const tasks = ['mallory', 'mallory', 'mallory', 'mallory', 'mallory', 'ada'].map((account) =>
      engine.fit([text], account).then(() => done.push(account)),
    );
    await Promise.all(tasks);
    expect(done).toEqual(['mallory', 'ada', 'mallory', 'mallory', 'mallory', 'mallory']);
  });

  test('accounts that submit one task after another do not overtake an account with several waiting tasks', async () => {
    const engine = open({ workers: 1 });
    const done: string[] = [];
    const text = { text: 'As agreed', width: 120, height: 20 };
    const ask = (account: string) => engine.fit([text], account).then(() => done.push(account));
    const waiting = ['ada', 'ada', 'ada'].map(ask);
    const others = ['grace', 'linus', 'hana', 'quill'];
    const askAgainAndAgain = async (account: string) => {
      for (let task = 0; task < 4; task += 1) await ask(account);
    };
    await Promise.all([...waiting, ...others.map(askAgainAndAgain)]);
    const round = ['ada', ...others];
    expect(done).toEqual([...round, ...round, ...round, ...others]);
  });

  test('a file that exceeded the limits is rejected immediately the next time, and its thumbnail is not attempted again', async () => {
    const engine = open({ megabytes: 1 });
    const lease = sampleLease(200);
    expect(await engine.normalise(lease)).toMatchObject({ refused: 'pdf-too-complex' });
    expect(await engine.thumbnail({ pdf: lease, width: 440 })).toBeUndefined();
    const { execPath } = process;
    // From here on workers cannot start, so repeated work would fail.
    process.execPath = '/nowhere/node';
    try {
      expect(await engine.normalise(lease)).toMatchObject({ refused: 'pdf-too-complex' });
      expect(await engine.thumbnail({ pdf: lease, width: 440 })).toBeUndefined();
      await expect(engine.normalise(sampleLease(1))).rejects.toThrow();
    } finally {
      process.execPath = execPath;
    }
  });

  const hasProc = existsSync('/proc/self/statm');
  test.skipIf(!hasProc)(
    'a worker that uses too much memory after a large file is stopped and replaced',
    async () => {
      const engine = open({ workers: 1, keptMegabytes: 1 });
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await engine.fit([{ text: 'As agreed', width: 120, height: 20 }])).toHaveLength(1);
        await expect.poll(ourWorkers, { timeout: 10_000 }).toEqual([]);
      }
    },
  );

  test('idle workers are stopped, and later started again', async () => {
    const engine = open({ workers: 1, idleSeconds: 0 });
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await engine.fit([{ text: 'As agreed', width: 120, height: 20 }])).toHaveLength(1);
      await new Promise((later) => setImmediate(later));
    }
  });
});

test('a closed engine does not accept work', async () => {
  const engine = openWorkerPool({ workers: 1 });
  await engine.close();
  await expect(engine.fit([])).rejects.toThrow(/closed/);
});

test('a worker that could not start is discarded, and the next task gets a new one', async () => {
  const engine = open({ workers: 1 });
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await expect(engine.fit([])).rejects.toThrow();
  } finally {
    process.execPath = execPath;
  }
  expect(await engine.fit([{ text: 'As agreed', width: 120, height: 20 }])).toHaveLength(1);
});

/** Returns the worker processes of this process, as listed by Linux. */
function ourWorkers(): string[] {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pdf-worker');
    } catch {
      return false;
    }
  });
}

test('the engine reports the memory of each running process', async () => {
  const engine = openWorkerPool({ workers: 1 });
  onTestFinished(() => engine.close());
  expect(engine.memory!()).toEqual([]);
  await engine.fit([]);
  expect(engine.memory!()).toEqual([{ work: 'signing', bytes: expect.any(Number) as number }]);
});
