/** A place of the browser's that keeps texts, by their keys. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nowhere: Store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** This tab's session storage; where the browser forbids it even to be looked at, one that keeps nothing. */
export function tabStore(): Store {
  try {
    return window.sessionStorage;
  } catch {
    return nowhere;
  }
}

/** The same for what outlives the tab. */
export function browserStore(): Store {
  try {
    return window.localStorage;
  } catch {
    return nowhere;
  }
}

/** The kept value as it was; null where there is none that can be read. Who reads it checks its shape. */
export function readKept(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Storage that is full or switched off costs only that nothing is kept. */
export function keep(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // As if nothing had been kept.
  }
}

export function forget(store: Store, ...keys: string[]): void {
  try {
    for (const key of keys) store.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
