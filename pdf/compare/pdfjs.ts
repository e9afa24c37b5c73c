import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';

type PdfJsModule = typeof PdfJs;

let loaded: Promise<PdfJsModule> | undefined;

/** Loads pdf.js as the signing page does, but without a canvas, because the legacy build runs in Node. */
export function loadPdfJs(): Promise<PdfJsModule> {
  loaded ??= start();
  return loaded;
}

/** Opens a file without any option that would draw, evaluate code, fetch resources or read system fonts. */
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
    // Includes glyph names, which reveal letters that are read incorrectly.
    fontExtraProperties: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    // Does not decode pictures. They are not compared here and would take most of the time.
    maxImageSize: 0,
    verbosity: 0,
  });
  return task.promise;
}

const PAUSE = 'Promise.all([promise, operatorList.ready])';
const TURN = 'new Promise((resolve) => setImmediate(resolve))';

/**
 * Makes the worker pause every 20 ms while it reads a page, because it runs in this thread, and timers must be
 * able to run.
 */
function withPauses(worker: string): string {
  if (!worker.includes(PAUSE)) throw new Error('pdf.js pauses in another place of its worker');
  return worker.replace(PAUSE, `Promise.all([promise, operatorList.ready, ${TURN}])`);
}

/** Replaces the native canvas that pdf.js would load if it is installed. */
const NO_CANVAS = 'countersign:no-canvas';

/**
 * Starts pdf.js with empty canvas classes, which it refers to at startup. Nothing is drawn here, so no native
 * code reads an untrusted file. The worker runs in this thread and decompresses without platform streams.
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
