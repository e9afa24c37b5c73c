import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { BrandAnswer, BrandBody } from '#contract/brand.ts';
import { brandPaths } from '#contract/paths.ts';
import { change, load, readAnswer } from './call.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** How the account shows itself. */
export const brandQuery = queryOptions({
  queryKey: ['api', 'brand'],
  queryFn: ({ signal }) => load(brandPaths.readBrand, {}, signal),
  refetchOnMount: 'always',
});

const keep = (brand: BrandAnswer) => queryClient.setQueryData(brandQuery.queryKey, brand);

export const saveBrand = mutationOptions({
  mutationFn: (body: BrandBody) => change(brandPaths.changeBrand, { body }),
  onSuccess: keep,
});

/** A picture that the browser has brought into the box of a logo already. */
export const saveLogo = mutationOptions({
  mutationFn: async (logo: Blob) =>
    readAnswer(brandPaths.putLogo, await request(brandPaths.putLogo, { body: logo })),
  onSuccess: keep,
});

export const removeLogo = mutationOptions({
  mutationFn: () => change(brandPaths.deleteLogo),
  onSuccess: keep,
});

export const askReplyTo = mutationOptions({
  mutationFn: (address: string) => change(brandPaths.askReplyTo, { body: { address } }),
  onSuccess: keep,
});

export const removeReplyTo = mutationOptions({
  mutationFn: () => change(brandPaths.deleteReplyTo),
  onSuccess: keep,
});
