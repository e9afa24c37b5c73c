import { Resolver } from 'node:dns/promises';
import type { DomainRecords } from '../../ports/domain-records.ts';

/** Milliseconds until an attempt fails, and the number of attempts. */
const usual = { timeout: 2_500, tries: 2 };

/**
 * Queries the name server in `server` (an IP address with or without a port), or the system's name servers.
 */
export function dnsRecords({
  server,
  patience = usual,
}: { server?: string | undefined; patience?: typeof usual } = {}): DomainRecords {
  return {
    async txt(name) {
      const resolver = new Resolver(patience);
      if (server !== undefined) resolver.setServers([server]);
      try {
        // DNS splits long texts into strings of 255 bytes.
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
        throw error;
      }
    },
  };
}
