import { defineRoutes, nothing } from '../route.ts';
import { senderDomainAnswer, senderDomainBody } from '../sender-domain.ts';

/** The domain from which emails of an account are sent, once its DNS allows it. */
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
    refusals: ['plan-without-branding', 'domain-unfit', 'sender-domain-ours', 'sender-local-invalid'],
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
