import { putInClipboard } from '../kit/clipboard.ts';
import { showToast } from '../kit/toast-store.ts';
import { t } from '../words.ts';

/** Puts a text into the clipboard and says so, or that it has to be copied by hand. */
export async function copyText(text: string): Promise<void> {
  if (await putInClipboard(text)) return showToast({ title: t('settings.copied') });
  showToast({ title: t('settings.notCopied'), description: t('settings.notCopiedHint'), look: 'danger' });
}
