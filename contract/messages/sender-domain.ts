import { z } from 'zod';
import { recordStates } from '#core/brand/sender-domain.ts';
import { defineRoutes, nothing } from '../route.ts';

const record = z.object({ name: z.string(), value: z.string(), state: z.enum(recordStates) });

/** GET /api/brand/sender-domain. Null if none is set. The response never contains the private key. */
export const senderDomainAnswer = z.object({
  /**
   * True if the plan includes a sender domain. Otherwise it is stored, but emails come from the service's
   * address.
   */
  offered: z.boolean(),
  senderDomain: z
    .object({
      domain: z.string(),
      local: z.string(),
      /** True if emails are currently sent from this domain. */
      inUse: z.boolean(),
      verifiedAt: z.string().nullable(),
      lostAt: z.string().nullable(),
      checkedAt: z.string().nullable(),
      records: z.object({ dkim: record, spf: record, dmarc: record }),
    })
    .nullable(),
});
export type SenderDomainAnswer = z.infer<typeof senderDomainAnswer>;

/** PUT /api/brand/sender-domain. A different domain gets a new key and must be verified again. */
export const senderDomainBody = z.object({ domain: z.string().max(300), local: z.string().max(100) });
export type SenderDomainBody = z.infer<typeof senderDomainBody>;

/** The domain that an account's emails are sent from, once its DNS records are correct. */
export const senderDomainRows = defineRoutes({
  readSenderDomain: {
    at: 'GET /api/brand/sender-domain',
    summary: 'Get the domain that the account’s emails are sent from',
    caller: 'member',
    permission: 'brand.edit',
    answers: { 200: senderDomainAnswer },
    refusals: [],
  },
  putSenderDomain: {
    at: 'PUT /api/brand/sender-domain',
    summary: 'Set the sender domain',
    caller: 'confirmed',
    permission: 'brand.edit',
    body: senderDomainBody,
    answers: { 200: senderDomainAnswer },
    refusals: [
      'plan-without-branding',
      'domain-invalid',
      'sender-domain-reserved',
      'sender-local-part-invalid',
    ],
  },
  checkSenderDomain: {
    at: 'POST /api/brand/sender-domain/check',
    summary: 'Check the DNS records of the sender domain',
    caller: 'member',
    permission: 'brand.edit',
    answers: { 200: senderDomainAnswer },
    refusals: ['not-found', 'plan-without-branding', 'domain-taken', 'too-many-requests'],
  },
  deleteSenderDomain: {
    at: 'DELETE /api/brand/sender-domain',
    summary: 'Remove the sender domain',
    caller: 'member',
    permission: 'brand.edit',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
