import { Check } from 'lucide-react';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import { shortInitials } from '#core/person/initials.ts';
import { recipientHue } from '../parts/people/recipient-color.ts';
import { useTranslation } from '../words.ts';

/**
 * The recipients as overlapping initials, with a check mark on those who are done. Screen readers read it as
 * one sentence.
 */
export function PeopleRow({ document }: { document: DocumentSummary }) {
  const { t } = useTranslation();
  const { people, recipientCount, actedCount, actingCount, status } = document;
  if (people.length === 0) return null;
  const more = recipientCount - people.length;
  const names = people.map(({ name, email }) => name || email || t('document.erasedPerson')).join(', ');
  const label =
    status === 'draft'
      ? names
      : `${names}: ${t('progress.signed', { acted: actedCount, acting: actingCount })}`;
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex shrink-0 items-center">
      {people.map(({ name, email, done }, index) => (
        <span
          key={`${index} ${email}`}
          data-person=""
          style={{ ['--hue' as string]: recipientHue(index) }}
          className="relative -ms-1 grid size-6 place-items-center rounded-full bg-(--person) text-[10px] font-semibold text-(--on-person) ring-2 ring-surface first:ms-0"
        >
          {shortInitials(name, email)}
          {done ? (
            <span className="absolute -start-0.5 -bottom-0.5 grid size-3 place-items-center rounded-full bg-ok text-surface ring-1 ring-surface">
              <Check className="size-2 stroke-[4]" />
            </span>
          ) : null}
        </span>
      ))}
      {more > 0 ? <span className="ms-1 text-xs text-muted tabular-nums">+{more}</span> : null}
    </span>
  );
}
