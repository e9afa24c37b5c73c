import { MAX_LOGO } from '#core/brand/brand.ts';
import { brandAnswer, brandBody, replyToBody } from '../brand.ts';
import { bytes, defineRoutes, file, page } from '../route.ts';

/** Branding in emails and for signers. */
export const brandRows = defineRoutes({
  readBrand: {
    at: 'GET /api/brand',
    summary: 'Get the account’s branding',
    caller: 'member',
    permission: 'brand.read',
    answers: { 200: brandAnswer },
    refusals: [],
  },
  changeBrand: {
    at: 'PUT /api/brand',
    summary: 'Change the account’s name, color and footer',
    caller: 'member',
    permission: 'brand.edit',
    body: brandBody,
    answers: { 200: brandAnswer },
    refusals: [
      'plan-without-branding',
      'brand-name-invalid',
      'brand-footer-invalid',
      'brand-address',
      'brand-not-ours',
      'brand-colour-unreadable',
      'brand-colour-pale',
    ],
  },
  putLogo: {
    at: 'PUT /api/brand/logo',
    summary: 'Set the account’s logo',
    caller: 'member',
    permission: 'brand.edit',
    body: bytes('image/png', 'image/jpeg'),
    largestBody: MAX_LOGO,
    answers: { 200: brandAnswer },
    refusals: ['plan-without-branding', 'logo-invalid'],
  },
  deleteLogo: {
    at: 'DELETE /api/brand/logo',
    summary: 'Delete the account’s logo',
    caller: 'member',
    permission: 'brand.edit',
    answers: { 200: brandAnswer },
    refusals: [],
  },
  askReplyTo: {
    at: 'POST /api/brand/reply-to',
    summary: 'Ask the owner of an address to confirm it as the reply-to address',
    caller: 'confirmed',
    permission: 'brand.edit',
    body: replyToBody,
    answers: { 200: brandAnswer },
    refusals: ['plan-without-branding', 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  deleteReplyTo: {
    at: 'DELETE /api/brand/reply-to',
    summary: 'Remove the reply-to address; replies go to the sender again',
    caller: 'member',
    permission: 'brand.edit',
    answers: { 200: brandAnswer },
    refusals: [],
  },
  readLogo: {
    at: 'GET /api/logos/{sha256}',
    summary: 'Get a logo',
    caller: 'anyone',
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  showReplyTo: {
    at: 'GET /reply-to/{token}',
    summary: 'Show the page that confirms a reply-to address',
    caller: 'reply-to-owner',
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
  confirmReplyTo: {
    at: 'POST /reply-to/{token}',
    summary: 'Confirm a reply-to address',
    caller: 'reply-to-owner',
    body: bytes('application/x-www-form-urlencoded'),
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
});
