import { useQuery } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { takesFile } from '#core/field/kinds.ts';
import { documentPaths } from '#contract/paths.ts';
import { handedInQuery } from '../../api/documents.ts';
import { fileSize } from '../../parts/format.ts';
import { useTranslation } from '../../words.ts';

/**
 * Files that recipients uploaded. They are not part of the sealed file, because all recipients get that file.
 */
export function AttachmentFiles({ document, heading }: { document: DocumentDetail; heading: string }) {
  const { t } = useTranslation();
  const hasFileFields = document.signatureFields.some(({ type }) => takesFile(type));
  const { data: files = [] } = useQuery({
    ...handedInQuery(document.id, document.actedCount),
    enabled: hasFileFields,
  });
  if (files.length === 0) return null;
  return (
    <section aria-label={t('document.attachments')}>
      <h2 className={heading}>{t('document.attachments')}</h2>
      <ul className="flex flex-col gap-2">
        {files.map(({ fieldId, name, size, sha256, recipientId }) => {
          const from = document.recipients.find(({ id }) => id === recipientId);
          return (
            <li key={fieldId} className="min-w-0">
              <a
                className="font-medium break-words text-ink underline-offset-4 hover:underline"
                href={addressOf(documentPaths.readAttachment, { params: { id: document.id, fieldId } })}
                download
              >
                {name}
              </a>{' '}
              <span className="whitespace-nowrap text-muted tabular-nums">{fileSize(size)}</span>
              <span className="block text-xs text-muted">{from?.name || from?.email}</span>
              <span className="block font-mono text-xs break-all text-muted">{sha256}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
