import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { pdfTasks } from './pdf-tasks.ts';

/** The same work without processes of its own, for tests and tools that only see files they trust. */
export function openInProcessEngine(): PdfEngine {
  return { ...pdfTasks, close: () => Promise.resolve() };
}
