import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#core/language/language.ts';

const root = path.join(import.meta.dirname, '../..');

export type Json = string | Json[] | { [key: string]: Json };
/**
 * One file of texts per language, with `*` in place of the language. `typed` names the type of its texts'
 * parameters. Texts `forRecipients` exist in more languages.
 */
export type Place = { name: string; path: string; typed?: string; forRecipients?: true };

/** Returns every file of texts, one per language and bundle that is loaded together. */
export function places(): Place[] {
  return [
    { name: 'app', path: 'web/locales/app/*.json', typed: 'AppParts' },
    { name: 'pages', path: 'web/locales/pages/*.json', typed: 'PagesParts' },
    { name: 'proposal', path: 'web/locales/proposal/*.json', typed: 'ProposalParts' },
    { name: 'sender-domain', path: 'web/locales/sender-domain/*.json', typed: 'SenderDomainParts' },
    { name: 'delivery', path: 'web/locales/delivery/*.json', typed: 'DeliveryParts' },
    { name: 'file-notes', path: 'web/locales/file-notes/*.json', typed: 'FileNotesParts' },
    { name: 'found-fields', path: 'web/locales/found-fields/*.json', typed: 'FoundFieldsParts' },
    { name: 'field-kinds', path: 'web/locales/field-kinds/*.json', typed: 'FieldKindsParts' },
    { name: 'templates', path: 'web/locales/templates/*.json', typed: 'TemplateParts' },
    { name: 'operator', path: 'web/locales/operator/*.json', typed: 'OperatorParts' },
    { name: 'sign-on', path: 'web/locales/sign-on/*.json', typed: 'SignOnParts' },
    { name: 'sign-up', path: 'web/locales/sign-up/*.json', typed: 'SignUpParts' },
    { name: 'destinations', path: 'web/locales/destinations/*.json', typed: 'DestinationsParts' },
    { name: 'webhooks', path: 'web/locales/webhooks/*.json', typed: 'WebhooksParts' },
    { name: 'signer', path: 'web/locales/signer/*.json', typed: 'SignerParts', forRecipients: true },
    { name: 'problems', path: 'web/locales/problems/*.json', forRecipients: true },
    {
      name: 'mails',
      path: 'server/messages/mail/text/words/*.json',
      typed: 'MailParts',
      forRecipients: true,
    },
    {
      name: 'certificate',
      path: 'server/evidence/certificate/texts/*.json',
      typed: 'CertificateParts',
      forRecipients: true,
    },
    { name: 'bundle', path: 'server/evidence/sealing/bundle-texts/*.json', typed: 'BundleParts' },
    { name: 'sign-in', path: 'server/accounts/identity-provider/pages/words/*.json', typed: 'SignInParts' },
    { name: 'disclosure', path: 'core/consent/wording/*.json', forRecipients: true },
    { name: 'claims', path: 'core/claims/wording/*.json' },
    { name: 'verify', path: 'verify/words/*.json' },
    { name: 'legal-pages', path: 'web/locales/legal/*.json' },
    { name: 'answers', path: 'web/locales/support/*.json' },
  ];
}

export function fileOf(place: Place, language: Language): string {
  return path.join(root, place.path.replace('*', language));
}

export function readTexts(place: Place, language: Language): Json {
  if (place.name === 'problems' && language === 'en') return problemsInEnglish();
  const file = fileOf(place, language);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Json) : {};
}

export function writeTexts(place: Place, language: Language, texts: Json): void {
  writeFileSync(fileOf(place, language), `${JSON.stringify(texts, null, 2)}\n`);
}

/** In English the server's own sentence is shown; docs/errors.md explains each refusal. */
function problemsInEnglish(): Json {
  const page = readFileSync(path.join(root, 'docs/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^- `([\w-]+)` \(\d+\): (.+)$/gm)];
  const reasons = [...page.matchAll(/^- `((?:file|pdf|word|markup|picture)-[\w-]+)`: (.+)$/gm)];
  const [, ofValues = ''] = page.split('## Reasons of a value\n');
  const values = [...ofValues.matchAll(/^- `([\w.-]+)`: (.+)$/gm)];
  return Object.fromEntries([
    ...rows.map(([, code = '', meaning = '']) => [`problem.${code}`, meaning]),
    ...reasons.map(([, reason = '', meaning = '']) => [`problem.upload-refused.${reason}`, meaning]),
    ...values.map(([, reason = '', meaning = '']) => [`problem.value.${reason}`, meaning]),
  ]);
}

/** Returns the texts by their path: 'audit.head.who', 'privacy.sections.0.title'. */
export function flat(json: Json, at = ''): Map<string, string> {
  if (typeof json === 'string') return new Map([[at, json]]);
  const entries = Array.isArray(json)
    ? json.map((item, index) => [String(index), item] as const)
    : Object.entries(json);
  return new Map(entries.flatMap(([key, value]) => [...flat(value, at === '' ? key : `${at}.${key}`)]));
}
