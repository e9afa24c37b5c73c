import type { DocumentSummary } from '#contract/documents/documents.ts';
import { Checkbox } from '../../parts/forms/checkbox.tsx';
import { useTranslation } from '../../words.ts';
import type { Selection } from './use-selection.ts';

type OneProps = { document: DocumentSummary; selection: Selection };

export function SelectOne({ document, selection }: OneProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('library.selectOne', { title: document.title })}
      checked={selection.has(document.id)}
      onToggle={(shift) => selection.toggle(document.id, shift)}
    />
  );
}

export function SelectAll({
  documents,
  selection,
}: {
  documents: readonly DocumentSummary[];
  selection: Selection;
}) {
  const { t } = useTranslation();
  const all = documents.length > 0 && selection.ids.length === documents.length;
  return (
    <Checkbox
      label={t('library.selectAll')}
      checked={all}
      mixed={!all && selection.ids.length > 0}
      onToggle={() => selection.setAll(!all)}
    />
  );
}
