import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { watchFilesInWork } from './beside.ts';
import { openLane, type LaneLimits } from './lane.ts';
import { rememberOutgrown } from './outgrown.ts';
import type { PdfTasks } from './pdf-tasks.ts';
import { tooMuch } from './too-much.ts';
import { OutOfBounds } from './worker.ts';

/** A worker that has only seen ordinary files holds 60 to 120 MB. */
const kept = { idleSeconds: 60, keptMegabytes: 200 };

/**
 * Which work waits for which: signing never waits for anything else, a seal never for an upload, and neither for a
 * picture. Another kind of work gets a lane by its line in `laneOf`.
 */
const lanes = {
  /** While a signer waits. Kept warm, whatever letters it holds. */
  signing: {
    workers: 1,
    atOnce: 1,
    seconds: 10,
    megabytes: 1024,
    nice: 0,
    idleSeconds: null,
    keptMegabytes: 1024,
  },
  /** Makes and examines sealed files: a file that was let in needs a fraction of these seconds. */
  sealing: { ...kept, workers: 2, atOnce: 1, seconds: 60, megabytes: 1536, nice: 5 },
  /**
   * S-25. With pdf.js loaded, ordinary files leave 160 to 240 MB. Normalising and looking at 500 pages takes a few seconds
   * on a slow machine.
   */
  intake: { ...kept, keptMegabytes: 320, workers: 2, atOnce: 1, seconds: 20, megabytes: 1536, nice: 15 },
  /** A small file of an account that has a much larger one in the lane before: it takes no place from another account. */
  besides: { ...kept, keptMegabytes: 320, workers: 1, atOnce: 1, seconds: 20, megabytes: 1024, nice: 15 },
  pictures: { ...kept, workers: 1, atOnce: 1, seconds: 8, megabytes: 1024, nice: 15 },
  /** Files of whoever asks, which nobody here waits for. */
  verifying: { ...kept, workers: 1, atOnce: 1, seconds: 20, megabytes: 1024, nice: 15 },
} satisfies Record<string, LaneLimits>;

type LaneName = keyof typeof lanes;

const laneOf: Record<keyof PdfTasks, LaneName> = {
  fit: 'signing',
  add: 'sealing',
  lookUnder: 'sealing',
  tryOut: 'sealing',
  checkDocx: 'intake',
  normalise: 'intake',
  markAsTest: 'intake',
  findPlaces: 'intake',
  findLostWords: 'intake',
  thumbnail: 'pictures',
  judge: 'verifying',
};

/** A form with thousands of texts is looked at in pieces, so that somebody who brings one need not wait for all of them. */
const textsAtOnce = 100;

/**
 * An engine whose work runs in child processes: a file that eats memory or never ends costs one process and one task,
 * is refused, and is not tried again. `limits` change those of every lane.
 */
export function openWorkerPool(limits: Partial<LaneLimits> = {}): PdfEngine {
  const names = Object.keys(lanes) as LaneName[];
  const open = new Map(names.map((name) => [name, openLane({ ...lanes[name], ...limits })]));
  const outgrown = rememberOutgrown();
  const bring = watchFilesInWork();
  let closed = false;

  const submit = <Output>(
    task: keyof PdfTasks,
    input: unknown,
    account = '',
    lane: LaneName = laneOf[task],
  ): Promise<Output> =>
    new Promise<Output>((resolve, reject) => {
      if (closed) return reject(new Error('The PDF engine is closed.'));
      open.get(lane)!.add(account, { task, input, resolve, reject });
    });
  /** For work that does no harm when it is not done: `instead` when the file asks for too much. */
  const submitOnce = async <Output>(
    task: keyof PdfTasks,
    { file, input, account }: { file: Uint8Array; input: unknown; account: string | undefined },
    instead: Output,
  ): Promise<Output> => {
    if (outgrown.has(task, file)) return instead;
    const inWork = laneOf[task] === 'intake' ? bring(account ?? '', file.length) : undefined;
    try {
      return await submit<Output>(task, input, account, inWork?.isBeside ? 'besides' : laneOf[task]);
    } catch (error) {
      // Running out of bounds says something about the file; every other failure is ours and stays an error.
      if (!(error instanceof OutOfBounds)) throw error;
      outgrown.add(task, file);
      return instead;
    } finally {
      inWork?.end();
    }
  };

  return {
    checkDocx: (upload, account) =>
      submitOnce('checkDocx', { file: upload.docx, input: upload, account }, tooMuch.checkDocx),
    normalise: (pdf, account) =>
      submitOnce('normalise', { file: pdf, input: pdf, account }, tooMuch.normalise),
    markAsTest: (base, account) =>
      submitOnce('markAsTest', { file: base.pdf, input: base, account }, tooMuch.markAsTest),
    findPlaces: (pdf, account) =>
      submitOnce<Awaited<ReturnType<PdfEngine['findPlaces']>>>(
        'findPlaces',
        { file: pdf, input: pdf, account },
        tooMuch.findPlaces,
      ).catch(() => []),
    findLostWords: (document, account) =>
      submitOnce('findLostWords', { file: document.pdf, input: document, account }, tooMuch.findLostWords),
    thumbnail: (of, account) =>
      submitOnce('thumbnail', { file: of.pdf, input: of, account }, tooMuch.thumbnail),
    judge: (asked, account) => submitOnce('judge', { file: asked.pdf, input: asked, account }, tooMuch.judge),
    add: (addition, account) => submit('add', addition, account),
    lookUnder: (undercover, account) =>
      submitOnce('lookUnder', { file: undercover.pdf, input: undercover, account }, tooMuch.lookUnder),
    tryOut: (trial, account) =>
      submitOnce('tryOut', { file: trial.composition.base, input: trial, account }, tooMuch.tryOut),
    async fit(texts, account) {
      const pieces = Array.from({ length: Math.ceil(texts.length / textsAtOnce) || 1 }, (_, at) =>
        texts.slice(at * textsAtOnce, (at + 1) * textsAtOnce),
      );
      const fits = await Promise.all(
        pieces.map((piece) => submit<Awaited<ReturnType<PdfEngine['fit']>>>('fit', piece, account)),
      );
      return fits.flat();
    },
    async close() {
      closed = true;
      await Promise.all([...open.values()].map((lane) => lane.close()));
    },
  };
}
