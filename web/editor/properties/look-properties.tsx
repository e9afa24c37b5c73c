import type { Field } from '#core/field/field.ts';
import { lookOf } from '#core/formats/look.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { Button } from '../../parts/button.tsx';
import { LookSelects } from '../../parts/forms/look-selects.tsx';
import { useEditor } from '../state/editor-state.ts';
import { sizeBeside } from '../canvas/size-beside.ts';

/** How the values of the selected fields are printed. */
export function LookProperties({ fields }: { fields: readonly Field[] }) {
  const t = useRequiredTexts('field-kinds');
  const { change, pages } = useEditor();
  const ids = fields.map(({ id }) => id);
  const measure = () => {
    for (const field of fields) {
      const page = pages[field.page - 1];
      const size = page && sizeBeside(field, page);
      if (size !== undefined)
        change({ kind: 'set-properties', ids: [field.id], properties: { size }, run: `size ${ids.join()}` });
    }
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('look')}</legend>
      <LookSelects
        looks={fields.map((field) => lookOf(field, null))}
        unset={t('lookOfDocument')}
        onChange={(properties) => change({ kind: 'set-properties', ids, properties })}
      />
      <Button size="small" onClick={measure}>
        {t('sizeBeside')}
      </Button>
    </fieldset>
  );
}
