import type { ReactNode, CSSProperties } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { languages, type Language } from '#core/language/language.ts';
import { shortInitials } from '#core/person/initials.ts';
import { productName } from '../kit/product-name.ts';
import { Icon } from '../kit/icon.tsx';
import { IdentityHints } from '../kit/identity-hints.tsx';
import { t, shownLanguage } from './words.ts';
import { LanguageSelect } from '../kit/language-select.tsx';
import type { ShownBrand } from '#contract/messages/branding.ts';
import { BrandMark } from '../kit/brand-mark.tsx';

export const steps = ['review', 'sign', 'complete'] as const;
export type Step = (typeof steps)[number];

type Props = {
  document: CeremonyAnswer['document'] | null;
  /** The deadline as text. */
  due?: string | undefined;
  /** The branding of the sender who requires codes, before the document is available. */
  brand?: SenderBrand | null;
  /** Absent if this view has no steps. */
  step?: Step | undefined;
  onLanguage: (language: Language) => void;
  children: ReactNode;
};

/** The frame around every view, with the sender, the progress and help. */
export function Frame({ document, brand: asks = null, due, step, onLanguage, children }: Props) {
  const brand = document?.brand ? { ...document.brand, address: document.sender.email } : asks;
  return (
    <div className="frame" style={brandStyle(brand)}>
      <header className="header">
        <div className="column">
          <div className="row title-row">
            <SenderMark brand={brand} />
            {document ? (
              <div className="grow">
                <h1>{document.title}</h1>
                <p className="muted">
                  {brand?.name ? <bdi>{brand.name}</bdi> : null}
                  {brand?.name ? ' · ' : null}
                  {[t('header.from', { sender: senderName(document) }), due].filter(Boolean).join(' · ')}
                </p>
                <IdentityHints language={shownLanguage()} people={[document.sender]} />
              </div>
            ) : (
              <p className="brand-name grow">
                <bdi>{brand?.name || productName()}</bdi>
              </p>
            )}
            <LanguageChoice onChoose={onLanguage} />
          </div>
          {step && <StepList current={step} />}
        </div>
      </header>
      <main className="main">{children}</main>
      {document && <Help document={document} />}
      {brand && <SentWith brand={brand} />}
    </div>
  );
}

export function senderName(document: CeremonyAnswer['document']): string {
  return document.sender.name.trim() || document.sender.email;
}

function StepList({ current }: { current: Step }) {
  const reached = steps.indexOf(current);
  return (
    <ol className="steps" aria-label={t('steps.label')}>
      {steps.map((step, at) => (
        <li
          key={step}
          data-reached={at <= reached || undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          <span>{t(`steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function Help({ document }: { document: CeremonyAnswer['document'] }) {
  const { email } = document.sender;
  return (
    <footer className="help">
      <div className="column row">
        <Icon name="help" />
        <p className="grow">
          <strong>{t('help.trouble')}</strong> {t('help.text', { sender: senderName(document) })}{' '}
          <a href={`mailto:${email}?subject=${encodeURIComponent(document.title)}`}>{email}</a>
        </p>
      </div>
    </footer>
  );
}

/** The language menu, which every view has. */
function LanguageChoice({ onChoose }: { onChoose: (language: Language) => void }) {
  return (
    <label className="language no-print">
      <Icon name="globe" />
      <span className="hidden-heading">{t('language')}</span>
      <LanguageSelect languages={languages} shown={shownLanguage()} onChoose={onChoose} />
    </label>
  );
}

/** The branding of the sender's account, unverified and therefore always shown with the confirmed address. */
export type SenderBrand = ShownBrand & { address: string };

/**
 * The account's color instead of the default ink color, for light and dark mode. The server has checked the
 * contrast.
 */
function brandStyle(brand: SenderBrand | null): CSSProperties | undefined {
  if (!brand?.color) return undefined;
  const { day, night } = brand.color;
  return { '--brand-day': day, '--brand-night': night } as CSSProperties;
}

/**
 * The logo has a white background, because dark letters would be unreadable in dark mode. A brand without a
 * logo is shown by its initials, because our mark in its color would look like its logo.
 */
function SenderMark({ brand }: { brand: SenderBrand | null }) {
  if (!brand) return <BrandMark className="brand-mark" />;
  if (!brand.logoUrl) {
    return (
      <span className="brand-mark brand-initials" aria-hidden="true">
        {shortInitials(brand.name, brand.address)}
      </span>
    );
  }
  return <img className="sender-logo" src={brand.logoUrl} alt="" />;
}

/** This line appears below every page with branding, because the brand name proves nothing. */
function SentWith({ brand }: { brand: SenderBrand }) {
  return (
    <p className="sent-with column muted">
      {t('brand.sentWith', { address: brand.address, service: productName() })}
    </p>
  );
}
