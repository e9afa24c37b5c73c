import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { liveConnection } from '../api/transport/connection.ts';
import { followLive } from '../api/transport/live.ts';
import { useTranslation } from '../words.ts';

/**
 * A disconnection shorter than this many milliseconds is not reported, because a restarting server is
 * available again sooner.
 */
const patience = 3000;

/** Follows real-time updates while a member is signed in, and reports when the page is disconnected. */
export function OfflineNotice() {
  const { t } = useTranslation();
  useEffect(followLive, []);
  const connection = useSyncExternalStore(liveConnection.subscribe, liveConnection.current);
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const lost = useForLong(connection === 'lost', patience) || !online;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4">
      {lost ? (
        <p className="flex enter-rise items-center gap-2.5 rounded-md bg-text px-4 py-2.5 text-paper shadow-lift">
          <WifiOff aria-hidden="true" className="size-[18px] shrink-0" />
          {online ? t('offline.server') : t('offline.network')}
        </p>
      ) : null}
    </div>
  );
}

function useForLong(state: boolean, ms: number): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!state) return;
    const timer = window.setTimeout(() => setLong(true), ms);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [state, ms]);
  return long;
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
