import { MAX_LOGO, logoSides } from '#core/brand/brand.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { readPng, writePng } from '#pdf/image/png.ts';
import { stripJpeg } from '../../accounts/profile/strip-jpeg.ts';
import type { Logo } from '../../records/brand-store.ts';

/**
 * Reads a logo by its bytes, regardless of its name. A PNG is re-encoded from its pixels, and a JPEG keeps
 * only the segments needed to display it (S-29). SVG is rejected, because it can contain scripts. Logos are
 * sent to strangers, so a minimum size applies: a one-pixel picture could only serve to track who opened an
 * email.
 */
export function readLogo(bytes: Uint8Array): { bytes: Uint8Array; mediaType: Logo['mediaType'] } | Refusal {
  const { least, most } = logoSides;
  if (bytes.length > MAX_LOGO) return refuse('logo-invalid', 'The logo is larger than 512 kB.');
  const picture = readPng(bytes, { width: most, height: most });
  if (picture && Math.min(picture.width, picture.height) >= least) {
    return { bytes: writePng(picture), mediaType: 'image/png' };
  }
  const jpeg = picture ? undefined : stripJpeg(bytes, most);
  if (jpeg) return { bytes: jpeg, mediaType: 'image/jpeg' };
  return refuse('logo-invalid', `Choose a PNG or JPG with ${least} to ${most} pixels on each side.`);
}
