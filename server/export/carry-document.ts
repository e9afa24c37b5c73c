import { carryDraft } from './carry-draft.ts';
import { carryElsewhere, carrySealed } from './carry-sealed.ts';
import type { Carried } from './carrying.ts';
import type { Fate } from './judge-document.ts';
import { readRow } from './row-shapes.ts';

type Arriving = Omit<Carried<'sealed'>, 'row' | 'fate'>;

/** Inserts a document in the form that `fate` allows. */
export async function carryDocument(arriving: Arriving, fate: Fate): Promise<void> {
  const carried = { ...arriving, row: readRow('documents', arriving.parts.document) };
  switch (fate.as) {
    case 'draft':
      return carryDraft({ ...carried, fate });
    case 'sealed':
      return carrySealed({ ...carried, fate });
    case 'sealed-elsewhere':
      return carryElsewhere({ ...carried, fate });
    case 'left-out':
  }
}
