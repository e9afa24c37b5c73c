import type { BrandAnswer, BrandBody } from '#contract/brand.ts';
import { brandPaths } from '#contract/paths.ts';
import { toChange, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';

/** The branding of the account. */
export const brandQuery = toLoadAnew(['api', 'brand'], brandPaths.readBrand);

const keep = (brand: BrandAnswer) => queryClient.setQueryData(brandQuery.queryKey, brand);

export const saveBrand = toChange(brandPaths.changeBrand, (body: BrandBody) => ({ body }), keep);

/** The browser has already scaled the picture to the size of a logo. */
export const saveLogo = toChange(brandPaths.putLogo, (logo: Blob) => ({ body: logo }), keep);
export const removeLogo = toChange(brandPaths.deleteLogo, () => ({}), keep);
export const askReplyTo = toChange(brandPaths.askReplyTo, (address: string) => ({ body: { address } }), keep);
export const removeReplyTo = toChange(brandPaths.deleteReplyTo, () => ({}), keep);
