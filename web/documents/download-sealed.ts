import { addressOf } from '#contract/address.ts';
import { documentPaths } from '#contract/paths.ts';
import { downloadFile } from './download-file.ts';

export function downloadSealed(id: string): void {
  downloadFile(addressOf(documentPaths.downloadDocument, { params: { id } }));
}
