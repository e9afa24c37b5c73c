import type { DocumentStatus } from '#contract/documents.ts';
import { useWords } from '../words.ts';
import { Badge, type Tone } from './badge.tsx';

const statusTones: Record<DocumentStatus, Tone> = {
  draft: 'plain',
  sent: 'warn',
  completed: 'ok',
  expired: 'danger',
  declined: 'danger',
  voided: 'plain',
};

/** With a second word beside it where the document is one of a test key. */
export function StatusBadge({ status, test = false }: { status: DocumentStatus; test?: boolean }) {
  const { t } = useWords();
  const badge = (
    <Badge tone={statusTones[status]} dot>
      {t(`status.${status}`)}
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
