import type { Clock } from '../../ports/clock.ts';
import { isFailure, type PaymentProvider } from '../../ports/payment-provider.ts';

/** Milliseconds after a failed call for which pages avoid asking the provider. */
const leftAlone = 10_000;

/** Remembers that the provider is unavailable, so that not every request has to wait for it. */
export type Outage = {
  isOn(): boolean;
  /** Records whether a call succeeded and returns its result unchanged. */
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

/** Wraps the provider so that the result of every call is recorded. */
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
