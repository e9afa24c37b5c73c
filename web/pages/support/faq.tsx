import { Search } from 'lucide-react';
import { useState } from 'react';
import { AnswerItem } from '../../parts/answer-item.tsx';
import { Input } from '../../parts/forms/form-field.tsx';
import { useAnswers } from '../../plans/use-answers.ts';
import { useTranslation } from '../../words.ts';

/** Frequently asked questions, with a search that matches every word in questions and answers. */
export function Faq() {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const entries = useAnswers();
  const found = findAnswers(entries ?? [], words);
  return (
    <section
      id="answers"
      aria-labelledby="answers-title"
      className="scroll-mt-20 overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6 sm:py-5">
        <h2 id="answers-title" className="text-base">
          {t('support.faq.title')}
        </h2>
        <div className="relative w-full sm:w-64">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            type="search"
            aria-label={t('support.faq.search')}
            placeholder={t('support.faq.search')}
            className="ps-9"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {words.trim() === '' ? '' : t('support.faq.found', { count: found.length })}
      </p>
      {found.map(({ id, question, answer }) => (
        <AnswerItem key={id} question={question} answer={answer} />
      ))}
      {entries && found.length === 0 ? (
        <div className="border-t border-line px-6 py-10 text-center">
          <p className="font-medium">{t('support.faq.none')}</p>
          <p className="text-muted">{t('support.faq.noneText')}</p>
        </div>
      ) : null}
    </section>
  );
}

type Answer = { id: string; question: string; answer: string };

/**
 * Returns the answers that contain every word, ignoring case and accents; all answers for an empty search.
 */
export function findAnswers(answers: readonly Answer[], search: string): Answer[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return answers.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}
