import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { acceptedFiles } from './rejections.ts';

/** A file that was picked on one page for the next one, which takes it once. */
let picked: Promise<File | null> | null = null;

/**
 * Opens the browser's file picker. It works only during a user gesture, so nothing may be awaited before. The
 * next page gets the file from takePicked; null if the picker was canceled.
 */
export function pickDocument(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = Object.entries(acceptedFiles).flat(2).join(',');
  picked = new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
  });
  input.click();
}

export function claimPickedFile(): Promise<File | null> | null {
  const mine = picked;
  picked = null;
  return mine;
}

/** Returns the codes of rejections.ts for a file that did not come from a drop zone. */
export function rejectionOf({ name, size }: File): { code: string }[] {
  const endings = Object.values(acceptedFiles).flat();
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) return [{ code: 'file-invalid-type' }];
  if (size > MAX_UPLOAD_BYTES) return [{ code: 'file-too-large' }];
  return size < 1 ? [{ code: 'file-too-small' }] : [];
}
