import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#core/language/language.ts';
import { renderMailLayout } from './mail-layout.ts';
import { mailKinds, type MailKind } from '../mail-store.ts';
import { mailText, type MailFacts } from './mail-text.ts';
import { mailMessages } from './mail-words.ts';

const link = 'https://sign.harbour.example/sign/QmVydGggMTQ';

function factsOf(kind: MailKind, language: Language, toSender: boolean): MailFacts {
  return {
    kind,
    language,
    toSender,
    isOwnPart: false,
    isOut: true,
    role: 'signer',
    title: 'Lease & <b>Berth</b> 14',
    sender: 'Ada "the <i>Count</i>" Moreau',
    senderAddress: 'ada@harbour.example',
    senderConfirmed: { on: '27 February 2026 at 09:00 UTC', by: 'mail' },
    onBehalfOf: 'Hana & Co <hana@harbour.example>',
    lookedAfterBy: 'Linus <linus@okafor.example>',
    recipient: 'Grace <Lindqvist>',
    subject: '',
    message: 'Please sign <script>alert(1)</script> today.\nThe keys are & stay at the quay.',
    expires: '1 December 2026 at 12:00 UTC',
    pages: 2,
    signBy: '1 December 2026',
    sentOn: '27 November 2026',
    completedOn: kind === 'completed' ? '29 November 2026' : null,
    acted: [
      { who: 'Linus & Co <linus@okafor.example>', did: 'signed', at: '28 November 2026 at 10:00 UTC' },
      { who: 'Grace <b> <grace@harbour.example>', did: 'approved', at: '29 November 2026 at 11:00 UTC' },
    ],
    verifyUrl: 'https://sign.harbour.example/verify',
    reason: 'The berth is <u>let</u>.',
    decliner: 'Linus & Co',
    sealedSha256: 'ab'.repeat(32),
    trailHead: 'cd'.repeat(32),
    logHead: [],
    namedBy: { how: 'delegatedBy', person: 'Hana <hana@harbour.example>' },
    hints: ['“Аda” mixes Latin and Cyrillic letters.'],
    code: '123456',
    about: {
      recipientEmail: 'grace@harbour.example',
      reply: '550 <grace@harbour.example>: unknown',
      actor: 'Linus',
      actorEmail: 'linus@okafor.example',
      reason: 'I <b>moved</b>',
    },
  };
}

/** Returns the visible words of the HTML part, without the preview line for mail programs. */
function wordsOfPage(html: string): string[] {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#x27': "'" };
  const text = html
    .replace(/<head[\s\S]*?<\/head>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    // The marks of sender and seal are hidden from screen readers, because they only repeat the text.
    .replace(/<div aria-hidden="true"[\s\S]*?<\/table><\/div>/g, ' ')
    .replace(/<summary[\s\S]*?<\/summary>/g, ' ')
    .replace(/<div style="display:none[\s\S]*?<\/div><\/div>|<div style="display:none[\s\S]*?<\/div>/, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? `&${name};`);
  return wordsOf(text);
}

/** Returns the words of the plain-text part, without its layout characters. */
function wordsOfPlain(text: string): string[] {
  return wordsOf(text.replaceAll(/^> ?/gm, '').replaceAll(/^-- $/gm, ''));
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}@./:<>&-]+/gu) ?? [];

describe.each(languages)('the subjects in %s', (language) => {
  test('subjects leave room for the title, since mail programs on phones show about 40 characters', () => {
    for (const kind of mailKinds) {
      const facts = {
        ...factsOf(kind, language, false),
        title: '',
        sender: '',
        senderAddress: '',
        decliner: '',
      };
      expect([...mailText(facts).subject].length, kind).toBeLessThanOrEqual(40);
    }
  });
});

describe('both parts of an email have the same content (S-17)', () => {
  const all = languages.flatMap((language) => mailKinds.map((kind) => [kind, language] as const));
  test.each(all)('the email ‘%s’ in %s', async (kind, language) => {
    for (const toSender of [true, false]) {
      const words = mailText(factsOf(kind, language, toSender));
      const sender = { name: 'Ada', address: 'ada@harbour.example' };
      const { html, text } = await renderMailLayout(words, link, language, {
        sender,
        service: 'Countersign',
      });
      // The HTML part shows the URL below the small print with an introduction. The plain-text part shows it
      // at the action.
      const orOpen = [...wordsOf(mailMessages(language)('orOpen')), link].join(' ');
      const page = wordsOfPage(html).join(' ').replace(` ${orOpen}`, '');
      const plain = wordsOfPlain(text).join(' ');
      const colon = language === 'fr' ? ' :' : ':';
      if (words.action !== null)
        expect(plain).toContain(`${wordsOf(words.action).join(' ')}${colon} ${link}`);
      expect(page).toBe(plain.replace(`${colon} ${link}`, ''));
    }
  });

  test('user input appears as plain text in the HTML part', async () => {
    const { html } = await renderMailLayout(mailText(factsOf('invitation', 'en', false)), link, 'en', {
      service: 'Countersign',
    });
    expect(html).not.toMatch(/<script|<b>Berth|<i>Count|<Lindqvist/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('Grace &lt;Lindqvist&gt;');
  });
});
