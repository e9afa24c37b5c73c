import { dict, latin1Text, name, PdfDict, PdfRef, textString } from '../objects/objects.ts';
import type { PdfObject, PdfString } from '../objects/objects.ts';
import { serialise } from '../objects/serialise.ts';
import type { Revision } from './append-revision.ts';
import { editNumberTree } from './number-tree.ts';

/** The meaning of a drawn item for screen readers. All parts of one item share the same object. */
export type TagNode = {
  /** A standard structure type (ISO 32000-2, 14.8.4). */
  type: 'P' | 'H1' | 'H2' | 'H3' | 'Figure' | 'Caption' | 'Sect' | 'Table' | 'TR' | 'TH' | 'TD';
  alt?: string;
  /** Scope of a TH: the header of its row or of its column (PDF/UA-1, 7.5). */
  scope?: 'Row' | 'Column';
  parent?: TagNode;
};

/** Tag for lines and page numbers, which are not read aloud. */
export const DECORATION = 'decoration';

export type PageTagger = {
  /**
   * Returns the operator that opens marked content for an item on this page. `language` is a BCP 47 tag,
   * required if the text may be in another language than the file.
   */
  open(tag: TagNode | typeof DECORATION, language?: string): string;
};

/** Adds tags to new content if the file is tagged. */
export type Structure = {
  readonly tagged: boolean;
  /** @param page the page's new dictionary, which may get a /StructParents */
  onPage(pageRef: PdfRef, page: PdfDict): PageTagger;
  /** Adds a link with its text to the structure. Returns the key for its /StructParent (PDF/UA-1, 7.18.5). */
  link(pageRef: PdfRef, annotation: PdfRef): number | undefined;
  finish(): void;
};

/**
 * Opens the structure tree of a tagged file for additions (14.7). An untagged file remains untagged. A tree with
 * only the additions would hide the document from screen readers, which otherwise infer tags for the whole file.
 * Alternative text is then part of the marked content itself (14.9.3).
 */
export function openStructure(revision: Revision, catalog: PdfDict): Structure {
  const treeRef = catalog.get('StructTreeRoot');
  const tree = revision.file.resolve(treeRef);
  if (!(treeRef instanceof PdfRef) || !(tree instanceof PdfDict)) return untagged;
  return taggedStructure(revision, treeRef, new PdfDict(tree));
}

const untagged: Structure = {
  tagged: false,
  onPage: () => ({
    open(tag, language) {
      const { alt } = tag === DECORATION ? {} : tag;
      const lang = tag === DECORATION ? undefined : language;
      if (alt === undefined && lang === undefined) return '/Span BMC';
      return `/Span ${propertyList(dict({ Lang: optionalText(lang), Alt: optionalText(alt) }))} BDC`;
    },
  }),
  link: () => undefined,
  finish: () => undefined,
};

/**
 * Copies a list so that entries can be added. A page that occurs twice in the file has one list for both
 * occurrences, so that neither overwrites the other's entries.
 */
const listOf = (known: PdfObject): PdfObject[] | null => (Array.isArray(known) ? [...known] : null);

type Element = { target: PdfRef; entries: PdfDict; kids: PdfObject[] };

