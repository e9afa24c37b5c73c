import { ChevronLeft, ChevronRight, WandSparkles } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useDeferredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/forms/select.tsx';
import { useTranslation } from '../../words.ts';
import { showSuggestion, type Suggestions } from './use-suggestions.ts';

const noOwner = 'nobody';

/** Offers the fields that were found in the file, all together or one by one. */
export function SuggestionsBar({ suggestions }: { suggestions: Suggestions }) {
  const { t: common } = useTranslation();
  const t = useDeferredTexts('found-fields');
  const { open, isLooking, roles, people, owners, setOwner, add, look, close } = suggestions;
  if (!t) return null;
  const isUnclear = people.length > 0 && (people.length > 1 || roles.length > 1);
  const choices = [
    { value: noOwner, text: common('editor.nobody') },
    ...people.map(({ id, name, email }) => ({ value: id, text: name || email })),
  ];
  const step = (by: 1 | -1) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-suggestion]')?.dataset['suggestion'];
    const at = open.findIndex(({ field }) => field.id === focused);
    const next = at < 0 ? open.at(by > 0 ? 0 : -1) : open[(at + by + open.length) % open.length];
    if (next) showSuggestion(next);
  };
  const keepFocus = { onPointerDown: (event: PointerEvent) => event.preventDefault() };
  return (
    <section
      aria-label={t('found.summary', { count: open.length })}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-ink-soft px-4 py-2 sm:px-5"
    >
      <p role="status" className="flex items-center gap-3">
        <WandSparkles aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75]" />
        {isLooking ? t('found.left', { count: open.length }) : t('found.summary', { count: open.length })}
      </p>
      {isLooking ? (
        <span className="flex gap-1">
          <Button
            size="icon"
            look="quiet"
            aria-label={t('found.previous')}
            onClick={() => step(-1)}
            {...keepFocus}
          >
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
          <Button
            size="icon"
            look="quiet"
            aria-label={t('found.next')}
            onClick={() => step(1)}
            {...keepFocus}
          >
            <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
        </span>
      ) : null}
      <Button look="link" size="text" onClick={() => add(open)}>
        {t('found.addAll')}
      </Button>
      {isLooking ? null : (
        <Button
          look="link"
          size="text"
          onClick={() => {
            look();
            if (open[0]) showSuggestion(open[0]);
          }}
        >
          {t('found.look')}
        </Button>
      )}
      <Button look="link" size="text" className="text-muted" onClick={close}>
        {isLooking ? t('found.done') : common('editor.notNow')}
      </Button>
      {isUnclear ? (
        <ul className="flex w-full flex-wrap gap-x-5 gap-y-2">
          {roles.map((role) => {
            const label = role === '' ? t('found.ownerOfOthers') : t('found.ownerOf', { role });
            return (
              <li key={role} className="flex flex-wrap items-center gap-2 max-sm:w-full">
                <span aria-hidden="true">
                  <bdi>{label}</bdi>
                </span>
                <Select
                  aria-label={label}
                  value={owners[role] ?? noOwner}
                  options={choices}
                  onChange={(value) => setOwner(role, value === noOwner ? null : value)}
                  className="w-48 max-sm:flex-1"
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
