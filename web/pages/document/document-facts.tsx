import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, ChevronDown } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { wasSignedBefore } from '#core/document/file-note.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { trailQuery } from '../../api/documents.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { originalPath, ownersQuery, sealedFilePath, sealedFilesPath } from '../../api/library.ts';
import { templateQuery } from '../../api/templates.ts';
import { verifyAddress } from '../../documents/verify-address.ts';
import { Button } from '../../parts/button.tsx';
import { exampleOf } from '../../parts/forms/format-choices.ts';
import { exactTime, fileSize, shortDate } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';
import { ReferenceFact } from '../../documents/reference-fact.tsx';

/** Details of the document itself. */
export function DocumentFacts({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
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
        {document.files.length > 1 ? (
          <ol>
            {document.files.map(({ id, title }) => (
              <li key={id}>
                <a href={originalPath(document.id, id)} className="break-words underline underline-offset-2">
                  <bdi>{title}</bdi>
                </a>
              </li>
            ))}
          </ol>
        ) : (
          <>
            <bdi className="break-words">{document.fileName}</bdi>{' '}
            <span className="whitespace-nowrap text-muted tabular-nums">{fileSize(document.fileSize)}</span>
          </>
        )}
      </Fact>
      <SealedFiles document={document} />
      {document.formats ? (
        <Fact name={t('document.formats')}>
          <span className="tabular-nums">{exampleOf(document.formats)}</span>
        </Fact>
      ) : null}
      {document.templateId === null ? null : <TemplateFact document={document} id={document.templateId} />}
      <Senders document={document} />
      <Fact name={t('document.order')}>
        {t(document.signingOrder === 'sequential' ? 'send.sequential' : 'send.parallel')}
      </Fact>
      <Suspense>
        <ReferenceFact document={document} />
      </Suspense>
    </dl>
  );
}

/** Files that are also sealed as separate PDFs, and the certificate if it is separate. */
function SealedFiles({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const { id, status, files, separateFiles, separateCertificate, certificateSha256 } = document;
  const several = separateFiles && files.length > 1 ? files : [];
  const isApart = separateCertificate && !wasSignedBefore(document);
  if (status !== 'completed' || (several.length === 0 && !isApart)) return null;
  const isReady =
    several.every(({ sealedSha256 }) => sealedSha256 !== null) && (!isApart || certificateSha256 !== null);
  return (
    <Fact name={t('document.sealedFiles')}>
      {isReady ? (
        <ol>
          {several.map((file) => (
            <li key={file.id}>
              <a href={sealedFilePath(id, file.id)} className="break-words underline underline-offset-2">
                <bdi>{file.title}</bdi>
              </a>
            </li>
          ))}
          {isApart ? (
            <li>
              <a href={sealedFilePath(id, CERTIFICATE)} className="underline underline-offset-2">
                {t('document.separateCertificate')}
              </a>
            </li>
          ) : null}
          <li>
            <a href={sealedFilesPath(id)} className="underline underline-offset-2">
              {t('document.sealedFilesZip')}
            </a>
          </li>
        </ol>
      ) : (
        <span className="text-muted">{t('document.sealedFilesWait')}</span>
      )}
    </Fact>
  );
}

/** The template and its version from which the document was made. */
function TemplateFact({ document, id }: { document: DocumentDetail; id: string }) {
  const own = useDeferredTexts('templates');
  const template = useQuery({ ...templateQuery(id), retry: false }).data;
  if (!own || !template) return null;
  const { templateVersion: version } = document;
  return (
    <Fact name={own('templates.template')}>
      <Link to={`/templates/${id}/versions`} className="break-words underline underline-offset-2">
        <bdi>{template.name}</bdi>
      </Link>
      {version === null ? null : (
        <span className="block text-muted tabular-nums">{own('versions.version', { version })}</span>
      )}
    </Fact>
  );
}

/**
 * The recorded sender, the account they acted for, and the current owner. Renders nothing if they are one
 * person in an account without other members.
 */
function Senders({ document: { id, ownerId } }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  const events = useQuery(trailQuery(id)).data?.events ?? [];
  const owners = useQuery(ownersQuery).data ?? [];
  const sent = events.find(({ type }) => type === 'document_sent');
  const owner = owners.find((one) => one.id === ownerId);
  const behalf = sent?.data['onBehalfOfEmail'];
  const apart = Boolean(behalf) || (sent && owner && sent.data['actorEmail'] !== owner.email);
  if (!sent || (owners.length < 2 && !apart)) return null;
  return (
    <>
      <Fact name={t('document.sentBy')}>
        <bdi className="break-words">{sent.actor}</bdi>
        {behalf ? (
          <span className="block text-muted">
            {t('document.onBehalfOf', { name: String(sent.data['onBehalfOf'] || behalf) })}
          </span>
        ) : null}
      </Fact>
      {owner ? (
        <Fact name={t('document.owner')}>
          <bdi className="break-words">{owner.name}</bdi>
        </Fact>
      ) : null}
    </>
  );
}

/** The fingerprints, collapsed because only readers who need proof want them. */
export function Evidence({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation();
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 text-[0.8125rem] font-semibold [&::-webkit-details-marker]:hidden">
        {t('document.evidence')}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <dl className="mt-2 flex flex-col gap-2">
        {document.sealedSha256 ? (
          <div>
            <dt className="text-muted">{t('document.sealedSha256')}</dt>
            <dd className="font-mono text-xs break-all">{document.sealedSha256}</dd>
          </div>
        ) : null}
        {document.seal ? (
          <div>
            <dt className="text-muted">{t('document.sealLevel')}</dt>
            <dd>
              {t('document.sealLevelSays', { level: document.seal.level })}{' '}
              {document.seal.timestampedAt
                ? t('document.sealTimed', { at: exactTime(document.seal.timestampedAt) })
                : t('document.sealUntimed')}
              {document.seal.augmented ? ` ${t('document.sealAugmented')}` : ''}
            </dd>
          </div>
        ) : null}
        <div>
          <dt className="text-muted">{t('document.baseSha256')}</dt>
          <dd className="font-mono text-xs break-all">{document.baseSha256}</dd>
        </div>
      </dl>
      {document.recipients.some(({ erasedAt }) => erasedAt) ? (
        <p className="mt-2 text-muted">{t('document.erasedSays')}</p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {document.sealedSha256 ? (
          <Button asChild size="small">
            <Link to={verifyAddress(document.id)}>
              <BadgeCheck aria-hidden="true" />
              {t('document.verify')}
            </Link>
          </Button>
        ) : null}
      </div>
    </details>
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
