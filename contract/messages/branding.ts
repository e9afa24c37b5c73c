import { z } from 'zod';
import { MAX_LOGO } from '#core/brand/brand.ts';
import { bytes, defineRoutes, file, page } from '../route.ts';
import { readOnly } from '../strict.ts';

/** The branding of an account, which is not verified. Empty and null values are not shown. */
const brandWords = { name: z.string(), color: z.string().nullable(), footer: z.string() };

/** Response of GET /api/brand. */
export const brandAnswer = z.object({
  ...brandWords,
  /** True if the plan includes branding. Otherwise it is stored but not shown. */
  offered: z.boolean(),
  logoUrl: z.string().nullable(),
  /** Reply-to address of outgoing emails: the confirmed address, and the one that awaits confirmation. */
  replyTo: z.string().nullable(),
  replyToRequested: z.string().nullable(),
});
export type BrandAnswer = z.infer<typeof brandAnswer>;

/** Body of PUT /api/brand. */
export const brandBody = z.object({
  name: z.string().max(1000),
  color: z.string().max(100).nullable(),
  footer: z.string().max(5000),
  ...readOnly('offered', 'logoUrl', 'replyTo', 'replyToRequested'),
});
export type BrandBody = z.infer<typeof brandBody>;

/** POST /api/brand/reply-to. Asks the owner of the address by email whether it accepts replies. */
export const replyToBody = z.object({ address: z.string().max(320) });

/** Branding as shown to recipients, next to the sender's address. */
export const shownBrand = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  /** The color for light mode, and its shade for dark mode. */
  color: z.object({ day: z.string(), night: z.string() }).nullable(),
});
export type ShownBrand = z.infer<typeof shownBrand>;

/** Branding of emails and signing pages. */
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
      'brand-contains-address',
      'brand-name-reserved',
      'brand-color-invalid',
      'brand-color-too-light',
    ],
  },
  putLogo: {
    at: 'PUT /api/brand/logo',
    summary: 'Set the account’s logo',
    caller: 'member',
    permission: 'brand.edit',
    body: bytes('image/png', 'image/jpeg'),
    maxBodyBytes: MAX_LOGO,
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
  requestReplyToChange: {
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
    summary: 'Remove the reply-to address, so that replies go to the sender again',
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
