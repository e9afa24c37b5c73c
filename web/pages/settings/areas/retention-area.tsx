import { useQuery } from '@tanstack/react-query';
import { useRequiredTexts } from '../../../api/later-words.ts';
import { teamQuery } from '../../../api/team.ts';
import { RetentionSection } from '../retention-section.tsx';
import { AreaPage } from './area-page.tsx';

export function RetentionArea() {
  const say = useRequiredTexts('pages');
  const team = useQuery(teamQuery);
  return (
    <AreaPage name={say('areas.retention')} queries={[team]}>
      {() => <RetentionSection />}
    </AreaPage>
  );
}
