import type { Clock } from '../ports/clock.ts';
import { isFailure, type PaymentProvider } from '../ports/payment-provider.ts';

/** After a failed call the provider is left alone for so long by pages that can do without it, in ms. */
const leftAlone = 10_000;

/** Remembers that the provider did not answer, so that not everybody waits for it in turn. */
export type Outage = {
  isOn(): boolean;
  /** Takes note of how a call went, and hands its result on. */
  note<T>(result: T): T;
};

export function watchOutage(now: Clock): Outage {
  let until = 0;
  return {
    isOn: () => now() < until,
    note(result) {
      if (!isFailure(result)) until = 0;
      else if (result.failed === 'unavailable') until = now() + leftAlone;
      return result;
    },
  };
}

/** The provider, with every answer of it taken note of. */
export function noted(provider: PaymentProvider, outage: Outage): PaymentProvider {
  const note =
    <Given extends unknown[], T>(ask: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> =>
      outage.note(await ask(...given));
  return {
    ...provider,
    createCustomer: note(provider.createCustomer),
    readCustomer: note(provider.readCustomer),
    openCheckout: note(provider.openCheckout),
    readCheckout: note(provider.readCheckout),
    closeCheckout: note(provider.closeCheckout),
    setCancelled: note(provider.setCancelled),
    quoteChange: note(provider.quoteChange),
    changePlan: note(provider.changePlan),
    openPortal: note(provider.openPortal),
    listInvoices: note(provider.listInvoices),
  };
}
