import { ArrowLeft, Settings2, Split, UserRound } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useRequiredTexts } from '../api/later-words.ts';
import { Button } from '../parts/button.tsx';
import { shortName } from '../parts/field/field-words.ts';
import { Sheet } from '../parts/dialogs/sheet.tsx';
import { useTranslation, type Translate } from '../words.ts';
import { useEditor } from './state/editor-state.ts';
import { Palette } from './canvas/palette.tsx';
import { PropertiesPanel } from './properties/properties-panel.tsx';
import { RecipientsPanel } from './recipients/recipients-panel.tsx';
import type { Placing } from './canvas/use-placing.ts';
import { editorFrame } from '../kit/frame.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

/** On wide screens the tools are next to the pages: the field types, or the properties of the selected fields. */
export function SideTools({ placing, onRules }: { placing: Placing; onRules: () => void }) {
  const { t } = useTranslation();
  const later = useRequiredTexts('field-kinds');
  const { kind, activeRecipient, layout, change } = useEditor();
  const people = t(kind === 'template' ? 'editor.roles' : 'editor.recipients');
  const heading = 'mb-2.5 text-[0.8125rem] font-semibold';
  const showPalette = () => {
    flushSync(() => change({ kind: 'select', ids: [] }));
    document.querySelector<HTMLElement>('[data-palette]')?.focus();
  };
  return (
    <aside
      aria-label={t('editor.tools')}
      className="hidden w-[312px] shrink-0 flex-col gap-7 overflow-y-auto border-s border-line bg-surface p-5 lg:flex"
    >
      <section aria-label={people}>
        <h2 className={heading}>{people}</h2>
        <RecipientsPanel />
      </section>
      {layout.selected.length > 0 ? (
        <section aria-label={t('editor.properties')}>
          <div className="mb-2.5 flex items-center justify-between gap-2">
            <h2 className="text-[0.8125rem] font-semibold">{selectedHeading(t, layout.selected.length)}</h2>
            <Button size="small" look="quiet" onClick={showPalette}>
              <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
              {t('editor.allFields')}
            </Button>
          </div>
          <PropertiesPanel />
        </section>
      ) : (
        <section aria-label={t('editor.fields')}>
          <h2 className={heading}>
            {activeRecipient
              ? t('editor.fieldsFor', { name: shortName(activeRecipient) })
              : t('editor.fields')}
          </h2>
          <Palette placing={placing} />
          {layout.fields.length > 0 ? (
            <Button size="small" className="mt-3 w-full" onClick={onRules}>
              <Split aria-hidden="true" />
              {later('rules')}
            </Button>
          ) : null}
          <DraftReference />
        </section>
      )}
    </aside>
  );
}

function selectedHeading(t: Translate, count: number): string {
  return count === 0 ? t('editor.properties') : t('editor.selected', { count });
}

/** On phones the tools are below the pages, within reach of the thumb. */
export function PhoneTools({ placing }: { placing: Placing }) {
  const { t } = useTranslation();
  const { layout, activeRecipient } = useEditor();
  const [open, setOpen] = useState<'recipients' | 'properties' | null>(null);
  return (
    <div className="border-t border-line bg-surface px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] lg:hidden">
      <div className="mb-2 flex gap-2 max-[16rem]:flex-col">
        <Button size="small" className="min-w-0 flex-1" onClick={() => setOpen('recipients')}>
          <UserRound aria-hidden="true" />
          <span className="truncate">
            {activeRecipient
              ? t('editor.fieldsFor', { name: shortName(activeRecipient) })
              : t('editor.recipients')}
          </span>
        </Button>
        <Button
          size="small"
          className="flex-1"
          disabled={layout.selected.length === 0}
          onClick={() => setOpen('properties')}
        >
          <Settings2 aria-hidden="true" />
          {t('editor.properties')}
        </Button>
      </div>
      <Palette placing={placing} compact />
      <Sheet
        open={open === 'recipients'}
        onClose={() => setOpen(null)}
        title={t('editor.recipients')}
        from="below"
      >
        <RecipientsPanel />
        <DraftReference />
      </Sheet>
      <Sheet
        open={open === 'properties'}
        onClose={() => setOpen(null)}
        title={selectedHeading(t, layout.selected.length)}
        from="below"
      >
        <PropertiesPanel />
      </Sheet>
    </div>
  );
}

const ReferenceFact = lazyPart(async () => (await import('../documents/reference-fact.tsx')).ReferenceFact);

/**
 * The account's own reference for a draft. A website that shows the editor in a frame sets it through the
 * API.
 */
function DraftReference() {
  const { kind, document } = useEditor();
  if (kind === 'template' || editorFrame()) return null;
  return (
    <dl className="mt-4 flex flex-wrap gap-x-3 text-sm">
      <ReferenceFact document={document} />
    </dl>
  );
}
