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

export function StatusBadge({ status }: { status: DocumentStatus }) {
  const { t } = useWords();
  return (
    <Badge tone={statusTones[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}
