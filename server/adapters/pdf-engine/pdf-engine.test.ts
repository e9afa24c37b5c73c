import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { pdfEngineSuite } from '#testing/pdf-engine.suite.ts';
import { openInProcessEngine } from './in-process.ts';
import { openWorkerPool, type WorkerLimits } from './worker-pool.ts';

pdfEngineSuite('in this process', openInProcessEngine);
pdfEngineSuite('in processes of its own', () => openWorkerPool());

function open(limits: Partial<WorkerLimits>) {
  const engine = openWorkerPool(limits);
  onTestFinished(() => engine.close());
  return engine;
}

describe('a file that asks for too much costs one worker and is refused (S-25, F-24)', () => {
  test.for([
    ['time', { seconds: 0.001 }],
    ['memory', { megabytes: 1 }],
  ] as const)('%s', async ([, limits]) => {
    const engine = open({ workers: 1, ...limits });
    expect(await engine.normalise(sampleLease(200))).toMatchObject({ refused: 'pdf-too-complex' });
  });
});

test('more tasks than workers wait their turn, and all are done', async () => {
  const engine = open({ workers: 1 });
  const prepared = await Promise.all(Array.from({ length: 5 }, () => engine.normalise(sampleLease(1))));
  expect(prepared.every((file) => 'bytes' in file)).toBe(true);
});

test('a closed engine takes no more work', async () => {
  const engine = openWorkerPool({ workers: 1 });
  await engine.close();
  await expect(engine.fit([])).rejects.toThrow(/closed/);
});

test('a worker that could not be started is not kept: the next task gets another', async () => {
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
