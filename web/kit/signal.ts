/** Creates a change signal with subscribers; `subscribe` fits useSyncExternalStore. */
export function newSignal<Value = void>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    subscribe: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (value: Value): void => {
      for (const listener of listeners) listener(value);
    },
  };
}
