import type { ReactNode } from 'react';
import type { DocumentDetail } from '#contract/documents.ts';
import { exactTime, fileSize, shortDate } from '../../parts/format.ts';
import { useWords } from '../../words.ts';

/** What is known about the document itself. */
export function DocumentFacts({ document }: { document: DocumentDetail }) {
  const { t } = useWords();
  const times = [
    ['created', document.createdAt],
    ['sent', document.sentAt],
    ['completed', document.completedAt],
    ['expires', document.status === 'sent' || document.status === 'expired' ? document.expirationDate : null],
  ] as const;
  return (
    <dl className="grid grid-cols-[96px_1fr] gap-x-3 gap-y-1.5">
      {times.map(([key, at]) =>
        at ? (
          <Fact key={key} name={t(`document.${key}`)}>
            <time dateTime={at} title={exactTime(at)} className="tabular-nums">
              {shortDate(at)}
            </time>
          </Fact>
        ) : null,
      )}
      <Fact name={t('document.file')}>
        <bdi className="break-words">{document.fileName}</bdi>{' '}
        <span className="whitespace-nowrap text-muted tabular-nums">{fileSize(document.fileSize)}</span>
      </Fact>
      <Fact name={t('document.order')}>
        {t(document.signingOrder === 'sequential' ? 'send.sequential' : 'send.parallel')}
      </Fact>
      {document.sealedSha256 ? (
        <Fact name={t('document.sealedSha256')}>
          <span className="font-mono text-xs break-all">{document.sealedSha256}</span>
        </Fact>
      ) : null}
      <Fact name={t('document.baseSha256')}>
        <span className="font-mono text-xs break-all">{document.baseSha256}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
