import type { CSSProperties } from 'react';
import type { ShownBrand } from '#contract/messages/branding.ts';
import { BrandMark } from '../kit/brand-mark.tsx';
import { productName } from '../kit/product-name.ts';
import { t } from './words.ts';

/** The branding of the sender's account, unverified and therefore always shown with the confirmed address. */
export type SenderBrand = ShownBrand & { address: string };

/**
 * The account's color instead of the default ink color, for light and dark mode. The server has checked the
 * contrast.
 */
export function brandStyle(brand: SenderBrand | null): CSSProperties | undefined {
  if (!brand?.colour) return undefined;
  const { day, night } = brand.colour;
  const colours = {
    '--ink': `light-dark(${day}, ${night})`,
    '--ink-soft': 'color-mix(in oklab, var(--ink) 10%, var(--surface))',
    '--on-ink': 'light-dark(white, #14161c)',
  };
  return colours as CSSProperties;
}

/** The logo on a white background, because dark letters would be unreadable in dark mode. */
export function SenderMark({ brand }: { brand: SenderBrand | null }) {
  if (!brand?.logoUrl) return <BrandMark className="brand-mark" />;
  return <img className="sender-logo" src={brand.logoUrl} alt="" />;
}

/** Appears below every page with branding, because a name proves nothing. */
export function SentWith({ brand }: { brand: SenderBrand }) {
  return (
    <p className="sent-with column muted">
      {t('brand.sentWith', { address: brand.address, service: productName() })}
    </p>
  );
}
