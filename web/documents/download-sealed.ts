import { downloadFile } from './download-file.ts';

export function downloadSealed(id: string): void {
  downloadFile(`/api/documents/${encodeURIComponent(id)}/download`);
}
