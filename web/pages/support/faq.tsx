import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { plans } from '#core/plan/plans.ts';
import { useLongText } from '../../api/long-texts.ts';
import { Input } from '../../parts/form-field.tsx';
import { useWords } from '../../words.ts';
import { findAnswers, type Answer } from './find-answers.ts';

const { limits } = plans.free;

/** The questions that people ask most; the search looks for every word, in questions and answers. */
export function Faq() {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const entries = useLongText('support');
  const found = findAnswers((entries ?? []).map(withNumbers), words);
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
        <details key={id} className="group border-t border-line">
          <summary className="flex min-h-12 list-none items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[68ch] px-4 pb-4 text-muted sm:px-6">{answer}</p>
        </details>
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

/** Numbers come from the plan table and nowhere else. */
function withNumbers(entry: Answer): Answer {
  const answer = entry.answer
    .replace('{{freeDocuments}}', String(limits.documentsPerMonth))
    .replace('{{freeRecipients}}', String(limits.recipientsPerDocument));
  return { ...entry, answer };
}
