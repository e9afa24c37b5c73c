import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** RGBA, 8 bit, rows from the top, white where the page is empty. */
export type PageImage = { width: number; height: number; rgba: Uint8Array };

export type Renderer = {
  pageCount: number;
  /** In points as displayed (UserUnit not counted); 0 by 0 for a page that is not there. */
  pageSize(index: number): { width: number; height: number };
  /** The page as displayed, annotations included, at `scale` pixels per point (UserUnit not counted). */
  renderPage(index: number, scale: number): PageImage;
  /** Overrides the page's boxes, where PDFium understands senseless ones otherwise than the viewer does. */
  setVisibleBox(index: number, box: readonly [number, number, number, number]): void;
  /** The page's text in the order in which it is drawn. */
  pageText(index: number): string;
  close(): void;
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
export async function openRenderer(bytes: Uint8Array): Promise<Renderer | RendererFailure> {
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, bytes);
  if ('failed' in opened) return opened;
  const { document, free } = opened;
  const form = openForm(pdfium, document);
  return {
    pageCount: pdfium.FPDF_GetPageCount(document),
    pageSize: (index) => pageSize(pdfium, document, index),
    renderPage: (index, scale) => renderPage(pdfium, document, form.handle, index, scale),
    setVisibleBox: (index, box) => setVisibleBox(pdfium, document, index, box),
    pageText: (index) => readPageText(pdfium, document, index),
    close: () => {
      form.close();
      free();
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

/** The one PDFium instance of this process. */
export function loadPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= start();
  return loaded;
}

/** After PDFium aborted, its instance fails on every file: the next use starts a new one. */
export function discardPdfium(): void {
  loaded = undefined;
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

/**
 * PDFium's memory as it is now: it moves when it grows. (The package's types take it from @types/emscripten, which
 * would bring browser globals along.)
 */
export const heapOf = (pdfium: WrappedPdfiumModule): Uint8Array =>
  (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

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

const EMPTY: PageImage = { width: 0, height: 0, rgba: new Uint8Array(0) };

function renderPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  form: number,
  index: number,
  scale: number,
): PageImage {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return EMPTY;
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form);
  const pixels = (points: number): number =>
    Math.min(MAX_PIXELS, Math.max(1, Math.ceil(points * scale - 0.001)));
  const width = pixels(pdfium.FPDF_GetPageWidthF(page));
  const height = pixels(pdfium.FPDF_GetPageHeightF(page));
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, 4, 0, 0);
  try {
    if (bitmap === 0) return EMPTY;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGBA_ORDER);
    if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | RGBA_ORDER);
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    return { width, height, rgba: heapOf(pdfium).slice(at, at + width * height * 4) };
  } finally {
    if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap);
    if (form !== 0) pdfium.FORM_OnBeforeClosePage(page, form);
    pdfium.FPDF_ClosePage(page);
  }
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

function readPageText(pdfium: WrappedPdfiumModule, document: number, index: number): string {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return '';
  const text = pdfium.FPDFText_LoadPage(page);
  const chars = text === 0 ? 0 : Math.max(0, pdfium.FPDFText_CountChars(text));
  // UTF-16 with a closing zero.
  const memory = pdfium.pdfium.wasmExports.malloc((chars + 1) * 2);
  try {
    if (chars === 0) return '';
    const written = pdfium.FPDFText_GetText(text, 0, chars, memory);
    const bytes = heapOf(pdfium).slice(memory, memory + Math.max(0, written - 1) * 2);
    return Buffer.from(bytes).toString('utf16le');
  } finally {
    pdfium.pdfium.wasmExports.free(memory);
    if (text !== 0) pdfium.FPDFText_ClosePage(text);
    pdfium.FPDF_ClosePage(page);
  }
}
