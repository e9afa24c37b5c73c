import type { ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Language } from '#core/language/language.ts';
import { productName } from '../kit/product-name.ts';
import { Icon } from './icon.tsx';
import { IdentityHints } from './identity-hints.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { brandStyle, SenderMark, SentWith, type SenderBrand } from './sender-brand.tsx';
import { t } from './words.ts';

export const steps = ['review', 'sign', 'complete'] as const;
export type Step = (typeof steps)[number];

type Props = {
  document: CeremonyAnswer['document'] | null;
  /** The deadline as text. */
  due?: string | undefined;
  /** The sender whose codes are requested, while there is no document yet. */
  brand?: SenderBrand | null;
  /** Absent if there are no steps. */
  step?: Step | undefined;
  onLanguage: (language: Language) => void;
  children: ReactNode;
};

/** The frame around every view: the sender, the progress, and help. */
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
                <IdentityHints people={[document.sender]} />
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
