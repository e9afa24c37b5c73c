import { useQuery } from '@tanstack/react-query';
import { phrase, type Say } from '#core/language/phrase.ts';
import type en from '../locales/operator/en.json';
import type { OperatorParts } from '../locales/operator/parts.ts';
import { useWords } from '../words.ts';

type Texts = typeof en;
const files = import.meta.glob<Texts>('../locales/operator/*.json', { import: 'default' });

/** How a component of the operator's room asks for its texts. */
export type OperatorSay = Say<Texts, OperatorParts>;

/** The texts of the operator's room, which the first load does without; undefined until they are there. */
export function useOperatorWords(): OperatorSay | undefined {
  const { language } = useWords();
  const { data } = useQuery({
    queryKey: ['texts', 'operator', language],
    queryFn: () => files[`../locales/operator/${language}.json`]?.(),
  });
  return data && ((key, ...[parts]) => phrase(data, language, key, parts));
}
