import type { Translate } from '../../words.ts';
import type { Place } from '../state/checklist.ts';

/** Returns the problem with a field's position, or the reason why the sender should check it. */
export function placeSentence(t: Translate, place: Place): string {
  if (place.kind === 'overlap') return t(place.blocks ? 'checklist.collides' : 'checklist.overlaps');
  const { over, text, blocks } = place;
  if (over === 'dark') return t('checklist.onDark');
  if (over === 'picture') return t('checklist.onPicture');
  return t(blocks ? 'checklist.hides' : 'checklist.covers', { text });
}
