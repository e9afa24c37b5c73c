import type { CSSProperties } from 'react';
import type { ShownBrand } from '#contract/brand.ts';
import { BrandMark } from '../kit/brand-mark.tsx';
import { productName } from '../kit/product-name.ts';
import { t } from './words.ts';

/** How the sender's account shows itself: its own claim, never without the address that was confirmed. */
export type SenderBrand = ShownBrand & { address: string };

/** Its colour in the place of our ink, by day and by night. The server has looked at the contrast. */
export function inItsColour(brand: SenderBrand | null): CSSProperties | undefined {
  if (!brand?.colour) return undefined;
  const { day, night } = brand.colour;
  const colours = {
    '--ink': `light-dark(${day}, ${night})`,
    '--ink-soft': 'color-mix(in oklab, var(--ink) 10%, var(--surface))',
    '--on-ink': 'light-dark(white, #14161c)',
  };
  return colours as CSSProperties;
}

/** The logo on white, where dark letters on nothing could not be read by night. */
export function SenderMark({ brand }: { brand: SenderBrand | null }) {
  if (!brand?.logoUrl) return <BrandMark className="brand-mark" />;
  return <img className="sender-logo" src={brand.logoUrl} alt="" />;
}

/** Stands below every page that shows a brand: a name proves nothing. */
export function SentWith({ brand }: { brand: SenderBrand }) {
  return (
    <p className="sent-with column muted">
      {t('brand.sentWith', { address: brand.address, service: productName() })}
    </p>
  );
}
