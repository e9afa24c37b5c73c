import { useCallback, useEffect, useRef, useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { tabStore } from '../../kit/kept.ts';
import { loadDraft, loadSync, mergeValues, saveDraft, saveSync } from './draft-store.ts';
import type { Entries } from './entries.ts';
import type { SigningLinkApi } from '../signing-link-api.ts';

type Change = (before: Entries) => Entries;

/** Delay in ms after the last entry before the draft is saved on the server. */
const pause = 1200;

/**
 * Keeps the entries in this tab immediately, and saves them on the server a moment later, so that they are
 * also available on other devices. Signatures remain in the tab. `saved` is true once the server has all
 * entries.
 */
export function useDraft(
  token: string,
  api: SigningLinkApi,
  serverDraft: CeremonyAnswer['draft'],
): [Entries, (change: Change) => void, boolean] {
  const [entries, setEntries] = useState(() => {
    const local = loadDraft(tabStore(), token);
    return { ...local, values: mergeValues(local.values, loadSync(tabStore(), token), serverDraft) };
  });
  // An earlier visit of this tab may have entries that never reached the server.
  const [ahead] = useState(() => loadSync(tabStore(), token).changedAt !== null);
  const [saved, setSaved] = useState(serverDraft !== null && !ahead);
  const unsaved = useRef<Entries['values'] | null>(ahead ? entries.values : null);
  const before = useRef(entries);

  const tell = useCallback(async () => {
    const values = unsaved.current;
    if (!values) return;
    unsaved.current = null;
    const outcome = await api.saveDraft(values);
    if (!outcome.ok) {
      // The tab keeps the entries, and the next change sends all of them to the server again.
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
    saveSync(tabStore(), token, { savedAt: savedAt ?? serverDraft?.savedAt ?? null, changedAt: Date.now() });
  }, [token, entries, serverDraft]);

  useEffect(() => {
    const timer = setTimeout(() => void tell(), pause);
    return () => clearTimeout(timer);
  }, [entries, tell]);

  useEffect(() => {
    // On a phone, a hidden tab may never become visible again.
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
