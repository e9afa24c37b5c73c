import { useQuery } from '@tanstack/react-query';
import { coversQuery } from '../../api/documents.ts';
import { coversOf, type Place } from '../state/checklist.ts';
import { useEditor } from '../state/editor-state.ts';

/**
 * Returns the page content below the draft's fields, which the server reads from the file after they are
 * saved.
 */
export function useCovers(): Place[] {
  const { kind, document, layout, saving, revision } = useEditor();
  const { data } = useQuery({
    ...coversQuery(document.id, revision()),
    enabled: kind === 'document' && saving.kind === 'saved' && layout.fields.length > 0,
  });
  return coversOf(data?.covers ?? [], layout.fields);
}
