import { useRequiredTexts } from '../../../api/later-words.ts';
import { RetentionSection } from '../retention-section.tsx';
import { AreaPage } from './area-page.tsx';

export function RetentionArea() {
  const say = useRequiredTexts('pages');
  return <AreaPage name={say('areas.retention')}>{() => <RetentionSection />}</AreaPage>;
}
