import { MAX_LOGO } from '#core/brand/brand.ts';
import { brandAnswer, brandBody, replyToBody } from '../brand.ts';
import { brandPaths } from '../paths.ts';
import { bytes, file, page, routesAt } from '../route.ts';

const who = 'member';
const answers = { 200: brandAnswer };

/** Branding in emails and for signers. */
export const brandRows = routesAt(brandPaths, {
  readBrand: { summary: 'Get the account’s branding', who, answers, refusals: [] },
  changeBrand: {
    ...{ summary: 'Change the account’s name, color and footer', who, body: brandBody, answers },
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
    ...{
      summary: 'Set the account’s logo',
      who,
      body: bytes('image/png', 'image/jpeg'),
      largestBody: MAX_LOGO,
    },
    answers,
    refusals: ['plan-without-branding', 'logo-invalid'],
  },
  deleteLogo: { summary: 'Delete the account’s logo', who, answers, refusals: [] },
  askReplyTo: {
    ...{
      summary: 'Ask the owner of an address to confirm it as the reply-to address',
      who: 'confirmed',
      body: replyToBody,
      answers,
    },
    refusals: ['plan-without-branding', 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  deleteReplyTo: {
    summary: 'Remove the reply-to address; replies go to the sender again',
    who,
    answers,
    refusals: [],
  },
  readLogo: {
    ...{ summary: 'Get a logo', who: 'anyone' },
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  showReplyTo: {
    ...{ summary: 'Show the page that confirms a reply-to address', who: 'reply-to-owner' },
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
  confirmReplyTo: {
    ...{ summary: 'Confirm a reply-to address', who: 'reply-to-owner' },
    body: bytes('application/x-www-form-urlencoded'),
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
});
