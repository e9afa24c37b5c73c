import type { Payments, PaymentProvider } from '#server/ports/payment-provider.ts';

/** Payments whose provider can be disconnected, so that each call fails as if the provider were down. */
export function unreliablePayments(payments: Payments): Payments & { cut(off: boolean): void } {
  let off = false;
  const { provider } = payments;
  const shaky =
    <Given extends unknown[], T>(ask: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> =>
      off ? ({ failed: 'unavailable', detail: 'Connection refused.' } as T) : ask(...given);
  const cuttable: PaymentProvider = {
    ...provider,
    createCustomer: shaky(provider.createCustomer),
    readCustomer: shaky(provider.readCustomer),
    openCheckout: shaky(provider.openCheckout),
    readCheckout: shaky(provider.readCheckout),
    closeCheckout: shaky(provider.closeCheckout),
    setCancelled: shaky(provider.setCancelled),
    quoteChange: shaky(provider.quoteChange),
    changePlan: shaky(provider.changePlan),
    openPortal: shaky(provider.openPortal),
    listInvoices: shaky(provider.listInvoices),
  };
  return { ...payments, provider: cuttable, cut: (cut) => void (off = cut) };
}
