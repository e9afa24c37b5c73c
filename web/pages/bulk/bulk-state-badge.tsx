import type { BulkState } from '#core/bulk/bulk.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { useWords } from '../../words.ts';

const tones: Record<BulkState, Tone> = { running: 'ink', paused: 'warn', done: 'ok', cancelled: 'plain' };

export function BulkStateBadge({ state }: { state: BulkState }) {
  const { t } = useWords();
  return (
    <Badge tone={tones[state]} dot>
      {t(`bulk.state.${state}`)}
    </Badge>
  );
}
