import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AppLanguage } from '#core/language/language.ts';
import { ReportFormatter, type Words } from '#verify/report-formatter.ts';
import { shownLanguage, useTranslation } from '../../words.ts';

const files = import.meta.glob<Words>('../../../verify/words/*.json', { import: 'default' });

export const verdictTextsQuery = (language: AppLanguage) =>
  queryOptions({
    queryKey: ['texts', 'verify', language],
    queryFn: async () => {
      const load = files[`../../../verify/words/${language}.json`];
      if (!load) throw new Error(`There are no texts of verdicts in ${language}.`);
      return load();
    },
    staleTime: Infinity,
  });

/** The texts of this page in its language; undefined until they are loaded. No other page loads them. */
export function useVerdictTexts(): ReportFormatter | undefined {
  const { language } = useTranslation();
  const { data } = useQuery({
    ...verdictTextsQuery(language),
    // The page cannot be shown without its texts, so the error boundary reports a failure.
    throwOnError: true,
  });
  return data && new ReportFormatter(data, shownLanguage());
}
