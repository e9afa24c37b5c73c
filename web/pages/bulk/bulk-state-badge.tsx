import { useTranslation } from 'react-i18next';
import type { BulkState } from '#core/bulk/bulk.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';

const tones: Record<BulkState, Tone> = { running: 'ink', paused: 'warn', done: 'ok', cancelled: 'plain' };

export function BulkStateBadge({ state }: { state: BulkState }) {
  const { t } = useTranslation();
  return (
    <Badge tone={tones[state]} dot>
      {t(`bulk.state.${state}`)}
    </Badge>
  );
}
