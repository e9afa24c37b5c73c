import { plans } from '#core/plan/plans.ts';
import { isLive, type PaidPlan, type ProviderSubscription } from '#core/plan/subscription.ts';
import type {
  Checkout,
  CheckoutOrder,
  CustomerReading,
  PaymentFailure,
  PaymentProvider,
  ProviderInvoice,
} from '#server/ports/payment-provider.ts';

const month = 30 * 86_400_000;
const day = 86_400_000;

type Customer = CustomerReading & { invoices: ProviderInvoice[] };

/** An in-memory payment provider whose cards always pay. Changes of plan happen at the start of a period. */
export function memoryPayments(clock: () => number = Date.now) {
  const customers = new Map<string, Customer>();
  const checkouts = new Map<string, { order: CheckoutOrder; checkout: Checkout }>();
  const answers = new Map<string, unknown>();
  let made = 0;
  const id = (prefix: string): string => `${prefix}_${(made += 1)}`;
  const once = <T>(key: string, act: () => T): T => {
    if (!answers.has(key)) answers.set(key, act());
    return answers.get(key) as T;
  };
  const find = (subscriptionId: string) => {
    for (const customer of customers.values()) {
      const subscription = customer.subscriptions.find((one) => one.id === subscriptionId && isLive(one));
      if (subscription) return { customer, subscription };
    }
    return undefined;
  };
  const bill = (customer: Customer, amountCents: number): void => {
    const serial = id('in');
    const links = { url: `http://127.0.0.1/${serial}`, pdfUrl: null };
    customer.invoices.unshift({
      id: serial,
      number: serial,
      createdAt: clock(),
      amountCents,
      status: 'paid',
      ...links,
    });
  };

  const provider: PaymentProvider = {
    name: 'memory',
    testMode: true,
    createCustomer: async (_who, key) =>
      once(key, () => {
        const customerId = id('cus');
        customers.set(customerId, { subscriptions: [], card: null, invoices: [] });
        return { id: customerId };
      }),
    readCustomer: async (customerId) => {
      const customer = customers.get(customerId);
      if (!customer) return unknown;
      return { subscriptions: structuredClone(customer.subscriptions), card: customer.card };
    },
    openCheckout: async (order, key) =>
      once(key, () => {
        if (!customers.has(order.customerId)) return unknown;
        const checkoutId = id('cs');
        const checkout: Checkout = { id: checkoutId, url: `http://127.0.0.1/${checkoutId}`, state: 'open' };
        checkouts.set(checkoutId, { order, checkout });
        return { ...checkout };
      }),
    readCheckout: async (customerId, checkoutId) => {
      const known = checkouts.get(checkoutId);
      return known?.order.customerId === customerId ? { ...known.checkout } : unknown;
    },
    closeCheckout: async (checkoutId) => {
      const known = checkouts.get(checkoutId);
      if (!known) return unknown;
      if (known.checkout.state === 'open') known.checkout.state = 'expired';
    },
    setCancelled: async (subscriptionId, cancelled) => {
      const found = find(subscriptionId);
      if (!found) return unknown;
      found.subscription.cancelAt = cancelled ? found.subscription.periodEnd : null;
    },
    quoteChange: async (_customerId, subscriptionId, plan) => {
      const found = find(subscriptionId);
      return found ? quote(found.subscription, plan) : unknown;
    },
    changePlan: async (subscriptionId, plan) => {
      const found = find(subscriptionId);
      if (!found) return unknown;
      const { dueNowCents, creditCents, lines } = quote(found.subscription, plan);
      Object.assign(found.subscription, { plan, cancelAt: null });
      if (lines.length > 0) bill(found.customer, dueNowCents - creditCents);
    },
    openPortal: async (customerId) =>
      customers.has(customerId) ? { url: `http://127.0.0.1/${id('portal')}` } : unknown,
    listInvoices: async (customerId) => customers.get(customerId)?.invoices ?? unknown,
    readEvent: () => Promise.resolve(undefined),
  };

  return {
    provider,
    /** Ends a customer's subscriptions. */
    async end(customerId: string): Promise<void> {
      for (const one of customers.get(customerId)?.subscriptions ?? [])
        Object.assign(one, { state: 'canceled', endedAt: clock() });
    },
    /** Pays at a checkout if it is still open. */
    async pay(checkoutId: string): Promise<void> {
      const known = checkouts.get(checkoutId);
      if (known?.checkout.state !== 'open') return;
      const { order, checkout } = known;
      const customer = customers.get(order.customerId)!;
      checkout.state = 'complete';
      const trialEnd = order.trialDays > 0 ? clock() + order.trialDays * day : null;
      const subscription: ProviderSubscription = {
        id: id('sub'),
        plan: order.plan,
        state: trialEnd === null ? 'active' : 'trialing',
        createdAt: clock(),
        periodEnd: trialEnd ?? clock() + month,
        trialEnd,
        cancelAt: null,
        endedAt: null,
      };
      customer.subscriptions.unshift(subscription);
      customer.card = { brand: 'visa', last4: '4242' };
      if (trialEnd === null) bill(customer, cents(order.plan));
    },
  };
}

const unknown: PaymentFailure = { failed: 'unknown', detail: 'This object does not exist.' };
const cents = (plan: PaidPlan): number => plans[plan].dollarsPerMonth * 100;

function quote({ plan: now, state }: ProviderSubscription, plan: PaidPlan) {
  if (state === 'trialing' || now === null || now === plan)
    return { lines: [], dueNowCents: 0, creditCents: 0 };
  const difference = cents(plan) - cents(now);
  return {
    lines: [
      { description: `Unused time on ${plans[now].title}`, amountCents: -cents(now) },
      { description: `Remaining time on ${plans[plan].title}`, amountCents: cents(plan) },
    ],
    dueNowCents: Math.max(0, difference),
    creditCents: Math.max(0, -difference),
  };
}
