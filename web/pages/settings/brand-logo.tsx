import { useMutation } from '@tanstack/react-query';
import { logoBox } from '#core/brand/brand.ts';
import type { BrandAnswer } from '#contract/messages/branding.ts';
import { removeLogo, saveLogo } from '../../api/brand.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { Row } from './settings-section.tsx';

/** The logo, and the button that loads a picture from this device and scales it. */
export function BrandLogo({ brand }: { brand: BrandAnswer }) {
  const { t } = useTranslation();
  const saving = useMutation(saveLogo);
  const removing = useMutation(removeLogo);
  const fail = (description: string) =>
    showToast({ title: t('settings.photoRefused'), description, look: 'danger' });
  const choose = async (file: File) => {
    const logo = await intoBox(file).catch(() => null);
    if (!logo) return fail(t('brand.logoUnreadable'));
    saving.mutate(logo, { onError: (error) => fail(reasonOf(error)) });
  };
  return (
    <Row title={brand.logoUrl ? <Logo url={brand.logoUrl} /> : t('brand.logo')} about={t('brand.logoHint')}>
      <FileButton
        label={t('brand.logoChoose')}
        accept="image/png,image/jpeg"
        disabled={!brand.offered || saving.isPending}
        onFile={(file) => void choose(file)}
      >
        {brand.logoUrl ? t('brand.logoChange') : t('brand.logoChoose')}
      </FileButton>
      {brand.logoUrl ? (
        <Button look="quiet" disabled={removing.isPending} onClick={() => removing.mutate()}>
          {t('brand.logoRemove')}
        </Button>
      ) : null}
    </Row>
  );
}

/** The background is always white, because dark letters would be unreadable in dark mode. */
export function Logo({ url, small = false }: { url: string; small?: boolean }) {
  const { t } = useTranslation();
  return (
    <img
      src={url}
      alt={t('brand.logo')}
      className={classNames('rounded-md bg-white p-1', small ? 'max-h-10 max-w-24' : 'max-h-14 max-w-48')}
    />
  );
}

/** Returns a PNG within the size limit of a logo. The picture is never enlarged. */
async function intoBox(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, logoBox.width / picture.width, logoBox.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
