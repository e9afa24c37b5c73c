import { useCallback, useEffect, useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Language } from '#core/language/language.ts';
import { tabStore } from '../kit/kept.ts';
import { showToast } from '../kit/toast-store.ts';
import { loadLanguage, saveLanguage } from './entries/draft-store.ts';
import { isRefusal } from './outcome/outcome.ts';
import type { Failure, SigningLinkApi } from './signing-link-api.ts';
import { browserLanguage, shownLanguage, speak, t } from './words.ts';

export type Change = (before: CeremonyAnswer) => CeremonyAnswer;

/** The server's state of the link. If reading it again fails later, the previous state is kept. */
export function useAnswer(api: SigningLinkApi, token: string, first: CeremonyAnswer | null) {
  const [answer, setAnswer] = useState<CeremonyAnswer | null>(first);
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
    if (!first) void load();
  }, [first, load]);
  /** Reads the state again while a person is working. The view changes only if the state changed. */
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
    // A recipient whose deadline is extended continues with this page.
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

/** The recorded consent refers to the displayed text, so the page uses the language of the response. */
async function readLink(api: SigningLinkApi, token: string) {
  const chosen = loadLanguage(tabStore(), token);
  const outcome = await api.load(chosen);
  await speak(outcome.ok ? outcome.value.disclosure.language : (chosen ?? browserLanguage()));
  return outcome;
}

/** Requests the disclosure in the other language first. If that fails, the page keeps its language. */
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
