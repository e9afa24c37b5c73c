import { useState } from 'react';
import { MAX_PHOTO } from '#core/preference/photo.ts';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { PhotoDialog } from './photo-dialog.tsx';

/** The button that loads a picture from this device and opens the crop dialog. */
export function PhotoChooser({ hasPhoto }: { hasPhoto: boolean }) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const refuse = (description: string) =>
    showToast({ title: t('settings.photoRefused'), description, look: 'danger' });
  const choose = async (file: File) => {
    if (!['image/png', 'image/jpeg'].includes(file.type)) return refuse(t('settings.photoHint'));
    if (file.size > MAX_PHOTO) return refuse(t('settings.photoTooLarge'));
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
      <FileButton
        label={t('settings.photoChoose')}
        accept="image/png,image/jpeg"
        onFile={(file) => void choose(file)}
      >
        {hasPhoto ? t('settings.photoChange') : t('settings.photoChoose')}
      </FileButton>
      {picture ? <PhotoDialog picture={picture} onClose={close} /> : null}
    </>
  );
}
