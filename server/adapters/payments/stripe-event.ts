import { z } from 'zod';
import type { PaymentEvent } from '../../ports/payment-provider.ts';

/** Maximum age of an event in seconds. An older one is a replay (S-36). */
const tolerance = 300;

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

/** Verifies the signature over the raw bytes, and reads only which customer the event is about. */
export async function readStripeEvent(
  body: Buffer,
  signature: string | undefined,
  secret: string,
  now: number,
): Promise<PaymentEvent | undefined> {
  if (signature === undefined) return undefined;
  const { default: Stripe } = await import('stripe');
  let signed: unknown;
  try {
    signed = Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now);
  } catch {
    // Nothing is requested here, so every error is caused by the input: a malformed header, or bytes that are
    // not JSON.
    return undefined;
  }
  const read = event.safeParse(signed);
  if (!read.success) return undefined;
  const { id, type, data } = read.data;
  const { object, customer } = data.object;
  if (object === 'customer') return { id, type, customerId: data.object.id ?? null };
  return { id, type, customerId: typeof customer === 'object' ? (customer?.id ?? null) : (customer ?? null) };
}
