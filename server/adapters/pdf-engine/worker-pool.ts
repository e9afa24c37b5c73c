import type { FilePlaces, Fit, PdfEngine, PdfTasks, WordUpload } from '../../ports/pdf-engine.ts';
import { watchFilesInWork } from './beside.ts';
import { openLane, type LaneLimits } from './lane.ts';
import { trackOutgrownFiles } from './outgrown.ts';
import { tooMuch } from './too-much.ts';
import { OutOfBounds } from './worker.ts';

/** Limits for a worker. After ordinary files it uses 60 to 120 MB. */
const kept = { idleSeconds: 60, keptMegabytes: 200 };

/**
 * Separates types of work, so that signing never waits for other work, sealing never waits for uploads, and
 * neither waits for thumbnails. `laneOf` assigns each task to a lane.
 */
const lanes = {
  /** Used while a signer is waiting, so its process is kept even if it has loaded many glyphs. */
  signing: {
    workers: 1,
    atOnce: 1,
    seconds: 10,
    megabytes: 1024,
    nice: 0,
    idleSeconds: null,
    keptMegabytes: 1024,
  },
  /** Creates and inspects sealed files. A file that was accepted needs only a fraction of these seconds. */
  sealing: { ...kept, workers: 2, atOnce: 1, seconds: 60, megabytes: 1536, nice: 5 },
  /**
   * Uploads (S-25). With pdf.js loaded, a worker uses 160 to 240 MB after ordinary files. Normalizing and
   * inspecting 500 pages takes a few seconds on a slow machine.
   */
  intake: { ...kept, keptMegabytes: 320, workers: 2, atOnce: 1, seconds: 20, megabytes: 1536, nice: 15 },
  /**
   * Small files from an account that already has a much larger one in `intake`. They take no slots from other
   * accounts.
   */
  besides: { ...kept, keptMegabytes: 320, workers: 1, atOnce: 1, seconds: 20, megabytes: 1024, nice: 15 },
  pictures: { ...kept, workers: 1, atOnce: 1, seconds: 8, megabytes: 1024, nice: 15 },
  /** For files of anonymous visitors, in separate processes so that no other work waits for them. */
  verifying: { ...kept, workers: 1, atOnce: 1, seconds: 20, megabytes: 1024, nice: 15 },
} satisfies Record<string, LaneLimits>;

type LaneName = keyof typeof lanes;

const laneOf: Record<keyof PdfTasks, LaneName> = {
  fit: 'signing',
  add: 'sealing',
  lookUnder: 'sealing',
  tryOut: 'sealing',
  checkDocx: 'intake',
  checkMarkup: 'intake',
  pictureToPdf: 'intake',
  plainPicture: 'pictures',
  normalise: 'intake',
  arrangePages: 'intake',
  removeAnchors: 'intake',
  prepareSigned: 'intake',
  appendMarks: 'sealing',
  checkCountersigned: 'sealing',
  markAsTest: 'intake',
  join: 'intake',
  findPlaces: 'intake',
  findLostWords: 'intake',
  matchPages: 'intake',
  thumbnail: 'pictures',
  judge: 'verifying',
};

/**
 * Maximum texts per batch. A form with thousands of texts is split, so that short requests need not wait for
 * all of them.
 */
const textsAtOnce = 100;

/**
 * Returns an engine that runs in child processes. A file that exhausts memory or never finishes costs one
 * process and one task, is rejected, and is not tried again. `limits` override those of every lane.
 */
