import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { isRuleFault } from '#core/field/rules/rule-faults.ts';
import { Button } from '../parts/button.tsx';
import { useTranslation, type Translate } from '../words.ts';
import { missingItems, missingTemplateItems, type Missing, type Place } from './state/checklist.ts';
import { useEditor, type Editor } from './state/editor-state.ts';
import { focusField, goToPage } from './canvas/focus-field.ts';
import { placeSentence } from './send/place-words.ts';
import { useCovers } from './send/use-covers.ts';
import { ruleFaultText, valueFault } from './state/value-fault.ts';

/** Lists everything to do before the draft can be sent, and places to check. */
export function ChecklistBar() {
  const { t } = useTranslation();
  const editor = useEditor();
  const { kind } = editor;
  const covers = useCovers();
  const laidOut = useMemo(
    () =>
      (kind === 'template' ? missingTemplateItems : missingItems)(editor.layout.fields, editor.recipients),
    [kind, editor.layout.fields, editor.recipients],
  );
  const found = [...laidOut, ...covers];
  const places = found.filter((item) => isPlace(item) && !item.blocks);
  const missing = found.filter((item) => !places.includes(item));
  if (missing.length > 0) {
    const head = t('checklist.left', { count: missing.length });
    return <Items title={t('checklist.title')} head={head} items={[...missing, ...places]} />;
  }
  if (places.length > 0) {
    const count = { count: places.length };
    const head = kind === 'template' ? t('checklist.toCheck', count) : t('checklist.readyToCheck', count);
    return <Items title={t('checklist.places')} head={head} items={places} />;
  }
  return kind === 'template' ? null : (
    <p className="flex min-h-10 shrink-0 items-center gap-2.5 border-b border-line bg-ok-soft px-4 py-2 text-ok sm:px-5">
      <CircleCheck aria-hidden="true" className="size-[18px] shrink-0 stroke-[1.75]" />
      {t('checklist.ready')}
    </p>
  );
}

/**
 * Shows the first item always and the others on demand, so that the bar takes only one line on most screens.
 */
function Items({ title, head, items }: { title: string; head: string; items: readonly Missing[] }) {
  const { t } = useTranslation();
  const editor = useEditor();
  const [all, setAll] = useState(false);
  const list = useId();
  const shown = all ? items : items.slice(0, 1);
  return (
    <section
      aria-label={title}
      className="flex min-h-10 shrink-0 gap-2.5 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-warn max-sm:flex-wrap sm:px-5"
    >
      <CircleAlert aria-hidden="true" className="mt-px size-[18px] shrink-0 stroke-[1.75]" />
      <b className="shrink-0 font-semibold max-sm:min-w-0 max-sm:flex-1">{head}</b>
      <ul id={list} className="max-h-32 min-w-0 flex-1 overflow-y-auto max-sm:order-last max-sm:basis-full">
        {shown.map((item) => (
          <li key={keyOf(item)}>
            {sentence(t, item)}{' '}
            <ItemButton onClick={() => goTo(editor, item)}>{actionText(t, editor, item)}</ItemButton>
            {item.kind === 'cover' && item.free ? (
              <ItemButton onClick={() => moveTo(editor, item)}>{t('checklist.nudge')}</ItemButton>
            ) : null}
          </li>
        ))}
      </ul>
      {items.length > 1 ? (
        <Button
          look="link"
          size="text"
          className="shrink-0 self-start text-warn"
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {all ? t('checklist.fewer') : t('checklist.all', { count: items.length })}
        </Button>
      ) : null}
    </section>
  );
}

function ItemButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="link" size="text" className="ms-1 me-2 text-warn" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Moves a field off the words it covers. */
function moveTo({ layout, change }: Editor, { fieldId, free }: Place & { kind: 'cover' }): void {
  const field = layout.fields.find(({ id }) => id === fieldId);
  if (!field || !free) return;
  change({ kind: 'select', ids: [fieldId] });
  change({ kind: 'put', boxes: [{ ...field, ...free }] });
  focusField(fieldId);
}

const isPlace = ({ kind }: Missing): boolean => kind === 'overlap' || kind === 'cover';

function keyOf(item: Missing): string {
  if (item.kind === 'no-signature-field') return `${item.kind} ${item.recipient.id}`;
  return 'fieldId' in item ? `${item.kind} ${item.fieldId}` : item.kind;
}

function sentence(t: Translate, item: Missing): string {
  switch (item.kind) {
    case 'no-recipients':
      return t('checklist.noRecipients');
    case 'nobody-signs':
      return t('checklist.nobodySigns');
    case 'unassigned':
      return t('checklist.unassigned', { count: item.count });
    case 'cannot-sign':
      return t('checklist.cannotSign', { name: item.recipient.name || item.recipient.email });
    case 'fault':
      if (item.problem) return valueFault(item.field, item.problem);
      return isRuleFault(item.fault) ? ruleFaultText(item) : t(`checklist.fault.${item.fault}`);
    case 'no-signature-field':
      return t('checklist.noSignatureField', { name: item.recipient.name || item.recipient.email });
    case 'overlap':
    case 'cover':
      return placeSentence(t, item);
  }
}

function actionText(t: Translate, editor: Editor, item: Missing): string {
  switch (item.kind) {
    case 'no-recipients':
    case 'nobody-signs':
      return t('editor.addRecipient');
    case 'unassigned':
    case 'cannot-sign':
    case 'fault':
    case 'overlap':
    case 'cover':
      return t('checklist.show', { page: item.page });
    case 'no-signature-field':
      return t('checklist.place', { page: signaturePage(editor) });
  }
}

function goTo(editor: Editor, item: Missing): void {
  switch (item.kind) {
    case 'no-recipients':
    case 'nobody-signs':
      document.querySelector<HTMLElement>('[data-add-recipient]')?.click();
      return;
    case 'unassigned':
    case 'cannot-sign':
    case 'fault':
    case 'overlap':
    case 'cover':
      editor.change({ kind: 'select', ids: [item.fieldId] });
      focusField(item.fieldId);
      return;
    case 'no-signature-field':
      editor.activate(item.recipient.id);
      goToPage(signaturePage(editor));
      editor.arm('signature');
  }
}

/** Returns the page for another signature, which is the page of an existing one or else the last page. */
function signaturePage({ layout, pages }: Editor): number {
  return layout.fields.findLast(({ type }) => type === 'signature')?.page ?? pages.length;
}
