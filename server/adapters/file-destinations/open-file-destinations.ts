import { isIP } from 'node:net';
import type { Place } from '#core/destination/kinds.ts';
import type { FileDestinations } from '#server/ports/file-destinations.ts';
import { askDns, hostOf, readUrl, type Guard } from '../outbound-post/guarded-connection.ts';
import { publicAddresses } from '../outbound-post/public-addresses.ts';
import { postFile } from './https.ts';
import { putByS3 } from './s3.ts';
import { putBySftp } from './sftp.ts';
import { PlaceRefused, problemOfError, type Calls } from './transfer.ts';
import { putByWebDav } from './webdav.ts';

/** Milliseconds for delivering one file and reading it back. */
const patience = 10 * 60_000;

type Options = {
  clock: () => number;
  withLoopback?: boolean;
  /** Private networks that the operator has allowed. */
  allowed?: readonly string[];
  resolve?: Guard['resolve'];
  patienceMs?: number;
};

export function openFileDestinations(options: Options): FileDestinations {
  const { clock, withLoopback = false, allowed = [], resolve = askDns, patienceMs = patience } = options;
  const networks = publicAddresses({ withLoopback, allowed });
  const guard: Guard = { networks, withLoopback, resolve };
  return {
    takes: (place) => {
      const url = urlOf(place);
      const read = url === undefined ? undefined : readUrl(url, guard);
      return read !== undefined && (isIP(hostOf(read)) === 0 || networks.isPublic(hostOf(read)));
    },
    async put(place, secret, file, signal) {
      const over = AbortSignal.timeout(patienceMs);
      const calls: Calls = { guard, signal: AbortSignal.any([over, signal]) };
      try {
        switch (place.kind) {
          case 'webdav':
            return await putByWebDav(calls, place, secret, file);
          case 's3':
            return await putByS3(calls, place, secret, file, clock());
          case 'sftp':
            return await putBySftp(calls, place, secret, file);
          case 'https':
            return await postFile(calls, place, file);
          case 'email':
            return { problem: 'address-refused' };
        }
      } catch (error) {
        if (over.aborted) return { problem: 'too-slow' };
        const detail = error instanceof PlaceRefused ? { detail: error.detail } : {};
        return { problem: problemOfError(error), ...detail };
      }
    },
  };
}

/**
 * Returns the destination as a URL, so that all kinds pass the same address check. The check allows port 443
 * and high ports, so the SFTP port 22 is written as 443.
 */
function urlOf(place: Place): string | undefined {
  if (place.kind === 'email') return undefined;
  if (place.kind === 's3') return place.endpoint;
  if (place.kind !== 'sftp') return place.url;
  const port = place.port === 22 ? 443 : place.port;
  const url = URL.parse(`https://${place.host.includes(':') ? `[${place.host}]` : place.host}:${port}/`);
  // Rejects a host that URL would normalize, such as 127.1, because that would hide which address is called.
  return url && hostOf(url) === place.host.toLowerCase() ? url.href : undefined;
}
