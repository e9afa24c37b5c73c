import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { hideLinkFrames } from './hide-link-frames.ts';
import { readPageLetters, type PageLetter, type Rectangle } from './page-letters.ts';
import { readPageGlyphs, type PageGlyphs, type PdfiumGlyph } from './page-glyphs.ts';
import { readLayout, type PageLayout, type ShownPage } from './page-layout.ts';
import { readPageText, type PageText } from './page-signs.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { wideLinks } from './wide-links.ts';
import { heapOf } from './pdfium-memory.ts';
import { hasUnreadablePicture } from './find-unreadable-picture.ts';

/** 8-bit RGBA with rows from the top. Empty parts of the page are white. */
export type PageImage = { width: number; height: number; rgba: Uint8Array };

/** `scale` is the requested number of pixels per point. */
export type ScaledImage = PageImage & { scale: number };

export type Renderer = {
  pageCount: number;
  /** Size in points as displayed (without UserUnit); 0 by 0 for a missing page. */
  pageSize(index: number): { width: number; height: number };
  /**
   * Renders the displayed page with annotations at `scale` pixels per point (without UserUnit), or with fewer if
   * the page is too large. The size of the image shows the actual scale. With `canvas`, the image is rendered
   * into it and is valid until the next one, because allocating memory for each image costs more than rendering
   * a page of text.
   */
  renderPage(index: number, scale: number, canvas?: Canvas): PageImage;
  /** Overrides the page's boxes, because PDFium interprets invalid ones differently from the viewer. */
  setVisibleBox(index: number, box: readonly [number, number, number, number]): void;
  /** Hides the frames of links in all later renderings of the page, because viewers draw them differently. */
  hideLinkFrames(index: number): void;
  /** Renders part of the displayed page at `scale` pixels per displayed point (with UserUnit), or with fewer. */
  renderPart(index: number, scale: number, part: PagePart): PageImage;
  /** Returns the page's text in drawing order. */
  pageText(index: number): string;
  /** Returns the text that programs read on the page, and how it is drawn. */
  pageSigns(index: number): PageText;
  /** Returns the page's characters in drawing order. */
  pageLetters(index: number): PageLetter[];
  /** Returns the page's letters at the positions where PDFium draws them. Removes marks from the loaded page. */
  pageGlyphs(index: number): PageGlyphs;
  /** Returns the words that these letters form, and the lines drawn on the page. */
  pageLayout(index: number, glyphs: readonly PdfiumGlyph[], shown: ShownPage): PageLayout;
  /**
   * Returns the URLs of links that cover most of the page. `crop` is the visible part of the page in user space.
   */
  wideLinks(index: number, crop: Rectangle): string[];
  /** Returns the titles of the bookmarks in order. */
  bookmarks(): string[];
  /**
   * Returns true if PDFium cannot decode a picture on the page. Stops at the time `until` (performance.now()).
   */
  hasUnreadablePicture(index: number, until: number): boolean;
  close(): void;
};

/** Memory that is reused for successive images. */
export type Canvas = { bytes: Uint8Array };

/** A part of the displayed page in points from the top left. `page` is the size of the whole page. */
export type PagePart = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  page: { width: number; height: number };
};

export type RendererFailure = { failed: 'password' | 'unreadable' };

/** Maximum side length of a rendered page in pixels, whatever its boxes say. */
const MAX_PIXELS = 8000;

const ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const ERROR_PASSWORD = 4;

/**
 * Opens a PDF in PDFium, the second engine besides our own reader and the browser's viewer. The caller must
 * close it. PDFium runs in this process's memory, so files should be processed in a child process that may
 * crash.
 */
