import { importDraft } from './carry-draft.ts';
import { importForeignSeals, importSealedDocument } from './carry-sealed.ts';
import type { ImportedRows } from './carrying.ts';
import type { Fate } from './judge-document.ts';
import { readRow } from './row-shapes.ts';

type Arriving = Omit<ImportedRows<'sealed'>, 'row' | 'fate'>;

/** Inserts a document in the form that `fate` specifies. */
export async function importDocumentRow(arriving: Arriving, fate: Fate): Promise<void> {
  const carried = { ...arriving, row: readRow('documents', arriving.parts.document) };
  switch (fate.as) {
    case 'draft':
      return importDraft({ ...carried, fate });
    case 'sealed':
      return importSealedDocument({ ...carried, fate });
    case 'sealed-elsewhere':
      return importForeignSeals({ ...carried, fate });
    case 'left-out':
  }
}
