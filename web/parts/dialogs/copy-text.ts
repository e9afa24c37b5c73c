import { copyToClipboard } from '../../kit/clipboard.ts';
import { showToast } from '../../kit/toast-store.ts';
import { t } from '../../words.ts';

/** Copies a text to the clipboard and reports success, or asks to copy it by hand. */
export async function copyText(text: string): Promise<void> {
  if (await copyToClipboard(text)) return showToast({ title: t('settings.copied') });
  showToast({ title: t('settings.notCopied'), description: t('settings.notCopiedHint'), look: 'danger' });
}
