import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { pdfTasks } from './pdf-tasks.ts';

/** Runs all tasks in this process, for tests and tools that process only trusted files. */
export function openInProcessEngine(): PdfEngine {
  return { ...pdfTasks, close: () => Promise.resolve() };
}
