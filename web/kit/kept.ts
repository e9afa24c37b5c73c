/** Browser storage for texts by key. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nowhere: Store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Returns this tab's session storage, or one that stores nothing if the browser blocks access. */
export function tabStore(): Store {
  try {
    return window.sessionStorage;
  } catch {
    return nowhere;
  }
}

/** Like `tabStore`, but for storage that outlives the tab. */
export function browserStore(): Store {
  try {
    return window.localStorage;
  } catch {
    return nowhere;
  }
}

/**
 * Returns the stored value; null if there is none or it is unreadable. The caller has to validate its shape.
 */
export function readKeptValue(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Does nothing if storage is full or disabled. */
export function keep(store: Store, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Treated like an empty store.
  }
}

export function forget(store: Store, ...keys: string[]): void {
  try {
    for (const key of keys) store.removeItem(key);
  } catch {
    // Nothing was stored in the first place, because storage is unavailable.
  }
}
