import { useCallback, useEffect, useRef, useState } from 'react';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import { tabStore } from '../kit/kept.ts';
import { loadDraft, loadSync, mergeValues, saveDraft, saveSync } from './draft-store.ts';
import type { Entries } from './entries.ts';
import type { SigningLinkApi } from './signing-link-api.ts';

type Change = (before: Entries) => Entries;

/** How long nothing is entered before the server is told, in ms. */
const pause = 1200;

/**
 * The entries: kept by this tab at once, and by the server a moment later, so that they are there on another
 * device too. Signatures stay in the tab. `saved` says that the server has everything there is to have.
 */
export function useDraft(
  token: string,
  api: SigningLinkApi,
  given: CeremonyAnswer['draft'],
): [Entries, (change: Change) => void, boolean] {
  const [entries, setEntries] = useState(() => {
    const local = loadDraft(tabStore(), token);
    return { ...local, values: mergeValues(local.values, loadSync(tabStore(), token), given) };
  });
  // An earlier visit of this tab may have entered more than the server has heard of.
  const [ahead] = useState(() => loadSync(tabStore(), token).changedAt !== null);
  const [saved, setSaved] = useState(given !== null && !ahead);
  const unsaved = useRef<Entries['values'] | null>(ahead ? entries.values : null);
  const before = useRef(entries);

  const tell = useCallback(async () => {
    const values = unsaved.current;
    if (!values) return;
    unsaved.current = null;
    const outcome = await api.saveDraft(values);
    if (!outcome.ok) {
      // The tab has it; the next change tells the server of everything again.
      if (outcome.failure.offline) unsaved.current ??= values;
      return;
    }
    if (unsaved.current) return;
    saveSync(tabStore(), token, { savedAt: outcome.value.savedAt, changedAt: null });
    setSaved(true);
  }, [api, token]);

  useEffect(() => {
    if (before.current === entries) return;
    const same = JSON.stringify(before.current.values) === JSON.stringify(entries.values);
    before.current = entries;
    saveDraft(tabStore(), token, entries);
    if (same) return;
    unsaved.current = entries.values;
    const { savedAt } = loadSync(tabStore(), token);
    saveSync(tabStore(), token, { savedAt: savedAt ?? given?.savedAt ?? null, changedAt: Date.now() });
  }, [token, entries, given]);

  useEffect(() => {
    const timer = setTimeout(() => void tell(), pause);
    return () => clearTimeout(timer);
  }, [entries, tell]);

  useEffect(() => {
    // A phone that is put away may never come back to this tab.
    const leave = () => document.visibilityState === 'hidden' && void tell();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [tell]);

  const change = useCallback((by: Change) => {
    setEntries(by);
    setSaved(false);
  }, []);
  return [entries, change, saved];
}
