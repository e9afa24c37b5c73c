import type { Connection } from '../../kit/follow.ts';
import { newSignal } from '../../kit/signal.ts';

let connection: Connection | 'connecting' = 'connecting';
const { subscribe, tell } = newSignal();

/** A store for useSyncExternalStore. */
export const liveConnection = {
  current: (): Connection | 'connecting' => connection,
  subscribe,
};

export function reportConnection(next: Connection): void {
  if (connection === next) return;
  connection = next;
  tell();
}
