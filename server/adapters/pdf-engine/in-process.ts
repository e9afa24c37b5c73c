import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { pdfTasks } from './pdf-tasks.ts';

/** The engine without child processes, for tests and tools that only process trusted files. */
export function openInProcessEngine(): PdfEngine {
  return { ...pdfTasks, close: () => Promise.resolve() };
}
