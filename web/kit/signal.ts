/** Creates a signal that notifies its subscribers of changes; `subscribe` fits useSyncExternalStore. */
export function newSignal() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
