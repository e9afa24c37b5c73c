import { useCallback, useEffect, useState } from 'react';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { Language } from '#core/language/language.ts';
import { tabStore } from '../kit/kept.ts';
import { showToast } from '../kit/toast-store.ts';
import { loadLanguage, saveLanguage } from './draft-store.ts';
import { isRefusal } from './outcome.ts';
import type { Failure, SigningLinkApi } from './signing-link-api.ts';
import { browserLanguage, shownLanguage, speak, t } from './words.ts';

export type Change = (before: CeremonyAnswer) => CeremonyAnswer;

/** The server's answer about the link. A later failure to read it again takes nothing away. */
export function useAnswer(api: SigningLinkApi, token: string, given: CeremonyAnswer | null) {
  const [answer, setAnswer] = useState<CeremonyAnswer | null>(given);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [ended, setEnded] = useState<Failure | null>(null);
  const load = useCallback(
    () =>
      readLink(api, token).then((outcome) =>
        outcome.ok ? setAnswer(outcome.value) : setFailure(outcome.failure),
      ),
    [api, token],
  );
  useEffect(() => {
    if (!given) void load();
  }, [given, load]);
  /** Reads again while somebody is at work: what they see changes only where the server says something else. */
  const follow = useCallback(async () => {
    const outcome = await api.load(shownLanguage());
    if (outcome.ok) {
      setEnded(null);
      setAnswer((before) =>
        JSON.stringify(before) === JSON.stringify(outcome.value) ? before : outcome.value,
      );
      return true;
    }
    const refused = isRefusal(outcome.failure);
    if (refused) setEnded(outcome.failure);
    // Whoever is given more time goes on with this page.
    return !refused || outcome.failure.code === 'document-expired';
  }, [api]);
  const retry = () => {
    setFailure(null);
    setEnded(null);
    void load();
  };
  const change = useCallback((by: Change) => setAnswer((before) => before && by(before)), []);
  const changeLanguage = useChangeLanguage(api, token, setAnswer);
  return { answer, failure, ended, load, follow, retry, change, changeLanguage };
}

/** The consent that is recorded is to the words that are shown, so the page speaks the language of the answer. */
async function readLink(api: SigningLinkApi, token: string) {
  const chosen = loadLanguage(tabStore(), token);
  const outcome = await api.load(chosen);
  await speak(outcome.ok ? outcome.value.disclosure.language : (chosen ?? browserLanguage()));
  return outcome;
}

/** Asks for the disclosure in the other language first: without it the page stays in the one it is in. */
function useChangeLanguage(api: SigningLinkApi, token: string, onAnswer: (answer: CeremonyAnswer) => void) {
  const [, setShown] = useState(shownLanguage);
  return (language: Language) => {
    void (async () => {
      const outcome = await api.load(language);
      if (!outcome.ok && outcome.failure.offline) {
        return showToast({ look: 'danger', title: t('failed.language'), description: t('failed.offline') });
      }
      saveLanguage(tabStore(), token, language);
      await speak(language);
      setShown(language);
      if (outcome.ok) onAnswer(outcome.value);
    })();
  };
}
