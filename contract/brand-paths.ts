import type { Address } from './route-address.ts';

/**
 * Branding. The logo and the link that confirms the reply-to address are public to anyone who has their URL.
 */
export const brandPaths = {
  readBrand: 'GET /api/brand',
  changeBrand: 'PUT /api/brand',
  putLogo: 'PUT /api/brand/logo',
  deleteLogo: 'DELETE /api/brand/logo',
  askReplyTo: 'POST /api/brand/reply-to',
  deleteReplyTo: 'DELETE /api/brand/reply-to',
  readLogo: 'GET /api/logos/{sha256}',
  showReplyTo: 'GET /reply-to/{token}',
  confirmReplyTo: 'POST /reply-to/{token}',
} as const satisfies Record<string, Address>;

/** The domain from which emails of an account are sent. */
export const senderDomainPaths = {
  readSenderDomain: 'GET /api/brand/sender-domain',
  putSenderDomain: 'PUT /api/brand/sender-domain',
  checkSenderDomain: 'POST /api/brand/sender-domain/check',
  deleteSenderDomain: 'DELETE /api/brand/sender-domain',
} as const satisfies Record<string, Address>;