export function openWorkerPool(limits: Partial<LaneLimits> = {}): PdfEngine {
  const names = Object.keys(lanes) as LaneName[];
  const open = new Map(names.map((name) => [name, openLane({ ...lanes[name], ...limits })]));
  const outgrown = trackOutgrownFiles();
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
  /** Runs optional work once. Returns `instead` if the file exceeds the limits. */
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
      // Only exceeding the limits is caused by the file. Every other failure is ours and remains an error.
      if (!(error instanceof OutOfBounds)) throw error;
      outgrown.add(task, file);
      return instead;
    } finally {
      inWork?.end();
    }
  };

  return {
    checkDocx: (upload, account) =>
      submitOnce('checkDocx', { file: keyOf(upload), input: upload, account }, tooMuch.checkDocx),
    checkMarkup: (upload, account) =>
      submitOnce('checkMarkup', { file: upload.source, input: upload, account }, tooMuch.checkMarkup),
    pictureToPdf: (upload, account) =>
      submitOnce('pictureToPdf', { file: upload.picture, input: upload, account }, tooMuch.pictureToPdf),
    plainPicture: (upload, account) =>
      submitOnce('plainPicture', { file: upload.picture, input: upload, account }, tooMuch.plainPicture),
    normalise: (pdf, account) =>
      submitOnce('normalise', { file: pdf, input: pdf, account }, tooMuch.normalise),
    arrangePages: (asked, account) =>
      submitOnce('arrangePages', { file: asked.pdf, input: asked, account }, tooMuch.arrangePages),
    removeAnchors: (asked, account) =>
      submitOnce('removeAnchors', { file: asked.pdf, input: asked, account }, tooMuch.removeAnchors),
    prepareSigned: (pdf, account) =>
      submitOnce('prepareSigned', { file: pdf, input: pdf, account }, tooMuch.prepareSigned),
    appendMarks: (request, account) => submit('appendMarks', request, account),
    checkCountersigned: (file, account) => submit('checkCountersigned', file, account),
    markAsTest: (base, account) =>
      submitOnce('markAsTest', { file: base.pdf, input: base, account }, tooMuch.markAsTest),
    join: (parts, account) =>
      submitOnce('join', { file: bytesOf(parts), input: parts, account }, tooMuch.join),
    findPlaces: (pdf, account) =>
      submitOnce<FilePlaces>('findPlaces', { file: pdf, input: pdf, account }, tooMuch.findPlaces).catch(
        () => [],
      ),
    findLostWords: (document, account) =>
      submitOnce('findLostWords', { file: document.pdf, input: document, account }, tooMuch.findLostWords),
    matchPages: (of, account) => submitOnce('matchPages', { file: of.after, input: of, account }, false),
    thumbnail: (of, account) =>
      submitOnce('thumbnail', { file: of.pdf, input: of, account }, tooMuch.thumbnail),
    judge: (asked, account) => submitOnce('judge', { file: asked.pdf, input: asked, account }, tooMuch.judge),
    add: (addition, account) => submit('add', addition, account),
    lookUnder: (undercover, account) =>
      submitOnce('lookUnder', { file: undercover.pdf, input: undercover, account }, tooMuch.lookUnder),
    tryOut: (trial, account) =>
      submitOnce('tryOut', { file: trial.composition.base, input: trial, account }, tooMuch.tryOut),
    fit: (texts, account) => inBatches(texts, (batch) => submit<Fit[]>('fit', batch, account)),
    memory: () => [...open].flatMap(([work, lane]) => lane.memory().map((bytes) => ({ work, bytes }))),
    async close() {
      closed = true;
      await Promise.all([...open.values()].map((lane) => lane.close()));
    },
  };
}

const bytesOf = (parts: readonly { pdf: Uint8Array }[]): Uint8Array =>
  Buffer.concat(parts.map(({ pdf }) => pdf));

async function inBatches<Text, Answer>(
  texts: readonly Text[],
  ask: (batch: Text[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const batches = Array.from({ length: Math.ceil(texts.length / textsAtOnce) || 1 }, (_, at) =>
    texts.slice(at * textsAtOnce, (at + 1) * textsAtOnce),
  );
  return (await Promise.all(batches.map(ask))).flat();
}

/**
 * Returns the key under which an outgrown file is remembered. It includes the values, so that a template is
 * not refused because other values exceeded the limits.
 */
function keyOf({ docx, merge }: WordUpload): Uint8Array {
  return merge?.data ? Buffer.concat([docx, Buffer.from(JSON.stringify(merge.data))]) : docx;
}
