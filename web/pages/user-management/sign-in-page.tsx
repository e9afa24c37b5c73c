import { useQuery } from '@tanstack/react-query';
import { useRequiredTexts } from '../../api/later-words.ts';
import { teamQuery } from '../../api/team.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { LoadingError } from '../../parts/states.tsx';
import { SignInSection } from './sign-in-section.tsx';

export function SignInPage() {
  const say = useRequiredTexts('pages');
  const query = useQuery(teamQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('users.title')} about={say('areas.peopleAbout')} />
      {query.isLoadingError ? (
        <div className="rounded-lg border border-line bg-surface">
          <LoadingError query={query} />
        </div>
      ) : (
        <SignInSection />
      )}
    </div>
  );
}
