import { showToast } from '../kit/toast-store.ts';
import { t } from '../words.ts';

/** Puts a text into the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast({ title: t('settings.copied') });
}
