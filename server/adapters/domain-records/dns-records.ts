import { Resolver } from 'node:dns/promises';
import type { DomainRecords } from '../../ports/domain-records.ts';

/** Asks the name servers that this machine asks; ms until it gives up, and how often it tries. */
const patience = { timeout: 2_500, tries: 2 };

export function dnsRecords(): DomainRecords {
  return {
    async txt(name) {
      try {
        // A long text comes in parts of 255 bytes.
        return (await new Resolver(patience).resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
        throw error;
      }
    },
  };
}
