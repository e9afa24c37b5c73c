import type { CSSProperties } from 'react';
import { nightShade, type Color } from '#core/brand/color.ts';
import { productName } from '../../kit/product-name.ts';
import { useTranslation } from '../../words.ts';
import { Logo } from './brand-logo.tsx';

type Props = {
  brand: { name: string; footer: string; logoUrl: string | null; color: Color | null };
  sender: { name: string; email: string };
};

/** Small previews of the signing page and an email that update while typing. */
export function BrandPreview({ brand, sender }: Props) {
  const { t } = useTranslation();
  const ink = brand.color
    ? ({
        '--brand-day': brand.color,
        '--brand-night': nightShade(brand.color),
      } as CSSProperties)
    : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2" style={ink} aria-label={t('brand.preview')} role="group">
      <figure className="rounded-lg border border-line bg-surface p-4 shadow-card">
        <figcaption className="mb-3 text-xs text-muted">{t('brand.previewSigner')}</figcaption>
        <div className="flex items-center gap-3 border-b border-line pb-3">
          {brand.logoUrl ? <Logo url={brand.logoUrl} small /> : null}
          <div className="min-w-0">
            <p className="font-semibold">{t('brand.previewTitle')}</p>
            <p className="text-xs break-words text-muted">
              <bdi>{brand.name}</bdi>
              {brand.name ? ' · ' : ''}
              {t('brand.previewFrom', { sender: sender.name })}
            </p>
          </div>
        </div>
        <Act />
        <SentWith email={sender.email} />
      </figure>
      <figure className="rounded-lg border border-t-4 border-line border-t-ink bg-surface p-4 shadow-card">
        <figcaption className="mb-3 text-xs text-muted">{t('brand.previewMail')}</figcaption>
        {brand.logoUrl ? <Logo url={brand.logoUrl} /> : null}
        {brand.name ? <p className="mt-2 font-semibold break-words">{brand.name}</p> : null}
        <Act />
        {brand.footer.trim() ? (
          <p className="mt-3 border-s-[3px] border-line ps-3 text-xs break-words whitespace-pre-wrap text-muted">
            {brand.footer}
          </p>
        ) : null}
        <SentWith email={sender.email} />
      </figure>
    </div>
  );
}

/** Looks like a button, but is not one because it has no function here. */
function Act() {
  const { t } = useTranslation();
  return (
    <p className="mt-3 inline-block rounded-md bg-ink px-4 py-2 font-medium text-on-ink">
      {t('brand.previewAct')}
    </p>
  );
}

function SentWith({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <p className="mt-3 text-xs break-words text-muted">
      {t('brand.sentWith', { address: email, service: productName() })}
    </p>
  );
}
