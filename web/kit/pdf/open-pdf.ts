import type { PageSize } from '#contract/documents/documents.ts';
import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist';
import { proofHere } from '../frame.ts';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** An open PDF. Widths are CSS pixels; pages count from 1. */
export type PdfFile = {
  pageCount: number;
  /** Every page's size as displayed, in points. Used for files whose sizes the server did not send. */
  pageSizes(): Promise<PageSize[]>;
  /** Returns a canvas with the page at screen resolution; rejects when `signal` aborts. */
  drawPage(page: number, width: number, signal: AbortSignal): Promise<HTMLCanvasElement>;
  /** Fills `container` with the page's text, invisible but selectable, aligned with the picture. */
  writeText(page: number, container: HTMLElement, width: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

/** iOS rejects a canvas above 16 777 216 pixels and shows nothing, so the limit is well below. */
const maxPixelsPerCanvas = 12_000_000;

/**
 * Opens the PDF at `url` with the session cookies, or with the token in a frame. Uses the legacy build of
 * pdf.js, because the modern one needs functions that phones of recent years lack.
 */
export async function openPdf(url: string, signal: AbortSignal): Promise<PdfFile> {
  const [pdfjs, factories] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    factoriesForMasks(),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  signal.throwIfAborted();
  const task = pdfjs.getDocument({
    url,
    withCredentials: true,
    httpHeaders: proofHere(),
    cMapUrl: '/pdfjs/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    isEvalSupported: false,
    ...factories,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  const document = await task.promise;
  return {
    pageCount: document.numPages,
    pageSizes: () => sizesOf(document),
    async drawPage(number, width, drawing) {
      const page = await document.getPage(number);
      drawing.throwIfAborted();
      return draw(page, viewportOf(page, width), drawing);
    },
    async writeText(number, container, width, writing) {
      const page = await document.getPage(number);
      writing.throwIfAborted();
      const viewport = viewportOf(page, width);
      container.style.setProperty('--total-scale-factor', String(viewport.scale * viewport.userUnit));
      const layer = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
      writing.addEventListener('abort', () => layer.cancel(), { once: true });
      await layer.render();
    },
    close: () => closeQuietly(document),
  };
}

/** Browsers whose canvases have no filters use other masks (mask-filters.ts). */
async function factoriesForMasks() {
  if ('filter' in CanvasRenderingContext2D.prototype) return {};
  const { maskFactories } = await import('./mask-filters.ts');
  return maskFactories((width, height) =>
    Object.assign(window.document.createElement('canvas'), { width, height }),
  );
}

async function sizesOf(document: PDFDocumentProxy): Promise<PageSize[]> {
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
  return pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return { width, height };
  });
}

function viewportOf(page: PDFPageProxy, width: number): PageViewport {
  const natural = page.getViewport({ scale: 1 });
  return page.getViewport({ scale: width / natural.width });
}

async function draw(
  page: PDFPageProxy,
  viewport: PageViewport,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const area = viewport.width * viewport.height;
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(maxPixelsPerCanvas / area));
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width * density));
  canvas.height = Math.max(1, Math.round(viewport.height * density));
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return canvas;
}

async function closeQuietly(document: PDFDocumentProxy): Promise<void> {
  await document.loadingTask.destroy().catch(() => undefined);
}
