import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { reasonOf } from '../api/transport/request.ts';
import { newSignal } from '../kit/signal.ts';
import { showToast } from '../kit/toast-store.ts';
import { t } from '../words.ts';

/**
 * The code of a panel that a control opens. It is loaded when the control is first reached. Unlike with
 * `lazy`, the panel appears as soon as its code has arrived, because React delays content that replaces a
 * fallback.
 */
export function popup<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const arrival = newSignal();
  const start = (): Promise<void> =>
    (loading ??= load().then(
      (panel) => {
        loaded = panel;
        arrival.tell();
      },
      (error: unknown) => {
        // The next use loads it again.
        loading = undefined;
        throw error;
      },
    ));
  /** Renders nothing until the code is loaded. */
  function Panel(props: Props): ReactNode {
    const isLoaded = useSyncExternalStore(
      arrival.subscribe,
      () => loaded !== undefined,
      () => false,
    );
    return isLoaded && loaded ? createElement(loaded, props) : null;
  }
  return {
    Panel,
    preload: () => void start().catch(() => undefined),
    /** Loads the code when a person opens the panel, and reports a failure. */
    open: (onFailure: () => void) =>
      void start().catch((error: unknown) => {
        onFailure();
        showToast({ title: t('error.loading'), description: reasonOf(error), look: 'danger' });
      }),
  };
}
