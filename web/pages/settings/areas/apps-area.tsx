import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../../api/apps.ts';
import { useRequiredTexts } from '../../../api/later-words.ts';
import { ConnectionsSection } from '../connections-section.tsx';
import { AreaPage } from './area-page.tsx';

export function AppsArea() {
  const say = useRequiredTexts('pages');
  const connections = useQuery(connectionsQuery);
  return (
    <AreaPage name={say('areas.apps')} queries={[connections]}>
      {() => <ConnectionsSection connections={connections.data!} />}
    </AreaPage>
  );
}
