import { PageHeader } from '../../parts/page-header.tsx';
import { useWords } from '../../words.ts';
import { Faq } from './faq.tsx';
import { MessageForm } from './message-form.tsx';
import { OwnMessages } from './own-messages.tsx';
import { Resources } from './resources.tsx';
import { StatusCard } from './status-card.tsx';
import { Ways } from './ways.tsx';

/** The support center, for account holders and visitors (specification §2). */
export function SupportPage() {
  const { t } = useWords();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('support.title')} about={t('support.about')} />
      <Ways />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
        <div className="flex min-w-0 flex-col gap-6">
          <MessageForm />
          <OwnMessages />
          <Faq />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <StatusCard />
          <Resources />
        </div>
      </div>
    </div>
  );
}
