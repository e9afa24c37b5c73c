import { useEffect, useRef } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Embedded } from '#contract/signing/embedding.ts';
import { embeddingPaths } from '#contract/paths.ts';
import { setFrameOrigin, notifyParentFrame } from '../kit/frame.ts';
import { ask } from '../kit/request.ts';
import { historyState } from './link-address.ts';
import { outcomeOf, type Failure } from './outcome/outcome.ts';
import { t } from './words.ts';

export const isInFrame = (): boolean => location.pathname.startsWith('/embed/');

/**
 * Exchanges the one-time URL of this frame for its signing link. From then on the URL only identifies the
 * frame, and the browser keeps the link in the history entry for a reload. The link is not in a cookie,
 * because browsers send none in third-party frames.
 */
export async function linkInFrame(): Promise<{ token: string } | { failure: Failure }> {
  if (window.parent === window) {
    return { failure: { offline: false, code: 'not-in-a-frame', detail: t('embed.onlyInFrame') } };
  }
  const { link, origin } = historyState();
  if (typeof link === 'string' && typeof origin === 'string') {
    setFrameOrigin(origin);
    return { token: link };
  }
  const code = location.pathname.split('/')[2] ?? '';
  const opened = await outcomeOf<Embedded>(ask(embeddingPaths.openEmbedded, { params: { code } }));
  if (!opened.ok) return opened;
  const { token, id } = opened.value;
  setFrameOrigin(opened.value.origin);
  history.replaceState({ link: token, origin: opened.value.origin }, '', `/embed/${id}${location.hash}`);
  return { token };
}

/** Continues with the link that was issued after its codes were entered. */
export function continueWithToken(token: string): void {
  history.replaceState({ ...historyState(), link: token }, '');
  location.reload();
}

/** Reports progress to the page around this frame: an application, or our page for shared devices. */
export function useApplication(answer: CeremonyAnswer | null, failure: Failure | null): void {
  const state = answer?.recipient.state;
  const before = useRef(state);
  const shown = answer !== null || failure !== null;
  const atCounter = answer?.recipient.via === 'counter';
  useEffect(() => {
    if (atCounter) setFrameOrigin(location.origin);
    if (shown) notifyParentFrame('ready');
  }, [shown, atCounter]);
  useEffect(() => {
    if (before.current !== undefined && before.current !== state) {
      if (state === 'signed' || state === 'declined') notifyParentFrame(state);
    }
    before.current = state;
  }, [state]);
  useEffect(() => {
    if (!isInFrame()) return undefined;
    const size = new ResizeObserver(() => {
      notifyParentFrame('height', { height: Math.ceil(document.body.scrollHeight) });
    });
    size.observe(document.body);
    return () => size.disconnect();
  }, []);
}
