import { CopyPlus } from 'lucide-react';
import { fieldTypes } from '#core/field/field.ts';
import { Button } from '../../parts/button.tsx';
import { mustAct } from '#core/recipient/recipient.ts';
import { classNames } from '../../parts/class-names.ts';
import { recipientHue } from '../../parts/people/recipient-color.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { useEditor } from '../state/editor-state.ts';
import { fieldIcons } from '../../parts/field/field-words.ts';
import { initialsOnPages } from './new-field.ts';
import type { Placing } from './use-placing.ts';

/** The field types. Drag one onto a page, click it and then the page, or press Enter. */
export function Palette({ placing, compact = false }: { placing: Placing; compact?: boolean }) {
  const t = useRequiredTexts('field-kinds');
  const { armed, recipients, activeRecipient, pages, layout, change } = useEditor();
  const hue = recipientHue(recipients.findIndex(({ id }) => id === activeRecipient?.id));
  return (
    <div className={compact ? 'flex gap-2 overflow-x-auto' : 'grid grid-cols-2 gap-2'}>
      {fieldTypes.map((type) => {
        const Icon = fieldIcons[type];
        return (
          <button
            key={type}
            type="button"
            data-palette={type}
            data-person=""
            style={{ ['--hue' as string]: hue }}
            aria-pressed={armed === type}
            onPointerDown={(event) => placing.pressPalette(type, event)}
            onClick={(event) => placing.clickPalette(type, event)}
            className={classNames(
              'flex h-10 shrink-0 touch-none items-center gap-1.5 rounded-md border border-line-strong bg-surface px-1.5 text-start leading-tight font-medium select-none hover:bg-sunken pointer-coarse:h-11',
              compact && 'touch-pan-x',
              armed === type && 'border-ink bg-ink-soft',
            )}
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75] text-(--person)" />
            <span className="min-w-0 break-words hyphens-auto">{t(`kind.${type}`)}</span>
          </button>
        );
      })}
      {activeRecipient && mustAct(activeRecipient) && pages.length > 1 ? (
        <Button
          size="small"
          className={compact ? 'h-11 shrink-0' : 'col-span-2'}
          onClick={() => {
            const fields = initialsOnPages(layout.fields, pages, activeRecipient.id);
            if (fields.length > 0) change({ kind: 'place', fields });
          }}
        >
          <CopyPlus aria-hidden="true" />
          {t('initialsOnPages')}
        </Button>
      ) : null}
    </div>
  );
}
