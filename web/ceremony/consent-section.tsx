import { useState } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { disclosureText, editionOf } from '#core/consent/disclosure-text.ts';
import { Icon } from '../kit/icon.tsx';
import { places } from './entries/scroll-to-target.ts';
import { t } from './words.ts';
import { Button } from '../kit/button.tsx';

type Props = {
  disclosure: CeremonyAnswer['disclosure'];
  files: CeremonyAnswer['document']['files'];
  consents: boolean;
  onConsent: (consents: boolean) => void;
};

/**
 * The whole disclosure, expanded above its consent box (L-04). The box is never pre-ticked (L-01), and is
 * enabled once the signer has ticked the boxes of all files that must be read. The download has exactly the
 * bytes whose hash the server stores.
 */
export function ConsentSection({ disclosure, files, consents, onConsent }: Props) {
  const toAcknowledge = files.filter(({ kind }) => kind === 'acknowledge');
  const [read, setRead] = useState(consents ? toAcknowledge.map(({ id }) => id) : []);
  const unread = toAcknowledge.find(({ id }) => !read.includes(id));
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
        <Button onClick={() => download(disclosure)}>
          <Icon name="download" />
          {t('consent.download')}
        </Button>
        <Button onClick={printDisclosure}>
          <Icon name="print" />
          {t('consent.print')}
        </Button>
      </div>
      {toAcknowledge.map(({ id, title }) => (
        <label key={id} className="consent-box">
          <input
            id={id === unread?.id ? places.consent : undefined}
            type="checkbox"
            checked={read.includes(id)}
            onChange={({ target: { checked } }) => {
              setRead(checked ? [...read, id] : read.filter((one) => one !== id));
              if (!checked) onConsent(false);
            }}
          />
          <span>{t('files.read', { title })}</span>
        </label>
      ))}
      <label className="consent-box">
        <input
          id={unread ? undefined : places.consent}
          type="checkbox"
          checked={consents}
          disabled={unread !== undefined}
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

/**
 * Prints only this section, because the style sheet hides the rest of the page while the attribute is set.
 */
function printDisclosure(): void {
  const root = document.documentElement;
  root.dataset['print'] = 'disclosure';
  window.addEventListener('afterprint', () => delete root.dataset['print'], { once: true });
  window.print();
}
