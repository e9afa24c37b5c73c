import { useQuery } from '@tanstack/react-query';
import { useRequiredTexts } from '../../api/later-words.ts';
import { groupsQuery } from '../../api/sharing.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError } from '../../parts/states.tsx';
import { GroupsSection } from './groups-section.tsx';

export function GroupsPage() {
  const say = useRequiredTexts('pages');
  const query = useQuery(groupsQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('users.title')} about={say('areas.peopleAbout')} />
      {query.isLoadingError ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={query} />
        </div>
      ) : (
        <GroupsSection />
      )}
    </div>
  );
}
