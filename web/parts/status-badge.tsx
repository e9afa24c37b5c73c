import type { DocumentStatus } from '#contract/documents/documents.ts';
import { useTranslation } from '../words.ts';
import { Badge, type Tone } from './badge.tsx';

const statusTones: Record<DocumentStatus, Tone> = {
  draft: 'plain',
  sent: 'warn',
  completed: 'ok',
  expired: 'danger',
  declined: 'danger',
  voided: 'plain',
};

type Shown = { status: DocumentStatus; test?: boolean; sealedElsewhere?: boolean };

/** Adds a second badge for test documents. A file sealed elsewhere is not shown as completed. */
export function StatusBadge({ status, test = false, sealedElsewhere = false }: Shown) {
  const { t } = useTranslation();
  const badge = (
    <Badge tone={sealedElsewhere ? 'plain' : statusTones[status]} dot>
      {t(sealedElsewhere ? 'status.elsewhere' : `status.${status}`)}
    </Badge>
  );
  return test ? (
    <span className="inline-flex flex-wrap gap-1">
      {badge}
      <Badge tone="ink">{t('status.test')}</Badge>
    </span>
  ) : (
    badge
  );
}
