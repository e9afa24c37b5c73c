/**
 * How this page is connected. 'resting': on purpose, since nobody looks at it, or other tabs of the same browser
 * have taken the places.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'resting';

type Listener = () => void;

let connection: Connection = 'connecting';
const listeners = new Set<Listener>();

/** For useSyncExternalStore. */
export const liveConnection = {
  current: (): Connection => connection,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function tellConnection(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const listener of listeners) listener();
}
