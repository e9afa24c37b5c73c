import type { BrandAnswer, BrandBody } from '#contract/messages/branding.ts';
import { brandPaths } from '#contract/paths.ts';
import { mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The branding of the account. */
export const brandQuery = uncachedQueryFor(['api', 'brand'], brandPaths.readBrand);

const keep = (brand: BrandAnswer) => queryClient.setQueryData(brandQuery.queryKey, brand);

export const saveBrand = mutationTo(brandPaths.changeBrand, (body: BrandBody) => ({ body }), keep);

/** The browser has already scaled the picture to the size of a logo. */
export const saveLogo = mutationTo(brandPaths.putLogo, (logo: Blob) => ({ body: logo }), keep);
export const removeLogo = mutationTo(brandPaths.deleteLogo, () => ({}), keep);
export const requestReplyTo = mutationTo(
  brandPaths.requestReplyToChange,
  (address: string) => ({ body: { address } }),
  keep,
);
export const removeReplyTo = mutationTo(brandPaths.deleteReplyTo, () => ({}), keep);
