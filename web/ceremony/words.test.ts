import { beforeAll, expect, test, vi } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import { speak, t } from './words.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
});

test('the texts of the specification stand letter for letter', () => {
  expect(en).toMatchObject({
    'review.continue': 'Continue to Sign',
    'facts.noExpiration': 'No expiration',
    'consent.label': 'I consent to use electronic signature',
    'sign.back': 'Back to Review',
    'sign.act': 'Sign Document',
    'complete.title': 'Document Signed Successfully!',
    'unavailable.title': 'Document Not Available',
    'unavailable.text': 'This document may have expired or the link is invalid.',
    'missing.signatureTitle': 'Signature required',
    'missing.signature': 'Please provide your signature',
    'missing.consentTitle': 'Consent required',
    'missing.consent': 'Please consent to electronic signature',
    'failed.title': 'Signing failed',
    'signed.toast': 'Document signed successfully',
  });
});

test('parts and plural forms are filled in', () => {
  expect(t('progress', { done: 2, count: 3 })).toBe('2 of 3 fields done');
  expect(t('progress', { done: 0, count: 1 })).toBe('0 of 1 field done');
  expect(t('next.field', { field: 'Date' })).toBe('Next field: Date');
});
