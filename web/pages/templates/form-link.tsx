import { Copy, MonitorSmartphone, Printer, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import { endForm } from '../../api/forms.ts';
import { AnswersButton } from '../../documents/dialogs/answers-dialog.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/dialogs/copy-text.ts';
import { ActionDialog } from '../../parts/dialogs/action-dialog.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { useTranslation } from '../../words.ts';

/** The public URL as text and QR code, with the numbers of requests and documents so far. */
export function FormLink({ id, name, form }: { id: string; name: string; form: PublicFormView }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const code = useRef<HTMLDivElement>(null);
  const print = () => {
    const picture = code.current?.querySelector('svg');
    if (picture) printQr(picture, { title: name, url: form.url });
  };
  return (
    <section
      aria-label={t('form.link')}
      className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:grid-cols-[auto_minmax(0,1fr)]"
    >
      <div ref={code} className="flex justify-center">
        <QrCode text={form.url} name={t('form.qr')} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <Badge tone={form.state === 'open' ? 'ok' : 'warn'} dot>
            {t(`form.state.${form.state}`)}
          </Badge>
        </div>
        <code dir="ltr" className="rounded-md border border-line bg-sunken p-3 font-mono break-all">
          {form.url}
        </code>
        <p className="text-muted">
          {t('form.made', { count: form.made })} {t('form.waiting', { count: form.waiting })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copyText(form.url)}>
            <Copy aria-hidden="true" />
            {t('form.copy')}
          </Button>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            {t('form.print')}
          </Button>
          <Button asChild>
            <a href={form.counterUrl} target="_blank" rel="noreferrer">
              <MonitorSmartphone aria-hidden="true" />
              {t('form.counter')}
            </a>
          </Button>
          <AnswersButton source={{ kind: 'form', id }} />
          <Button look="danger" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden="true" />
            {t('form.end')}
          </Button>
        </div>
        <p className="text-sm text-muted">{t('form.counterHint')}</p>
      </div>
      <ActionDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('form.end')}
        mutation={endForm}
        given={id}
      >
        {t('form.endAbout')}
      </ActionDialog>
    </section>
  );
}

/** Opens and prints a page with a title, the QR code and its address. */
function printQr(code: SVGElement, { title, url }: { title: string; url: string }): void {
  const page = window.open('', '_blank');
  if (!page) return;
  const { document: sheet } = page;
  sheet.title = title;
  sheet.body.style.cssText =
    'margin: 2cm 1cm; font: 14pt system-ui, sans-serif; text-align: center; color: black; background: white';
  const heading = sheet.createElement('h1');
  heading.dir = 'auto';
  heading.textContent = title;
  const picture = sheet.importNode(code, true);
  picture.removeAttribute('class');
  picture.style.cssText = 'width: 10cm; max-width: 100%; height: auto';
  const address = sheet.createElement('p');
  address.dir = 'ltr';
  address.style.overflowWrap = 'anywhere';
  address.textContent = url;
  sheet.body.replaceChildren(heading, picture, address);
  page.print();
}