export async function openRenderer(
  bytes: Uint8Array,
  engine = loadPdfium(),
): Promise<Renderer | RendererFailure> {
  const pdfium = await engine;
  const opened = openDocument(pdfium, bytes);
  if ('failed' in opened) return opened;
  const { document, free } = opened;
  const form = openForm(pdfium, document);
  const openPages = openPage(pdfium, document, form.handle);
  return {
    pageCount: pdfium.FPDF_GetPageCount(document),
    pageSize: (index) => pageSize(pdfium, document, index),
    renderPage: (index, scale, canvas) =>
      renderPage(pdfium, openPages.page(index), form.handle, { scale, canvas }),
    setVisibleBox: (index, box) => {
      openPages.letGo();
      setVisibleBox(pdfium, document, index, box);
    },
    hideLinkFrames: (index) => hideLinkFrames(pdfium, openPages.page(index)),
    renderPart: (index, scale, part) =>
      renderPart(pdfium, openPages.page(index), form.handle, { scale, ...part }),
    pageText: (index) =>
      readPageLetters(pdfium, openPages.page(index))
        .map(({ sign }) => sign)
        .join(''),
    pageSigns: (index) => readPageText(pdfium, openPages.page(index)),
    pageLetters: (index) => readPageLetters(pdfium, openPages.page(index)),
    pageGlyphs: (index) => readPageGlyphs(pdfium, openPages.page(index)),
    pageLayout: (index, glyphs, shown) => readLayout(pdfium, openPages.page(index), glyphs, shown),
    wideLinks: (index, crop) => wideLinks(pdfium, document, openPages.page(index), crop),
    bookmarks: () => readBookmarks(pdfium, document),
    hasUnreadablePicture(index, until) {
      const page = openPages.page(index);
      let changed = false;
      const draw = () => {
        changed = true;
        return renderPage(pdfium, page, form.handle, { scale: 1, canvas: undefined }).rgba;
      };
      const isUnreadable = hasUnreadablePicture(pdfium, page, { until, draw });
      if (changed) openPages.letGo();
      return isUnreadable;
    },
    close: () => {
      openPages.letGo();
      form.close();
      free();
    },
  };
}

/**
 * Keeps the last requested page loaded, because reading it costs as much as rendering. 0 means that there is no
 * such page.
 */
function openPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  form: number,
): { page(index: number): number; letGo(): void } {
  let current: { index: number; page: number } | undefined;
  const letGo = (): void => {
    if (current && current.page !== 0) {
      if (form !== 0) pdfium.FORM_OnBeforeClosePage(current.page, form);
      pdfium.FPDF_ClosePage(current.page);
    }
    current = undefined;
  };
  return {
    letGo,
    page(index) {
      if (current?.index === index) return current.page;
      letGo();
      const page = pdfium.FPDF_LoadPage(document, index);
      if (page !== 0 && form !== 0) pdfium.FORM_OnAfterLoadPage(page, form);
      current = { index, page };
      return page;
    },
  };
}

/** PDFium draws form fields only through its form module. `handle` is 0 if the module is unavailable. */
export function openForm(
  pdfium: WrappedPdfiumModule,
  document: number,
): { handle: number; close: () => void } {
  const information = pdfium.PDFiumExt_OpenFormFillInfo();
  const handle = pdfium.PDFiumExt_InitFormFillEnvironment(document, information);
  if (handle !== 0) pdfium.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  const close = (): void => {
    if (handle !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(handle);
    pdfium.PDFiumExt_CloseFormFillInfo(information);
  };
  return { handle, close };
}

let loaded: Promise<WrappedPdfiumModule> | undefined;
let ready: WrappedPdfiumModule | undefined;

/** Loads the single PDFium instance of this process. */
export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= start();
  ready = await loaded;
  return ready;
}

/** Returns the PDFium instance if it is loaded. */
export const readyPdfium = (): WrappedPdfiumModule | undefined => ready;

/**
 * Opens a file in a new engine that has rendered nothing before. This takes a tenth of a second, and the
 * engine's memory is released when the file is closed.
 */
export const openIsolatedRenderer = (bytes: Uint8Array): Promise<Renderer | RendererFailure> =>
  openRenderer(bytes, start());

let measuring: WrappedPdfiumModule | undefined;
let isMeasuringWanted = false;

/**
 * Returns the instance that measures fonts, if it was started (`startMeasuring`). It never renders files. PDFium
 * draws all fonts that are missing in a file with the same substitute, and the letters it drew last determine
 * the widths of the next ones.
 */
export function measuringPdfium(): WrappedPdfiumModule | undefined {
  isMeasuringWanted = measuring === undefined;
  return measuring;
}

/**
 * Starts the instance that measures fonts and returns true, unless it was already running. Only few files need
 * it.
 */
export async function startMeasuring(): Promise<boolean> {
  if (!isMeasuringWanted) return false;
  isMeasuringWanted = false;
  measuring = await start();
  return true;
}

/** After PDFium fails on a file, its instances fail on all others. The next use starts new ones. */
export function discardPdfium(): void {
  loaded = undefined;
  ready = undefined;
  measuring = undefined;
}

