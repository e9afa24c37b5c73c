import { useRef, useState } from 'react';
import { largestPhoto } from '#core/preference/photo.ts';
import { Button } from '../../parts/button.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useWords } from '../../words.ts';
import { PhotoDialog } from './photo-dialog.tsx';

/** The button that takes a picture from this device, and the dialog that cuts it. */
export function PhotoChooser({ hasPhoto }: { hasPhoto: boolean }) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const refuse = (description: string) =>
    showToast({ title: t('settings.photoRefused'), description, look: 'danger' });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!['image/png', 'image/jpeg'].includes(file.type)) return refuse(t('settings.photoHint'));
    if (file.size > largestPhoto) return refuse(t('settings.photoTooLarge'));
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      refuse(t('settings.photoUnreadable'));
    }
  };
  const close = () => {
    picture?.close();
    setPicture(null);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('settings.photoChoose')}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        {hasPhoto ? t('settings.photoChange') : t('settings.photoChoose')}
      </Button>
      {picture ? <PhotoDialog picture={picture} onClose={close} /> : null}
    </>
  );
}
