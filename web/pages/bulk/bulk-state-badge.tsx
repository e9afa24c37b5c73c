import type { BulkState } from '#core/bulk/bulk.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';

const tones: Record<BulkState, Tone> = { running: 'ink', paused: 'warn', done: 'ok', cancelled: 'plain' };

export function BulkStateBadge({ state }: { state: BulkState }) {
  const say = useRequiredTexts('pages');
  return (
    <Badge tone={tones[state]} dot>
      {say(`bulk.state.${state}`)}
    </Badge>
  );
}
