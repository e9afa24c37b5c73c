import { useEffect, useRef } from 'react';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { Embedded } from '#contract/embedding.ts';
import { embeddingPaths } from '#contract/paths.ts';
import { beShownBy, tellApplication } from '../kit/frame.ts';
import { ask } from '../kit/request.ts';
import { stateHere } from './link-address.ts';
import { outcomeOf, type Failure } from './outcome.ts';
import { t } from './words.ts';

export const isInFrame = (): boolean => location.pathname.startsWith('/embed/');

/**
 * Resolves the one-time URL of this frame to its signing link, and uses the URL up. From then on the URL only
 * identifies the frame, and the browser keeps the link in the history entry for a reload. It is not in a
 * cookie, because browsers send none in third-party frames.
 */
export async function linkInFrame(): Promise<{ token: string } | { failure: Failure }> {
  if (window.parent === window) {
    return { failure: { offline: false, code: 'not-in-a-frame', detail: t('embed.onlyInFrame') } };
  }
  const { link, origin } = stateHere();
  if (typeof link === 'string' && typeof origin === 'string') {
    beShownBy(origin);
    return { token: link };
  }
  const code = location.pathname.split('/')[2] ?? '';
  const opened = await outcomeOf<Embedded>(ask(embeddingPaths.openEmbedded, { params: { code } }));
  if (!opened.ok) return opened;
  const { token, id } = opened.value;
  beShownBy(opened.value.origin);
  history.replaceState({ link: token, origin: opened.value.origin }, '', `/embed/${id}`);
  return { token };
}

/** Continues with the link that proves that its codes were entered. */
export function goOnWith(token: string): void {
  history.replaceState({ ...stateHere(), link: token }, '');
  location.reload();
}

/** Notifies the application that contains this frame of its progress. */
export function useApplication(answer: CeremonyAnswer | null, failure: Failure | null): void {
  const state = answer?.recipient.state;
  const before = useRef(state);
  const shown = answer !== null || failure !== null;
  useEffect(() => {
    if (shown) tellApplication('ready');
  }, [shown]);
  useEffect(() => {
    if (before.current !== undefined && before.current !== state) {
      if (state === 'signed' || state === 'declined') tellApplication(state);
    }
    before.current = state;
  }, [state]);
  useEffect(() => {
    if (!isInFrame()) return undefined;
    const size = new ResizeObserver(() => {
      tellApplication('height', { height: Math.ceil(document.body.scrollHeight) });
    });
    size.observe(document.body);
    return () => size.disconnect();
  }, []);
}
