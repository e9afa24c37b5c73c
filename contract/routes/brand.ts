import { MAX_LOGO } from '#core/brand/brand.ts';
import { brandAnswer, brandBody, replyToBody } from '../brand.ts';
import { brandPaths } from '../paths.ts';
import { bytes, file, page, routesAt } from '../route.ts';

const who = 'member';
const answers = { 200: brandAnswer };

/** Branding in emails and for signers. */
export const brandRows = routesAt(brandPaths, {
  readBrand: { summary: 'How the account shows itself', who, answers, refusals: [] },
  changeBrand: {
    ...{ summary: 'Change its name, colour and footer', who, body: brandBody, answers },
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
    ...{ summary: 'Set its logo', who, body: bytes('image/png', 'image/jpeg'), largestBody: MAX_LOGO },
    answers,
    refusals: ['plan-without-branding', 'logo-invalid'],
  },
  deleteLogo: { summary: 'Take its logo away', who, answers, refusals: [] },
  askReplyTo: {
    ...{
      summary: 'Ask an address whether answers may go there',
      who: 'confirmed',
      body: replyToBody,
      answers,
    },
    refusals: ['plan-without-branding', 'email-invalid', 'too-many-requests', 'mail-limit-mailbox'],
  },
  deleteReplyTo: { summary: 'Let answers go to the sender again', who, answers, refusals: [] },
  readLogo: {
    ...{ summary: 'A logo that is shown', who: 'anyone' },
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  showReplyTo: {
    ...{ summary: 'Whether answers may go to this address', who: 'reply-to-owner' },
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
  confirmReplyTo: {
    ...{ summary: 'They may', who: 'reply-to-owner' },
    body: bytes('application/x-www-form-urlencoded'),
    answers: { 200: page, 410: page, 429: page },
    refusals: [],
  },
});
