import { beforeAll, expect, test, vi } from 'vitest';
import { disclosureFor } from '#core/consent/disclosure.ts';
import { languages } from '#core/language/language.ts';
import en from '../locales/signer/en.json' with { type: 'json' };
import { problemText } from './kinds/problem-words.ts';
import { speak, speakFully, t } from './words.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
  await speakFully();
});

test('the texts of the specification are unchanged, letter for letter', () => {
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

test('fills in placeholders and plural forms', () => {
  expect(t('progress', { done: 2, count: 3 })).toBe('2 of 3 fields done');
  expect(t('progress', { done: 0, count: 1 })).toBe('0 of 1 field done');
  expect(t('next.field', { field: 'Date' })).toBe('Next field: Date');
});

test.each(languages)('a limit in %s is written in the form that the field accepts', async (language) => {
  await speak(language);
  for (const limit of [50_000, 0.0005]) {
    for (const problem of ['too-small', 'too-large'] as const)
      expect(problemText({ problem, limit })).toContain(String(limit));
  }
});

test.each(languages)('the disclosure in %s quotes the actual labels of the buttons', async (language) => {
  await speak(language);
  const { blocks } = disclosureFor({ senderName: 'Ada', senderEmail: 'ada@harbour.example' }, language);
  const textOf = (key: string) => blocks.find((block) => block.key === key)?.text;
  const [paper, copy] = [t('ways.paper'), t('ways.paperCopy')];
  expect(textOf('paper-option')).toContain(paper);
  expect(textOf('paper-copy')).toContain(copy);
  for (const button of [paper, t('decline.open'), t('ways.withdraw')])
    expect(textOf('how-to-withdraw')).toContain(button);
});
