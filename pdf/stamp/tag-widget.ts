import { dict, name, PdfDict, PdfRef } from '../objects/objects.ts';
import type { Revision } from './append-revision.ts';
import { editNumberTree } from './number-tree.ts';
import { documentElement, nextParentKey } from './tag-structure.ts';

/**
 * Adds the widget of a form field to the structure of a tagged file: a Form element that refers to it, and a key
 * in the parent tree that refers back (PDF/UA-1, 7.18.4; ISO 32000-2, 14.7.5). Returns the key for the widget's
 * /StructParent, or undefined for an untagged file, which remains untagged.
 */
export function tagWidget(
  revision: Revision,
  catalog: PdfDict,
  widget: PdfRef,
  page: PdfRef,
): number | undefined {
  const treeRef = catalog.get('StructTreeRoot');
  const resolved = revision.file.resolve(treeRef);
  if (!(treeRef instanceof PdfRef) || !(resolved instanceof PdfDict)) return undefined;
  const tree = new PdfDict(resolved);
  const parent = documentElement(revision, treeRef, tree);
  const element = revision.add(
    dict({
      Type: name('StructElem'),
      S: name('Form'),
      P: parent.target,
      Pg: page,
      K: dict({ Type: name('OBJR'), Obj: widget, Pg: page }),
    }),
  );
  const key = nextParentKey(revision, tree);
  const entry = tree.get('ParentTree');
  const parents = editNumberTree(revision, entry);
  parents.append([[key, element]]);
  if (entry instanceof PdfRef) revision.set(entry, parents.root);
  else tree.set('ParentTree', parents.root);
  tree.set('ParentTreeNextKey', key + 1);
  parent.adopt([element]);
  revision.set(treeRef, tree);
  return key;
}
