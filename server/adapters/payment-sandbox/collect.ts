import { nextId, type Book, type Customer, type Invoice, type Line, type Subscription } from './customer.ts';

const day = 86_400_000;
/** Days after which a failed payment is retried before giving up. */
const retryDays = [3, 5, 7];

/** Returns the total of an invoice, and the part that is charged to the card after credit. */
export function total(customer: Customer, lines: readonly Line[]) {
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const owed = totalCents - customer.creditCents;
  return { totalCents, dueCents: Math.max(0, owed), creditCents: Math.max(0, -owed) };
}

/** Returns true if a payment of this amount with the customer's card would succeed now. */
export function canPay({ card }: Customer, dueCents: number): boolean {
  return dueCents === 0 || card?.conduct === 'pays' || card?.conduct === 'needs-authentication';
}

/** Creates an invoice and charges it. If the charge fails, the subscription becomes past due. */
export function bill(book: Book, subscription: Subscription, lines: Line[]): void {
  const { customer } = book;
  const { totalCents, dueCents, creditCents } = total(customer, lines);
  const invoice: Invoice = {
    id: nextId(customer, 'in'),
    number: `TEST-${String(customer.invoices.length + 1).padStart(4, '0')}`,
    subscriptionId: subscription.id,
    createdAt: book.now,
    lines,
    totalCents,
    dueCents,
    status: 'open',
  };
  customer.creditCents = creditCents;
  customer.invoices.push(invoice);
  subscription.openInvoice = invoice.id;
  collect(book, subscription);
}

/** Tries to charge the card for the open invoice. */
export function collect(book: Book, subscription: Subscription): void {
  const { customer, now } = book;
  const invoice = customer.invoices.find(({ id }) => id === subscription.openInvoice);
  if (!invoice) return;
  if (canPay(customer, invoice.dueCents)) {
    invoice.status = 'paid';
    Object.assign(subscription, { state: 'active', failures: 0, retryAt: null, openInvoice: null });
    emitEvent(book, 'invoice.paid', invoice);
  } else {
    const wait = retryDays[subscription.failures];
    subscription.failures += 1;
    emitEvent(book, 'invoice.payment_failed', invoice);
    if (wait === undefined) {
      invoice.status = 'uncollectible';
      return end(book, subscription);
    }
    Object.assign(subscription, { state: 'past_due', retryAt: now + wait * day });
  }
  emitEvent(book, 'customer.subscription.updated', subscription);
}

/** Ends the subscription permanently. */
export function end(book: Book, subscription: Subscription): void {
  Object.assign(subscription, { state: 'canceled', endedAt: book.now, retryAt: null, openInvoice: null });
  emitEvent(book, 'customer.subscription.deleted', subscription);
}

export function emitEvent(book: Book, type: string, about: Book['happened'][number]['about']): void {
  book.happened.push({ type, about });
}
