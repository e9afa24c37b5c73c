import { useQuery } from '@tanstack/react-query';
import { shownLanguage } from '../../i18n.ts';
import { useTranslation } from 'react-i18next';
import { Teller, type Words } from '#verify/tell.ts';

const files = import.meta.glob<Words>('../../../verify/words/*.json', { import: 'default' });

/** The words of this page, in its language; undefined until they are there. No other page loads them. */
export function useTeller(): Teller | undefined {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['texts', 'verify', i18n.language],
    queryFn: () => files[`../../../verify/words/${i18n.language}.json`]?.(),
    staleTime: Infinity,
  });
  return data && new Teller(data, shownLanguage());
}
