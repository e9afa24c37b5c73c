import { Resolver } from 'node:dns/promises';
import type { DomainRecords } from '../../ports/domain-records.ts';

/** Ms until it gives up, and how often it tries. */
const usual = { timeout: 2_500, tries: 2 };

/** Asks the name server that is given, as `address` or `address:port`, or those that this machine asks. */
export function dnsRecords({
  server,
  patience = usual,
}: { server?: string | undefined; patience?: typeof usual } = {}): DomainRecords {
  return {
    async txt(name) {
      const resolver = new Resolver(patience);
      if (server !== undefined) resolver.setServers([server]);
      try {
        // A long text comes in parts of 255 bytes.
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
        throw error;
      }
    },
  };
}
