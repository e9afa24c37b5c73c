import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { phrase, type Say } from '#core/language/phrase.ts';
import type { AppLanguage } from '#core/language/language.ts';
import type destinations from '../locales/destinations/en.json';
import type { DestinationsParts } from '../locales/destinations/parts.ts';
import type delivery from '../locales/delivery/en.json';
import type { DeliveryParts } from '../locales/delivery/parts.ts';
import type fieldKinds from '../locales/field-kinds/en.json';
import type { FieldKindsParts } from '../locales/field-kinds/parts.ts';
import type fileNotes from '../locales/file-notes/en.json';
import type { FileNotesParts } from '../locales/file-notes/parts.ts';
import type foundFields from '../locales/found-fields/en.json';
import type { FoundFieldsParts } from '../locales/found-fields/parts.ts';
import type operator from '../locales/operator/en.json';
import type { OperatorParts } from '../locales/operator/parts.ts';
import type pages from '../locales/pages/en.json';
import type { PagesParts } from '../locales/pages/parts.ts';
import type proposal from '../locales/proposal/en.json';
import type { ProposalParts } from '../locales/proposal/parts.ts';
import type senderDomain from '../locales/sender-domain/en.json';
import type { SenderDomainParts } from '../locales/sender-domain/parts.ts';
import type signOn from '../locales/sign-on/en.json';
import type { SignOnParts } from '../locales/sign-on/parts.ts';
import type signUp from '../locales/sign-up/en.json';
import type { SignUpParts } from '../locales/sign-up/parts.ts';
import type templates from '../locales/templates/en.json';
import type { TemplateParts } from '../locales/templates/parts.ts';
import type webhooks from '../locales/webhooks/en.json';
import type { WebhooksParts } from '../locales/webhooks/parts.ts';
import { useTranslation } from '../words.ts';

/** Texts of rarely opened parts, which the first load omits. */
type Bundles = {
  destinations: { texts: typeof destinations; parts: DestinationsParts };
  delivery: { texts: typeof delivery; parts: DeliveryParts };
  'field-kinds': { texts: typeof fieldKinds; parts: FieldKindsParts };
  'file-notes': { texts: typeof fileNotes; parts: FileNotesParts };
  'found-fields': { texts: typeof foundFields; parts: FoundFieldsParts };
  operator: { texts: typeof operator; parts: OperatorParts };
  /** Bulk sends, contacts, the audit trail, billing and user management. */
  pages: { texts: typeof pages; parts: PagesParts };
  proposal: { texts: typeof proposal; parts: ProposalParts };
  'sender-domain': { texts: typeof senderDomain; parts: SenderDomainParts };
  'sign-on': { texts: typeof signOn; parts: SignOnParts };
  'sign-up': { texts: typeof signUp; parts: SignUpParts };
  templates: { texts: typeof templates; parts: TemplateParts };
  webhooks: { texts: typeof webhooks; parts: WebhooksParts };
};
type Bundle = keyof Bundles;
type Texts = Bundles[Bundle]['texts'];

/** The translation function for the texts of a bundle. */
export type TranslateOf<Name extends Bundle> = Say<Bundles[Name]['texts'], Bundles[Name]['parts']>;

const files = import.meta.glob<Texts>(
  [
    '../locales/destinations/*.json',
    '../locales/delivery/*.json',
    '../locales/field-kinds/*.json',
    '../locales/file-notes/*.json',
    '../locales/found-fields/*.json',
    '../locales/operator/*.json',
    '../locales/pages/*.json',
    '../locales/proposal/*.json',
    '../locales/sender-domain/*.json',
    '../locales/sign-on/*.json',
    '../locales/sign-up/*.json',
    '../locales/templates/*.json',
    '../locales/webhooks/*.json',
  ],
  { import: 'default' },
);

export const deferredTextsQuery = (bundle: Bundle, language: AppLanguage) => ({
  queryKey: ['texts', bundle, language],
  queryFn: async () => {
    const load = files[`../locales/${bundle}/${language}.json`];
    if (!load) throw new Error(`There are no texts ${bundle} in ${language}.`);
    return load();
  },
});

/** The compiler cannot infer which texts belong to which name. */
const sayOf = <Name extends Bundle>(texts: Texts, language: AppLanguage): TranslateOf<Name> =>
  ((key, ...[parts]) => phrase(texts, language, key, parts)) satisfies Say<Texts, never> as TranslateOf<Name>;

/** Undefined until the texts are loaded. */
export function useDeferredTexts<Name extends Bundle>(bundle: Name): TranslateOf<Name> | undefined {
  const { language } = useTranslation();
  const { data } = useQuery(deferredTextsQuery(bundle, language));
  return data && sayOf<Name>(data, language);
}

/** Suspends until the texts are loaded, so it needs a `Suspense`. */
export function useRequiredTexts<Name extends Bundle>(bundle: Name): TranslateOf<Name> {
  const { language } = useTranslation();
  const { data } = useSuspenseQuery(deferredTextsQuery(bundle, language));
  return sayOf<Name>(data, language);
}
