import { useQuery } from '@tanstack/react-query';
import { phrase, type Say } from '#core/language/phrase.ts';
import type en from '../locales/sender-domain/en.json';
import type { SenderDomainParts } from '../locales/sender-domain/parts.ts';
import { useWords } from '../words.ts';

type Texts = typeof en;
const files = import.meta.glob<Texts>('../locales/sender-domain/*.json', { import: 'default' });

/** The texts of one part of the settings, which the first load does without; undefined until they are there. */
export function useSenderDomainWords(): Say<Texts, SenderDomainParts> | undefined {
  const { language } = useWords();
  const { data } = useQuery({
    queryKey: ['texts', 'sender-domain', language],
    queryFn: () => files[`../locales/sender-domain/${language}.json`]?.(),
  });
  return data && ((key, ...[parts]) => phrase(data, language, key, parts));
}