function taggedStructure(revision: Revision, treeRef: PdfRef, tree: PdfDict): Structure {
  const { resolve } = revision.file;
  const parents = editNumberTree(revision, tree.get('ParentTree'));
  const parent = documentElement(revision, treeRef, tree);
  const elements = new Map<TagNode, Element>();
  const topLevel: PdfObject[] = [];
  const extended = new Map<number, PdfObject[]>();
  const created: [number, PdfObject[] | PdfRef][] = [];
  let next = nextParentKey(revision, tree);

  const elementOf = (tag: TagNode, pageRef: PdfRef, language: string | undefined): Element => {
    const known = elements.get(tag);
    if (known !== undefined) return known;
    const above = tag.parent && elementOf(tag.parent, pageRef, language);
    const element: Element = {
      target: revision.allocate(),
      entries: dict({
        Type: name('StructElem'),
        S: name(tag.type),
        P: above?.target ?? parent.target,
        Pg: pageRef,
        // Everything in an element inherits its language (14.9.2).
        Lang: above ? undefined : optionalText(language),
        Alt: optionalText(tag.alt),
        A: tag.scope && dict({ O: name('Table'), Scope: name(tag.scope) }),
      }),
      kids: [],
    };
    elements.set(tag, element);
    (above?.kids ?? topLevel).push(element.target);
    return element;
  };

  return {
    tagged: true,
    onPage(pageRef, page) {
      const key = page.get('StructParents');
      const known = typeof key === 'number' ? (extended.get(key) ?? listOf(resolve(parents.get(key)))) : null;
      const marks = known ?? [];
      if (typeof key === 'number' && known) extended.set(key, marks);
      else {
        page.set('StructParents', next);
        created.push([next++, marks]);
      }
      return {
        open(tag, language) {
          if (tag === DECORATION) return '/Artifact BMC';
          const element = elementOf(tag, pageRef, language);
          const mark = marks.push(element.target) - 1;
          element.kids.push(dict({ Type: name('MCR'), Pg: pageRef, MCID: mark }));
          return `/${tag.type} <</MCID ${mark}>> BDC`;
        },
      };
    },
    link(pageRef, annotation) {
      const element = revision.add(
        dict({
          Type: name('StructElem'),
          S: name('Link'),
          P: parent.target,
          Pg: pageRef,
          K: dict({ Type: name('OBJR'), Obj: annotation, Pg: pageRef }),
        }),
      );
      topLevel.push(element);
      created.push([next, element]);
      return next++;
    },
    finish() {
      if (elements.size === 0) return;
      for (const { target, entries, kids } of elements.values())
        revision.set(target, new PdfDict([...entries, ['K', kids]]));
      for (const [key, marks] of extended) parents.replace(key, marks);
      parents.append(created.map(([key, item]) => [key, item instanceof PdfRef ? item : revision.add(item)]));
      const root = tree.get('ParentTree');
      if (root instanceof PdfRef) revision.set(root, parents.root);
      else tree.set('ParentTree', parents.root);
      tree.set('ParentTreeNextKey', next);
      parent.adopt(topLevel);
      revision.set(treeRef, tree);
    },
  };
}

/** Returns the parent for new elements: the document element if there is exactly one, or else the root. */
export function documentElement(
  revision: Revision,
  treeRef: PdfRef,
  tree: PdfDict,
): { target: PdfRef; adopt(kids: PdfObject[]): void } {
  const kids = listKids(revision, tree);
  const [only] = kids;
  const element = only instanceof PdfRef ? revision.object(only) : null;
  if (kids.length !== 1 || !(only instanceof PdfRef) || !(element instanceof PdfDict))
    return { target: treeRef, adopt: (added) => void tree.set('K', [...kids, ...added]) };
  return {
    target: only,
    adopt: (added) =>
      revision.set(only, new PdfDict([...element, ['K', [...listKids(revision, element), ...added]]])),
  };
}

/** /K is a single kid or an array. */
function listKids(revision: Revision, element: PdfDict): PdfObject[] {
  const entry = element.get('K');
  const value = revision.file.resolve(entry);
  if (Array.isArray(value)) return value;
  return entry === undefined || entry === null ? [] : [entry];
}

/** Returns the next free key of the parent tree. Ignores a /ParentTreeNextKey that is too low. */
export function nextParentKey(revision: Revision, tree: PdfDict): number {
  const given = tree.get('ParentTreeNextKey');
  return Math.max(typeof given === 'number' ? given : 0, highestKey(revision, tree.get('ParentTree')) + 1);
}

function highestKey(revision: Revision, top: PdfObject | undefined): number {
  const { resolve } = revision.file;
  const node = resolve(top);
  if (!(node instanceof PdfDict)) return -1;
  const numbers = resolve(node.get('Nums'));
  const own = Array.isArray(numbers) ? numbers.filter((value, at) => at % 2 === 0) : [];
  const kids = resolve(node.get('Kids'));
  const below = Array.isArray(kids) ? kids.map((kid) => highestKey(revision, kid)) : [];
  return Math.max(-1, ...below, ...own.filter((value) => typeof value === 'number'));
}

const optionalText = (value: string | undefined): PdfString | undefined =>
  value === undefined ? undefined : textString(value);

const propertyList = (entries: PdfDict): string => latin1Text(serialise(entries));
