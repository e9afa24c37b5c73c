import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '#contract/operations/billing.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { invoicesQuery } from '../../api/subscription.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { dollarsAndCents, exactTime, shortDate } from '../../parts/format.ts';
import { LoadingError, Skeleton } from '../../parts/states.tsx';

const tones: Record<Invoice['status'], Tone> = {
  draft: 'plain',
  open: 'warn',
  paid: 'ok',
  void: 'plain',
  uncollectible: 'danger',
};

/** The provider's invoices, newest first, each with a link to its page and file. */
export function InvoiceList() {
  const say = useRequiredTexts('pages');
  const list = useQuery(invoicesQuery);
  return (
    <Card title={say('billing.invoices')} flush>
      {list.isPending ? <Skeleton className="mx-4 mb-6 h-28 sm:mx-6" /> : null}
      <LoadingError query={list} />
      {list.data?.length === 0 ? (
        <p className="border-t border-line px-4 py-5 text-muted sm:px-6">{say('billing.noInvoices')}</p>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <ul>
          {list.data.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function Row({ invoice }: { invoice: Invoice }) {
  const say = useRequiredTexts('pages');
  const { number, createdAt, amountCents, status, url, pdfUrl } = invoice;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3 sm:grid-cols-[8rem_1fr_6rem_7rem_8rem] sm:px-6">
      <time dateTime={createdAt} title={exactTime(createdAt)} className="tabular-nums">
        {shortDate(createdAt)}
      </time>
      <span className="truncate text-muted max-sm:order-3">{number}</span>
      <span className="text-end tabular-nums max-sm:order-2">{dollarsAndCents(amountCents)}</span>
      <span className="max-sm:order-4 max-sm:text-end">
        <Badge tone={tones[status]} dot>
          {say(`billing.invoiceStatus.${status}`)}
        </Badge>
      </span>
      <span className="flex gap-4 max-sm:order-5 sm:justify-end">
        {url ? (
          <Out href={url} name={say('billing.viewOf', { number })}>
            {say('billing.view')}
          </Out>
        ) : null}
        {pdfUrl ? (
          <Out href={pdfUrl} name={say('billing.pdfOf', { number })}>
            {say('billing.pdf')}
          </Out>
        ) : null}
      </span>
    </li>
  );
}

function Out({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={name}
      className="rounded-sm py-0.5 text-ink underline underline-offset-3 hover:no-underline"
    >
      {children}
    </a>
  );
}
