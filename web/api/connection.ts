import type { Connection } from '../kit/follow.ts';

type Listener = () => void;

let connection: Connection | 'connecting' = 'connecting';
const listeners = new Set<Listener>();

/** For useSyncExternalStore. */
export const liveConnection = {
  current: (): Connection | 'connecting' => connection,
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
