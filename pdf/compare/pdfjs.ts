import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';

type PdfJsModule = typeof PdfJs;

let loaded: Promise<PdfJsModule> | undefined;

/** Loads pdf.js as the signing page uses it, without a canvas: the legacy build runs in Node. */
export function loadPdfJs(): Promise<PdfJsModule> {
  loaded ??= start();
  return loaded;
}

/** Opens a file with all options disabled that would draw, evaluate code, fetch or read system fonts. */
export async function openInPdfJs(bytes: Uint8Array): Promise<PdfJs.PDFDocumentProxy> {
  const pdfjs = await loadPdfJs();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = pdfjs.getDocument({
    // pdf.js takes ownership of the buffer.
    data: Uint8Array.from(bytes),
    cMapUrl: `${join(folder, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    isEvalSupported: false,
    disableFontFace: true,
    // Includes glyph names, which reveal misread letters.
    fontExtraProperties: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    // Pictures are not decoded: they are not compared here, and would cost most of the time.
    maxImageSize: 0,
    verbosity: 0,
  });
  return task.promise;
}

const PAUSE = 'Promise.all([promise, operatorList.ready])';
const TURN = 'new Promise((resolve) => setImmediate(resolve))';

/**
 * The worker pauses every 20 ms while it reads a page. It runs in this thread, where timers have to run in
 * between.
 */
function withPauses(worker: string): string {
  if (!worker.includes(PAUSE)) throw new Error('pdf.js pauses in another place of its worker');
  return worker.replace(PAUSE, `Promise.all([promise, operatorList.ready, ${TURN}])`);
}

/** A substitute for the native canvas that pdf.js loads if it is installed. */
const NO_CANVAS = 'countersign:no-canvas';

/**
 * pdf.js refers to canvas classes when it starts. Nothing is drawn here, so it gets empty ones, and no native
 * code reads a stranger's file. Its worker, which runs in this thread, inflates without platform streams.
 */
async function start(): Promise<PdfJsModule> {
  const worker = createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const workerUrl = pathToFileURL(worker).href;
  const inflate = new URL('inflate-at-once.ts', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@napi-rs/canvas'
        ? { url: NO_CANVAS, format: 'commonjs', shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      if (url === NO_CANVAS) return { format: 'commonjs', source: 'module.exports = {}', shortCircuit: true };
      const loaded = next(url, context);
      if (url !== workerUrl || !loaded.source) return loaded;
      const text =
        typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return {
        ...loaded,
        source: `import { InflateAtOnce as DecompressionStream } from '${inflate}';${withPauses(text)}`,
      };
    },
  });
  const scope = globalThis as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) scope[name] ??= class {};
  try {
    const pdfjs = (await import('pdfjs-dist/legacy/build/pdf.mjs')) as PdfJsModule;
    await import(workerUrl);
    pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
    return pdfjs;
  } finally {
    hooks.deregister();
  }
}
