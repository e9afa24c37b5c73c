import { expect, test } from 'vitest';
import { judgeDkim, judgeDmarc, judgeSpf, senderDomain } from './sender-domain.ts';

const key = 'MIIBIjANBgkq';

test.each([
  ['found', [`v=DKIM1; k=rsa; p=${key}`]],
  ['found', [`p=${key}`]],
  ['found', [`v=DKIM1;k=rsa;p=MIIB IjAN Bgkq`]],
  ['missing', []],
  ['other', ['v=DKIM1; p=']],
  ['other', ['v=DKIM1; p=MIIBsomebodyelse']],
  ['other', [`v=DKIM1; t=y; p=${key}`]],
  ['other', [`v=DKIM1; s=tlsrpt; p=${key}`]],
  ['other', [`v=DKIM1; h=sha1; p=${key}`]],
  ['other', ['a wildcard that answers everything']],
  ['several', [`p=${key}`, 'p=another']],
])('a DKIM record is %s: %j', (state, texts) => expect(judgeDkim(texts, key)).toBe(state));

test.each([
  ['found', ['v=spf1 mx include:mail.hosting.example -all', 'google-site-verification=x']],
  ['missing', ['v=spf10 something']],
  ['other', ['v=spf1 include:evil-mail.hosting.example.elsewhere ~all']],
  ['other', ['v=spf1 -include:mail.hosting.example ~all']],
  ['several', ['v=spf1 -all', 'v=spf1 mx -all']],
])('an SPF record is %s: %j', (state, texts) => expect(judgeSpf(texts, 'mail.hosting.example')).toBe(state));

test.each([
  ['found', ['v=DMARC1; p=reject; adkim=s']],
  ['missing', ['v=spf1 -all']],
  ['other', ['v=DMARC1; rua=mailto:x@harbour.example']],
  ['several', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
])('a DMARC record is %s: %j', (state, texts) => expect(judgeDmarc(texts)).toBe(state));

test('with plans turned off, accounts can use the parent domain of the server', () => {
  const ours = { names: ['Countersign'], domains: ['sign.harbour.example'] };
  const same = (domain: string): string => domain;
  expect(senderDomain('harbour.example', { ...ours, sold: false }, same)).toBe('harbour.example');
  expect(senderDomain('harbour.example', { ...ours, sold: true }, same)).toMatchObject({
    refused: 'sender-domain-reserved',
  });
});
