import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { disclosureText, editionOf } from '#core/consent/disclosure-text.ts';
import { Icon } from './icon.tsx';
import { places } from './entries/scroll-to-target.ts';
import { t } from './words.ts';

type Props = {
  disclosure: CeremonyAnswer['disclosure'];
  consents: boolean;
  onConsent: (consents: boolean) => void;
};

/**
 * The whole disclosure, expanded on the page above its consent box (L-04), which is never pre-ticked (L-01).
 * The download has exactly the bytes whose hash the server stores.
 */
export function ConsentSection({ disclosure, consents, onConsent }: Props) {
  return (
    <section className="card consent" aria-labelledby="consent-title">
      <h2 id="consent-title">{t('consent.title')}</h2>
      <p className="consent-summary">{t('consent.summary')}</p>
      <dl className="disclosure">
        {disclosure.blocks.map(({ key, title, text }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="row no-print">
        <p className="muted grow">{editionOf(disclosure)}</p>
        <button type="button" className="button" onClick={() => download(disclosure)}>
          <Icon name="download" />
          {t('consent.download')}
        </button>
        <button type="button" className="button" onClick={printDisclosure}>
          <Icon name="print" />
          {t('consent.print')}
        </button>
      </div>
      <label className="consent-box">
        <input
          id={places.consent}
          type="checkbox"
          checked={consents}
          onChange={(event) => onConsent(event.target.checked)}
        />
        <span>{t('consent.label')}</span>
      </label>
    </section>
  );
}

/** The response contains the blocks in the server's order. */
function download(disclosure: CeremonyAnswer['disclosure']): void {
  const text = disclosureText(disclosure);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = t('consent.fileName', { version: disclosure.version });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Prints only this section: the style sheet hides the rest of the page while the attribute is set. */
function printDisclosure(): void {
  const root = document.documentElement;
  root.dataset['print'] = 'disclosure';
  window.addEventListener('afterprint', () => delete root.dataset['print'], { once: true });
  window.print();
}
