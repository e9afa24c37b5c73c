/**
 * Whether something that reads a file came to the end of its memory or its stack: such a file leads deeper than any
 * ordinary one. An instance of PDFium to which that happened fails on every file afterwards (`discardPdfium`).
 */
export function isEngineFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isTrap = error.constructor.name === 'RuntimeError';
  return isTrap || (error instanceof RangeError && error.message.includes('call stack'));
}
