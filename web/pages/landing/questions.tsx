import { Link } from 'react-router';
import { AnswerItem } from '../../parts/answer-item.tsx';
import { useAnswers } from '../../plans/use-answers.ts';
import { useTranslation } from '../../words.ts';

/** The answers of the support page that matter before someone has an account. */
const shownIds = ['account', 'files', 'limits', 'seal', 'decline', 'data'];

export function Questions() {
  const { t } = useTranslation();
  const answers = (useAnswers() ?? []).filter(({ id }) => shownIds.includes(id));
  return (
    <section
      id="questions"
      aria-labelledby="questions-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-[1120px] gap-x-12 gap-y-6 px-4 py-14 sm:px-8 sm:py-20 lg:grid-cols-[320px_1fr]">
        <div>
          <h2 id="questions-title" className="font-serif text-2xl tracking-[-0.015em]">
            {t('landing.questions.title')}
          </h2>
          <Link
            to="/support"
            className="finger mt-3 inline-block text-ink underline underline-offset-3 hover:no-underline"
          >
            {t('landing.questions.more')}
          </Link>
        </div>
        <div className="min-h-[294px] overflow-hidden rounded-lg border border-line bg-paper [&>details:first-child]:border-t-0">
          {answers.map(({ id, question, answer }) => (
            <AnswerItem key={id} question={question} answer={answer} />
          ))}
        </div>
      </div>
    </section>
  );
}
