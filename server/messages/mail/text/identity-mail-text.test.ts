import { describe, expect, test } from 'vitest';
import { appLanguages, type AppLanguage } from '#core/language/language.ts';
import { identityMailKinds } from '../../../accounts/identity-provider/identity-mail-store.ts';
import { identityMailText } from './identity-mail-text.ts';
import { mailMessages } from './mail-words.ts';

const facts = { device: 'Firefox', ip: '192.0.2.7', passkey: 'Laptop', newEmail: 'ada@quay.example' };
const wordsOf = (kind: (typeof identityMailKinds)[number], language: AppLanguage, left = 3) => {
  const { subject, paragraphs, small } = identityMailText(kind, 'Ada', { ...facts, left, language, at: 'T' });
  return [subject, ...paragraphs, ...small];
};

describe('emails of the embedded provider', () => {
  test.each(appLanguages.filter((language) => language !== 'en'))(
    'all emails are complete in %s',
    (language) => {
      for (const kind of identityMailKinds) {
        const english = wordsOf(kind, 'en');
        const words = wordsOf(kind, language);
        expect(words).toHaveLength(english.length);
        for (const [index, text] of words.entries()) {
          expect(text).not.toMatch(/\{\{|identity\./);
          expect(text, kind).not.toBe(english[index]);
        }
      }
    },
  );

  test('emails say what happened, and where', () => {
    expect(wordsOf('passkey-added', 'de').join('\n')).toContain('„Laptop“');
    expect(wordsOf('email-changed', 'fr').join('\n')).toContain('ada@quay.example');
    expect(wordsOf('password-changed', 'es')).toContain(
      mailMessages('es')('identity.from', { at: 'T', where: 'Firefox, 192.0.2.7' }),
    );
    expect(wordsOf('reset-password', 'en').join('\n')).not.toContain('192.0.2.7');
  });

  test('emails use the correct plural form for the number of remaining codes', () => {
    expect(wordsOf('recovery-code-used', 'en', 1).join('\n')).toContain('One code is left.');
    expect(wordsOf('recovery-code-used', 'en', 0).join('\n')).toContain('0 codes are left.');
    expect(wordsOf('recovery-code-used', 'ar', 2).join('\n')).toContain('رمزان');
  });
});
