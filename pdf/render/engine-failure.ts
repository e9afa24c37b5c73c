/**
 * Returns true if reading a file exhausted memory or the stack, because the file is nested too deep. After
 * that, an instance of PDFium fails for every file (`discardPdfium`).
 */
export function isEngineFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isTrap = error.constructor.name === 'RuntimeError';
  return isTrap || (error instanceof RangeError && error.message.includes('call stack'));
}
