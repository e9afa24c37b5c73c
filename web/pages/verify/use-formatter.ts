import { useQuery } from '@tanstack/react-query';
import { ReportFormatter, type Words } from '#verify/report-formatter.ts';
import { shownLanguage, useTranslation } from '../../words.ts';

const files = import.meta.glob<Words>('../../../verify/words/*.json', { import: 'default' });

/** The texts of this page in its language; undefined until they are loaded. No other page loads them. */
export function useVerdictTexts(): ReportFormatter | undefined {
  const { language } = useTranslation();
  const { data } = useQuery({
    queryKey: ['texts', 'verify', language],
    queryFn: () => files[`../../../verify/words/${language}.json`]?.(),
    staleTime: Infinity,
    // Without its texts the page cannot be shown, so the error boundary reports it.
    throwOnError: true,
  });
  return data && new ReportFormatter(data, shownLanguage());
}
