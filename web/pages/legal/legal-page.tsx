import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addressOf } from '#contract/address.ts';
import { dataRequestPaths } from '#contract/paths.ts';
import { claims } from '#core/claims/claims.ts';
import { useLongText } from '../../api/long-texts.ts';
import { installationQuery } from '../../api/support.ts';
import { shortDate } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page-header.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useTranslation, type Translate } from '../../words.ts';

type Section = { id: string; title: string; text?: string[]; list?: string[] };

export function PrivacyPage() {
  const { t } = useTranslation();
  return <LegalPage title={t('legal.privacy')} page="privacy" />;
}

export function TermsPage() {
  const { t } = useTranslation();
  return <LegalPage title={t('legal.terms')} page="terms" />;
}

/** A legal text in plain language that names the operator. */
function LegalPage({ title, page }: { title: string; page: 'privacy' | 'terms' }) {
  const { t } = useTranslation();
  usePageTitle(title);
  const { data, isPending } = useQuery(installationQuery);
  const texts = useLongText('legal');
  const operator = data?.operator ?? t('legal.theOperator');
  const sections: Section[] = texts?.[page].sections ?? [];
  const waiting = isPending || !texts;
  return (
    <article className="max-w-[68ch]">
      <h1 className="font-serif text-2xl tracking-[-0.015em]">{title}</h1>
      {/* The text appears in one step and replaces the placeholder, so that nothing shifts. */}
      {texts && !isPending ? (
        <>
          <p className="mt-2 text-muted">{t('legal.changed', { date: shortDate(texts.changed) })}</p>
          <p className="mt-5 text-base">{texts[page].lead}</p>
        </>
      ) : (
        <Waiting />
      )}
      {waiting
        ? null
        : sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id} className="mt-8">
              <h2 id={section.id} className="scroll-mt-20 text-lg">
                {section.title}
              </h2>
              {textOf(section, data?.operator, t).map((text) => (
                <p key={text} className="mt-3 text-base">
                  {named(text, operator)}
                </p>
              ))}
              <Points points={section.list?.map((point) => named(point, operator))} />
              {section.id === 'signatures' ? <Worth seal={data?.seal ?? 'self-issued'} /> : null}
              {section.id === 'exclusions' ? <Exclusions /> : null}
              {section.id === 'contact' ? <Contact operator={operator} email={data?.supportEmail} /> : null}
            </section>
          ))}
    </article>
  );
}

function Points({ points = [] }: { points?: readonly string[] | undefined }) {
  if (points.length === 0) return null;
  return (
    <ul className="mt-3 list-disc space-y-1.5 ps-5 text-base">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** Makes only the claims that the claims table allows (C-1 to C-6). */
function Worth({ seal }: { seal: 'self-issued' | 'provided' }) {
  const words = useLongText('claims');
  if (!words) return null;
  const texts = claims({ seal, timestamps: 'none' }, words);
  return [texts.esign, texts.eidas, texts.seal].map((claim) => (
    <p key={claim} className="mt-3 text-base">
      {claim}
    </p>
  ));
}

function Exclusions() {
  return <Points points={useLongText('claims')?.exclusions} />;
}

function Contact({ operator, email }: { operator: string; email: string | null | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mt-3 text-base">
        {email ? t('legal.contactMail', { email }) : t('legal.contactForm', { operator })}
      </p>
      <p className="mt-3 text-base">
        <Link
          to="/support?topic=privacy"
          className="inline-block text-ink underline underline-offset-3 hover:no-underline pointer-coarse:py-2.5"
        >
          {t('legal.toSupport')}
        </Link>
      </p>
      <p className="mt-3 text-base">
        <a
          href={addressOf(dataRequestPaths.showDataRequest)}
          className="inline-block text-ink underline underline-offset-3 hover:no-underline pointer-coarse:py-2.5"
        >
          {t('legal.toOwnData')}
        </a>
      </p>
    </>
  );
}

/** 'Run by the operator' would be meaningless, so an operator without a name has a different text. */
function textOf({ id, text = [] }: Section, name: string | null | undefined, t: Translate): string[] {
  return id === 'operator' && !name ? [t('legal.unnamed'), ...text.slice(1)] : text;
}

/** Capitalizes the placeholder of an operator without a name at the beginning of a sentence. */
function named(text: string, operator: string): string {
  const atStart = operator.charAt(0).toUpperCase() + operator.slice(1);
  return text
    .replace(/(^|[.] )\{\{operator\}\}/g, (_all, before: string) => `${before}${atStart}`)
    .replaceAll('{{operator}}', operator);
}

function Waiting() {
  return (
    <div className="mt-8 space-y-3">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  );
}
