import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClaimMessages } from '#core/claims/claims.ts';
import type legal from '../locales/legal/en.json';
import type answers from '../locales/support/en.json';
import type { AppLanguage } from '#core/language/language.ts';
import { useTranslation } from '../words.ts';

type LongTexts = { legal: typeof legal; support: typeof answers; claims: ClaimMessages };

const files = import.meta.glob<LongTexts[keyof LongTexts]>(
  ['../locales/legal/*.json', '../locales/support/*.json', '../../core/claims/wording/*.json'],
  { import: 'default' },
);
const folders: Record<keyof LongTexts, string> = {
  legal: '../locales/legal',
  support: '../locales/support',
  claims: '../../core/claims/wording',
};

export function longTextQuery<Kind extends keyof LongTexts>(kind: Kind, language: AppLanguage) {
  return queryOptions({
    queryKey: ['texts', kind, language],
    queryFn: async () => {
      const load = files[`${folders[kind]}/${language}.json`];
      if (!load) throw new Error(`There are no texts ${kind} in ${language}.`);
      return (await load()) as LongTexts[Kind];
    },
  });
}

/** Returns a text of a single page in the page's language; undefined until it is loaded. */
export function useLongText<Kind extends keyof LongTexts>(kind: Kind): LongTexts[Kind] | undefined {
  const { language } = useTranslation();
  return useQuery(longTextQuery(kind, language)).data;
}
