import { useTranslation } from '../../words.ts';
import { overlapsOf } from '../state/checklist.ts';
import { useEditor } from '../state/editor-state.ts';
import { placeSentence } from './place-words.ts';
import { useCovers } from './use-covers.ts';

/** Fields that overlap each other or the text of the document, shown again before sending (P-13). */
export function SendPlaces() {
  const { t } = useTranslation();
  const { layout } = useEditor();
  const places = [...overlapsOf(layout.fields), ...useCovers()];
  if (places.length === 0) return null;
  return (
    <section
      aria-label={t('checklist.places')}
      className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-warn"
    >
      <h3 className="mb-1 text-sm">{t('checklist.places')}</h3>
      <ul className="flex max-h-32 list-disc flex-col gap-0.5 overflow-y-auto ps-5">
        {places.map((place) => (
          <li key={`${place.kind} ${place.fieldId}`}>
            {t('checklist.onPage', { page: place.page, sentence: placeSentence(t, place) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
