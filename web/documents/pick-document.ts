import { largestUpload } from '#core/plan/plans.ts';
import { acceptedFiles } from './rejections.ts';

/** A file picked on one page for the next one, which asks for it once. */
let picked: Promise<File | null> | null = null;

/**
 * Opens the browser's own window for files, at once: it only opens under somebody's hand, so nothing is awaited before.
 * The page that one is led to meanwhile takes the file by takePicked; null when the window was closed without one.
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

export function takePicked(): Promise<File | null> | null {
  const mine = picked;
  picked = null;
  return mine;
}

/** The codes of rejections.ts, for a file that no drop zone has looked at. */
export function rejectionOf({ name, size }: File): { code: string }[] {
  const endings = Object.values(acceptedFiles).flat();
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) return [{ code: 'file-invalid-type' }];
  if (size > largestUpload) return [{ code: 'file-too-large' }];
  return size < 1 ? [{ code: 'file-too-small' }] : [];
}
