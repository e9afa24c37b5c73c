import { useId, useState, type ChangeEvent } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../words.ts';
import { pictureToPng, type PictureFault } from './crop-to-png.ts';
import { Button, buttonLook } from '../../kit/button.tsx';

type Props = { picture: string; onPicture: (dataUrl: string) => void };

/** A signature from a picture file. */
export function UploadedMark({ picture, onPicture }: Props) {
  const input = useId();
  const [fault, setFault] = useState<PictureFault | null>(null);

  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const result = await pictureToPng(file);
    setFault('fault' in result ? result.fault : null);
    if ('dataUrl' in result) onPicture(result.dataUrl);
  }

  return (
    <div className="uploaded">
      {picture !== '' && (
        <div className="pad-paper">
          <img src={picture} alt={t('mark.pictureAlt')} />
        </div>
      )}
      <div className="row">
        <label htmlFor={input} {...buttonLook({ className: 'file-button' })}>
          <Icon name="upload" />
          {t('mark.choosePicture')}
          <input
            id={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${input}-hint`}
            onChange={(event) => void take(event)}
          />
        </label>
        {picture !== '' && <Button onClick={() => onPicture('')}>{t('mark.pictureRemove')}</Button>}
      </div>
      <p id={`${input}-hint`} className="muted">
        {t('mark.pictureHint')}
      </p>
      <p role="status" className="fault">
        {fault && t(fault === 'blank' ? 'mark.pictureBlank' : 'mark.pictureFailed')}
      </p>
    </div>
  );
}
