import { ChevronDown } from 'lucide-react';

/** A question that expands to show its answer. */
export function AnswerItem({ question, answer }: { question: string; answer: string }) {
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 px-4 py-3 font-medium hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="max-w-[68ch] px-4 pb-4 text-muted sm:px-6">{answer}</p>
    </details>
  );
}
