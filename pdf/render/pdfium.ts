import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { hideLinkFrames } from './hide-link-frames.ts';
import { readPageLetters, type PageLetter, type Rectangle } from './page-letters.ts';
import { readPageGlyphs, type PageGlyphs } from './page-glyphs.ts';
import { readPageText, type PageText } from './page-signs.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { wideLinks } from './wide-links.ts';
import { heapOf } from './pdfium-memory.ts';
import { hasUnreadablePicture } from './find-unreadable-picture.ts';

/** RGBA, 8 bit, rows from the top, white where the page is empty. */
export type PageImage = { width: number; height: number; rgba: Uint8Array };

export type Renderer = {
  pageCount: number;
  /** In points as displayed (UserUnit not counted); 0 by 0 for a page that is not there. */
  pageSize(index: number): { width: number; height: number };
  /**
   * The page as displayed, annotations included, at `scale` pixels per point (UserUnit not counted), or at fewer where
   * the page is too large: where something is in the picture is told by its size. With a `canvas` the picture is drawn
   * into it, and is good until the next one is: new memory for each costs more than a page of text.
   */
  renderPage(index: number, scale: number, canvas?: Canvas): PageImage;
  /** Overrides the page's boxes, where PDFium understands senseless ones otherwise than the viewer does. */
  setVisibleBox(index: number, box: readonly [number, number, number, number]): void;
  /** Leaves out the frames that viewers draw around links, each in its own way, from all that is drawn of the page later. */
  hideLinkFrames(index: number): void;
  /** A part of the page as displayed, at `scale` pixels per point as displayed (UserUnit counted), or at fewer. */
  renderPart(index: number, scale: number, part: PagePart): PageImage;
  /** The page's text in the order in which it is drawn. */
  pageText(index: number): string;
  /** The text that a program reads on the page, and how it is drawn. */
  pageSigns(index: number): PageText;
  /** The page's signs in the order in which they are drawn. */
  pageLetters(index: number): PageLetter[];
  /** The page's letters where PDFium draws them. Takes the marks off the page as it is loaded. */
  pageGlyphs(index: number): PageGlyphs;
  /** Web addresses of links that cover most of the page; `crop` is its visible part in user space. */
  wideLinks(index: number, crop: Rectangle): string[];
  /** Titles of the bookmarks, in their order. */
  bookmarks(): string[];
  /** Whether PDFium can make nothing of a picture on the page. Looks no further after `until`, in ms of performance. */
  hasUnreadablePicture(index: number, until: number): boolean;
  close(): void;
};

/** Memory for one picture after the other. */
export type Canvas = { bytes: Uint8Array };

/** Points as displayed, from the top left; `page` is the size of the whole. */
export type PagePart = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  page: { width: number; height: number };
};

export type RendererFailure = { failed: 'password' | 'unreadable' };

/** No page is rendered larger than this on a side, whatever its boxes say. */
const MAX_PIXELS = 8000;

const ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const ERROR_PASSWORD = 4;

/**
 * Opens a PDF in PDFium, the second engine beside our own reader and the browser's viewer. To be closed by the
 * caller. PDFium runs inside this process' memory: give it files in a child process that may die.
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
  const held = holdPage(pdfium, document, form.handle);
  return {
    pageCount: pdfium.FPDF_GetPageCount(document),
    pageSize: (index) => pageSize(pdfium, document, index),
    renderPage: (index, scale, canvas) =>
      renderPage(pdfium, held.page(index), form.handle, { scale, canvas }),
    setVisibleBox: (index, box) => {
      held.letGo();
      setVisibleBox(pdfium, document, index, box);
    },
    hideLinkFrames: (index) => hideLinkFrames(pdfium, held.page(index)),
    renderPart: (index, scale, part) => renderPart(pdfium, held.page(index), form.handle, { scale, ...part }),
    pageText: (index) =>
      readPageLetters(pdfium, held.page(index))
        .map(({ sign }) => sign)
        .join(''),
    pageSigns: (index) => readPageText(pdfium, held.page(index)),
    pageLetters: (index) => readPageLetters(pdfium, held.page(index)),
    pageGlyphs: (index) => readPageGlyphs(pdfium, held.page(index)),
    wideLinks: (index, crop) => wideLinks(pdfium, document, held.page(index), crop),
    bookmarks: () => readBookmarks(pdfium, document),
    hasUnreadablePicture(index, until) {
      const page = held.page(index);
      let changed = false;
      const draw = () => {
        changed = true;
        return renderPage(pdfium, page, form.handle, { scale: 1, canvas: undefined }).rgba;
      };
      const found = hasUnreadablePicture(pdfium, page, { until, draw });
      if (changed) held.letGo();
      return found;
    },
    close: () => {
      held.letGo();
      form.close();
      free();
    },
  };
}

/** The page that was asked for last stays loaded: reading what is on a page costs as much as drawing it. 0: not there. */
function holdPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  form: number,
): { page(index: number): number; letGo(): void } {
  let held: { index: number; page: number } | undefined;
  const letGo = (): void => {
    if (held && held.page !== 0) {
      if (form !== 0) pdfium.FORM_OnBeforeClosePage(held.page, form);
      pdfium.FPDF_ClosePage(held.page);
    }
    held = undefined;
  };
  return {
    letGo,
    page(index) {
      if (held?.index === index) return held.page;
      letGo();
      const page = pdfium.FPDF_LoadPage(document, index);
      if (page !== 0 && form !== 0) pdfium.FORM_OnAfterLoadPage(page, form);
      held = { index, page };
      return page;
    },
  };
}

/** Without its form part PDFium draws no form fields at all; `handle` is 0 when it cannot be had. */
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

/** The one PDFium instance of this process. */
export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= start();
  ready = await loaded;
  return ready;
}

/** The same, if it is loaded. */
export const readyPdfium = (): WrappedPdfiumModule | undefined => ready;

/** The same in an engine that has drawn nothing before; it costs a tenth of a second, and its memory goes with it. */
export const openAlone = (bytes: Uint8Array): Promise<Renderer | RendererFailure> =>
  openRenderer(bytes, start());

/** After PDFium gave up on a file, its instance fails on every other: the next use starts a new one. */
export function discardPdfium(): void {
  loaded = undefined;
  ready = undefined;
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

/** Loads a document into PDFium's memory; `free` closes it and gives the memory back. */
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

/** One for both sides, so that what is drawn keeps its proportions. */
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

/** Sizes in pixels: of the whole page, and the window of it that is drawn. */
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

/** A copy: PDFium's memory is its own again when the picture is drawn. */
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
