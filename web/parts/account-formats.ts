import { useQuery } from '@tanstack/react-query';
import { guessFormats, type DocumentFormats } from '#core/formats/formats.ts';
import { browserZone } from './format.ts';
import { shownLanguage } from '../words.ts';
import { currentUserQuery } from '../api/account.ts';

/** Returns how new documents of the account print dates and numbers. */
export function useAccountFormats(): DocumentFormats {
  const user = useQuery(currentUserQuery).data;
  return user?.formats ?? guessFormats(user?.language ?? shownLanguage(), browserZone);
}
