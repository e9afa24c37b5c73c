import { useRequiredTexts } from '../../api/later-words.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { SignInSection } from './sign-in-section.tsx';

export function SignInPage() {
  const say = useRequiredTexts('pages');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('users.title')} about={say('areas.peopleAbout')} />
      <SignInSection />
    </div>
  );
}
