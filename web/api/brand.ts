import type { BrandAnswer, BrandBody } from '#contract/messages/branding.ts';
import { brandPaths, senderDomainPaths } from '#contract/paths.ts';
import { mutationTo, uncachedQueryFor, change } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';
import { mutationOptions } from '@tanstack/react-query';
import type { SenderDomainAnswer, SenderDomainBody } from '#contract/messages/sender-domain.ts';

/** The branding of the account. */
export const brandQuery = uncachedQueryFor(['api', 'brand'], brandPaths.readBrand);

const keepBrand = (brand: BrandAnswer) => queryClient.setQueryData(brandQuery.queryKey, brand);

export const saveBrand = mutationTo(brandPaths.changeBrand, (body: BrandBody) => ({ body }), keepBrand);

/** The browser has already scaled the picture to the size of a logo. */
export const saveLogo = mutationTo(brandPaths.putLogo, (logo: Blob) => ({ body: logo }), keepBrand);
export const removeLogo = mutationTo(brandPaths.deleteLogo, () => ({}), keepBrand);
export const requestReplyTo = mutationTo(
  brandPaths.requestReplyToChange,
  (address: string) => ({ body: { address } }),
  keepBrand,
);
export const removeReplyTo = mutationTo(brandPaths.deleteReplyTo, () => ({}), keepBrand);

/** The domain from which emails of the account are sent. */
export const senderDomainQuery = uncachedQueryFor(
  ['api', 'brand', 'sender-domain'],
  senderDomainPaths.readSenderDomain,
);

const keepDomain = (answer: SenderDomainAnswer) =>
  queryClient.setQueryData(senderDomainQuery.queryKey, answer);

export const saveSenderDomain = mutationTo(
  senderDomainPaths.putSenderDomain,
  (body: SenderDomainBody) => ({ body }),
  keepDomain,
);

export const checkSenderDomain = mutationTo(senderDomainPaths.checkSenderDomain, () => ({}), keepDomain);

export const removeSenderDomain = mutationOptions({
  mutationFn: () => change(senderDomainPaths.deleteSenderDomain),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: senderDomainQuery.queryKey }),
});
