import { X } from 'lucide-react';
import type { SuggestedField } from '#contract/documents/documents.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { fieldIcons } from '../../parts/field/field-words.ts';
import { showSuggestion, type Suggestions } from './use-suggestions.ts';

type Props = { suggestions: Suggestions; page: number; scale: number };

/** The suggested fields of one page as dashed boxes. A click or Enter adds one, the cross or Delete dismisses it. */
export function SuggestionLayer({ suggestions, page, scale }: Props) {
  const t = useDeferredTexts('found-fields');
  const typeName = useDeferredTexts('field-kinds');
  const { open, add, dismiss } = suggestions;
  if (!t || !typeName) return null;
  const settle = (suggestion: SuggestedField, act: () => void) => {
    const next = open[open.indexOf(suggestion) + 1] ?? open[open.indexOf(suggestion) - 1];
    act();
    if (next) showSuggestion(next);
  };
  return (
    // Is above the fields, but only its boxes receive clicks.
    <div className="pointer-events-none absolute inset-0 z-[3] [contain:size_layout]">
      {open
        .filter(({ field }) => field.page === page)
        .map((suggestion) => {
          const { field, role } = suggestion;
          const type = typeName(`kind.${field.type}`);
          const name =
            role === '' ? t('found.name', { type, page }) : t('found.nameFor', { type, role, page });
          const Icon = fieldIcons[field.type];
          const remove = () => settle(suggestion, () => dismiss(suggestion));
          return (
            <div
              key={field.id}
              className="group absolute"
              style={{
                left: field.x * scale,
                top: field.y * scale,
                width: field.width * scale,
                height: field.height * scale,
              }}
            >
              <button
                type="button"
                data-suggestion={field.id}
                aria-label={t('found.add', { name })}
                // Pages are white in both themes.
                className="pointer-events-auto flex size-full items-center justify-center gap-1 overflow-hidden rounded-[4px] border-[1.5px] border-dashed border-[oklch(45%_0.15_265)] bg-[oklch(45%_0.15_265/0.08)] text-[11px] font-medium text-[oklch(38%_0.13_265)] hover:bg-[oklch(45%_0.15_265/0.18)] focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-[oklch(42%_0.15_265)]"
                onClick={() => settle(suggestion, () => add([suggestion]))}
                onKeyDown={(event) => {
                  if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                  event.preventDefault();
                  remove();
                }}
              >
                <Icon aria-hidden="true" className="size-3.5 max-h-full shrink-0" />
                {field.width * scale > 90 ? <span className="truncate">{role || type}</span> : null}
              </button>
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('found.dismiss', { name })}
                // On a phone, crosses on all boxes would cover each other.
                className="pointer-events-none absolute -end-3 -top-3 flex size-6 items-center justify-center rounded-full border border-[oklch(80%_0.02_265)] bg-white text-[oklch(38%_0.02_265)] opacity-0 group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100 pointer-coarse:size-8"
                onClick={remove}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </div>
          );
        })}
    </div>
  );
}
