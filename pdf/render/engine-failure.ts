/**
 * Returns true if reading a file exhausted the memory or the stack because of deep nesting. The PDFium instance
 * then fails for every file (`discardPdfium`).
 */
export function isEngineFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isTrap = error.constructor.name === 'RuntimeError';
  return isTrap || (error instanceof RangeError && error.message.includes('call stack'));
}