async function start(): Promise<WrappedPdfiumModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasm = readFileSync(path);
  const pdfium = await init({
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Loads a document into PDFium's memory. `free` closes it and releases the memory. */
export function openDocument(
  pdfium: WrappedPdfiumModule,
  bytes: Uint8Array,
): { document: number; free: () => void } | RendererFailure {
  const memory = pdfium.pdfium.wasmExports.malloc(bytes.length);
  heapOf(pdfium).set(bytes, memory);
  const document = pdfium.FPDF_LoadMemDocument(memory, bytes.length, '');
  if (document === 0) {
    const failed = pdfium.FPDF_GetLastError() === ERROR_PASSWORD ? 'password' : 'unreadable';
    pdfium.pdfium.wasmExports.free(memory);
    return { failed };
  }
  const free = (): void => {
    pdfium.FPDF_CloseDocument(document);
    pdfium.pdfium.wasmExports.free(memory);
  };
  return { document, free };
}

/** Renders the first page of a file at one pixel per point. */
export function renderFirstPage(pdfium: WrappedPdfiumModule, bytes: Uint8Array): PageImage | undefined {
  const opened = openDocument(pdfium, bytes);
  if ('failed' in opened) return undefined;
  const page = pdfium.FPDF_LoadPage(opened.document, 0);
  try {
    return page === 0 ? undefined : renderPage(pdfium, page, 0, { scale: 1, canvas: undefined });
  } finally {
    if (page !== 0) pdfium.FPDF_ClosePage(page);
    opened.free();
  }
}

function pageSize(
  pdfium: WrappedPdfiumModule,
  document: number,
  index: number,
): { width: number; height: number } {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return { width: 0, height: 0 };
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  pdfium.FPDF_ClosePage(page);
  return size;
}

/** Returns one scale for both sides, which keeps the proportions. */
const scaleToFit = (width: number, height: number): number => MAX_PIXELS / Math.max(1, width, height);

const EMPTY: PageImage = { width: 0, height: 0, rgba: new Uint8Array(0) };

function renderPage(
  pdfium: WrappedPdfiumModule,
  page: number,
  form: number,
  { scale, canvas }: { scale: number; canvas: Canvas | undefined },
): PageImage {
  if (page === 0) return EMPTY;
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  const fitting = Math.min(scale, scaleToFit(size.width, size.height));
  const pixels = (points: number): number => Math.max(1, Math.ceil(points * fitting - 0.001));
  const [width, height] = [pixels(size.width), pixels(size.height)];
  return draw(pdfium, page, form, { width, height, window: { x: 0, y: 0, width, height }, canvas });
}

function renderPart(
  pdfium: WrappedPdfiumModule,
  page: number,
  form: number,
  part: PagePart & { scale: number },
): PageImage {
  if (page === 0) return EMPTY;
  const scale = Math.min(part.scale, scaleToFit(part.right - part.left, part.bottom - part.top));
  const pixels = (points: number): number => Math.round(points * scale);
  const [x, y] = [pixels(part.left), pixels(part.top)];
  const window = {
    x,
    y,
    width: Math.max(1, pixels(part.right) - x),
    height: Math.max(1, pixels(part.bottom) - y),
  };
  return draw(pdfium, page, form, {
    width: Math.max(1, pixels(part.page.width)),
    height: Math.max(1, pixels(part.page.height)),
    window,
  });
}

/** Sizes in pixels of the whole page and of the rendered window. */
type Drawing = {
  width: number;
  height: number;
  window: { x: number; y: number; width: number; height: number };
  canvas?: Canvas | undefined;
};

function draw(
  pdfium: WrappedPdfiumModule,
  page: number,
  form: number,
  { width, height, window, canvas }: Drawing,
): PageImage {
  const bitmap = pdfium.FPDFBitmap_CreateEx(window.width, window.height, 4, 0, 0);
  if (bitmap === 0) return EMPTY;
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, window.width, window.height, 0xffffffff);
    const at = [-window.x, -window.y, width, height, 0, ANNOTATIONS | RGBA_ORDER] as const;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, ...at);
    if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, ...at);
    const memory = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const drawn = heapOf(pdfium).subarray(memory, memory + window.width * window.height * 4);
    return { width: window.width, height: window.height, rgba: kept(drawn, canvas) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Returns a copy, because PDFium reuses its memory after rendering. */
function kept(drawn: Uint8Array, canvas: Canvas | undefined): Uint8Array {
  if (!canvas) return drawn.slice();
  if (canvas.bytes.length < drawn.length) canvas.bytes = new Uint8Array(drawn.length);
  canvas.bytes.set(drawn);
  return canvas.bytes.subarray(0, drawn.length);
}

function setVisibleBox(
  pdfium: WrappedPdfiumModule,
  document: number,
  index: number,
  [left, bottom, right, top]: readonly [number, number, number, number],
): void {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return;
  pdfium.FPDFPage_SetMediaBox(page, left, bottom, right, top);
  pdfium.FPDFPage_SetCropBox(page, left, bottom, right, top);
  pdfium.FPDF_ClosePage(page);
}
