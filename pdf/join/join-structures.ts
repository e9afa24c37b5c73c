import {
  isArray,
  dict,
  isDict,
  isName,
  latin1Text,
  name,
  PdfDict,
  PdfName,
  PdfString,
  textString,
} from '../objects/objects.ts';
import type { PdfObject, PdfRef } from '../objects/objects.ts';
import { serialise } from '../objects/serialise.ts';
import type { OutputFile } from '../normalise/source/output-file.ts';
import type { PdfFile } from '../read/open-pdf.ts';

type Copy = (source: PdfObject) => PdfObject;

/** Maximum depth of number and name trees. Also ends cycles. */
const MAX_LEVELS = 32;

/**
 * Builds one structure tree (ISO 32000-2, 14.7) from those of several files. It is a document with one part for
 * each tagged file, in that file's language. Keys of the parent trees and identifiers are made unique.
 */
export class StructureJoin {
  readonly #output: OutputFile;
  readonly #root: PdfRef;
  readonly #document: PdfRef;
  readonly #parts: PdfRef[] = [];
  readonly #parents: PdfObject[] = [];
  readonly #roles = new PdfDict();
  readonly #classes = new PdfDict();
  readonly #ids: { id: PdfString; element: PdfObject }[] = [];
  readonly #namespaces: PdfObject[] = [];
  #nextKey = 0;
  /** Language of the first file that specifies one. */
  language: PdfString | undefined;

  constructor(output: OutputFile) {
    this.#output = output;
    this.#root = output.reserve();
    this.#document = output.reserve();
  }

  /** `target` replaces the root of the file's own tree as the parent of its elements. */
  startPart(file: PdfFile, catalog: PdfDict, title: string) {
    const output = this.#output;
    const target = output.reserve();
    const tree = file.resolve(catalog.get('StructTreeRoot'));
    const language = file.resolve(catalog.get('Lang'));
    if (language instanceof PdfString) this.language ??= language;
    const pairs = isDict(tree) ? readTree(file, tree.get('ParentTree'), 'Nums') : [];
    const first = this.#nextKey;
    const raise = (key: PdfObject): void => {
      if (typeof key === 'number') this.#nextKey = Math.max(this.#nextKey, first + key + 1);
    };
    for (const [key] of pairs) raise(key);
    let kids: PdfObject[] = [];
    let rename = noNames;
    return {
      target,
      /** Pages and annotations refer to their structure elements by a key of the parent tree. */
      movedKey: (key: string, value: number): number => {
        if (key !== 'StructParents' && key !== 'StructParent') return value;
        raise(value);
        return first + value;
      },
      copyTree: (copy: Copy): void => {
        if (!isDict(tree)) return;
        for (const [key, value] of pairs)
          if (typeof key === 'number') this.#parents.push(first + key, copy(value));
        const own = file.resolve(tree.get('K'));
        kids = (isArray(own) ? own : [tree.get('K') ?? null]).map(copy);
        const roles = addNames(this.#roles, file.resolve(tree.get('RoleMap')), copy);
        const classes = addNames(this.#classes, file.resolve(tree.get('ClassMap')), copy);
        const prefix = this.#parts.length === 0 ? '' : `${this.#parts.length + 1}-`;
        rename = { roles, classes, prefix };
        for (const [id, element] of readTree(file, tree.get('IDTree'), 'Names'))
          if (id instanceof PdfString) this.#ids.push({ id: prefixed(id, prefix), element: copy(element) });
        const spaces = file.resolve(tree.get('Namespaces'));
        if (isArray(spaces)) this.#namespaces.push(...spaces.map(copy));
      },
      /** Called after all objects have been copied. */
      finish: (): void => {
        if (!isDict(tree)) return;
        this.#parts.push(target);
        renameIn(output, kids, rename);
        const lang = language instanceof PdfString ? language : undefined;
        output.set(
          target,
          dict({
            Type: name('StructElem'),
            S: name('Part'),
            P: this.#document,
            T: textString(title),
            Lang: lang,
            K: kids,
          }),
        );
      },
    };
  }

  /** Returns the root of the joined tree, or undefined if no file is tagged. */
  finish(): PdfRef | undefined {
    if (this.#parts.length === 0) return undefined;
    const output = this.#output;
    const element = { Type: name('StructElem'), S: name('Document'), P: this.#root };
    output.set(this.#document, dict({ ...element, K: this.#parts }));
    const ids = this.#ids
      .map(({ id, element: named }) => ({ id, named, order: latin1Text(id.bytes) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1));
    output.set(
      this.#root,
      dict({
        Type: name('StructTreeRoot'),
        K: this.#document,
        ParentTree: output.add(dict({ Nums: this.#parents })),
        ParentTreeNextKey: this.#nextKey,
        RoleMap: optional(this.#roles),
        ClassMap: optional(this.#classes),
        IDTree:
          ids.length === 0
            ? undefined
            : output.add(
                dict({
                  Kids: [
                    output.add(
                      dict({
                        Limits: [ids[0]?.id ?? null, ids.at(-1)?.id ?? null],
                        Names: ids.flatMap(({ id, named }) => [id, named]),
                      }),
                    ),
                  ],
                }),
              ),
        Namespaces: this.#namespaces.length > 0 ? this.#namespaces : undefined,
      }),
    );
    return this.#root;
  }
}

const optional = (entries: PdfDict): PdfDict | undefined => (entries.size > 0 ? entries : undefined);

type Names = ReadonlyMap<string, string>;
type Renaming = { roles: Names; classes: Names; prefix: string };
const noNames: Renaming = {
  roles: new Map<string, string>(),
  classes: new Map<string, string>(),
  prefix: '',
};

/**
 * Adds the entries of a role or class map. Returns new names for those that another file uses with a different
 * meaning.
 */
function addNames(known: PdfDict, added: PdfObject, copy: Copy): Names {
  const renamed = new Map<string, string>();
  for (const [key, source] of isDict(added) ? added : []) {
    const value = copy(source);
    const other = known.get(key);
    if (other !== undefined && latin1Text(serialise(other)) !== latin1Text(serialise(value))) {
      let free = 2;
      while (known.has(`${key}-${free}`)) free += 1;
      renamed.set(key, `${key}-${free}`);
    }
    known.set(renamed.get(key) ?? key, value);
  }
  // A role may be mapped to a role that has been renamed.
  for (const target of renamed.keys())
    for (const key of isDict(added) ? added.keys() : []) {
      const mapped = known.get(renamed.get(key) ?? key);
      if (isName(mapped, target)) known.set(renamed.get(key) ?? key, name(renamed.get(target) ?? target));
    }
  return renamed;
}

/** Applies the new names of roles, classes and identifiers to all elements below. */
function renameIn(
  output: OutputFile,
  kids: readonly PdfObject[],
  { roles, classes, prefix }: Renaming,
): void {
  if (prefix === '' && roles.size === 0 && classes.size === 0) return;
  const waiting = [...kids];
  const visited = new Set<PdfDict>();
  const newName = (value: PdfObject, names: Names): PdfObject =>
    value instanceof PdfName ? name(names.get(value.value) ?? value.value) : value;
  for (let kid = waiting.pop(); kid !== undefined; kid = waiting.pop()) {
    const element = output.deref(kid);
    if (isArray(element)) waiting.push(...element);
    if (!isDict(element) || !element.has('S') || visited.has(element)) continue;
    visited.add(element);
    element.set('S', newName(element.get('S') ?? null, roles));
    const className = output.deref(element.get('C') ?? null);
    if (className instanceof PdfName) element.set('C', newName(className, classes));
    if (isArray(className))
      element.set(
        'C',
        className.map((one) => newName(one, classes)),
      );
    const id = output.deref(element.get('ID') ?? null);
    if (id instanceof PdfString) element.set('ID', prefixed(id, prefix));
    const attributes = output.deref(element.get('A') ?? null);
    for (const one of isArray(attributes) ? attributes : [attributes]) {
      const owner = output.deref(one);
      const headers =
        isDict(owner) && !visited.has(owner) ? output.deref(owner.get('Headers') ?? null) : null;
      if (!isDict(owner) || !isArray(headers)) continue;
      visited.add(owner);
      owner.set(
        'Headers',
        headers.map((value) => (value instanceof PdfString ? prefixed(value, prefix) : value)),
      );
    }
    const below = element.get('K');
    if (below !== undefined) waiting.push(below);
  }
}

const prefixed = (id: PdfString, prefix: string): PdfString =>
  prefix === '' ? id : new PdfString(Buffer.concat([Buffer.from(prefix, 'latin1'), id.bytes]), true);

/** Returns all pairs of a number tree or name tree (7.9.6, 7.9.7). */
function readTree(
  file: PdfFile,
  top: PdfObject | undefined,
  list: 'Nums' | 'Names',
  level = 0,
): [PdfObject, PdfObject][] {
  const node = file.resolve(top);
  if (!isDict(node) || level > MAX_LEVELS) return [];
  const pairs: [PdfObject, PdfObject][] = [];
  const entries = file.resolve(node.get(list));
  if (isArray(entries))
    for (let at = 0; at + 1 < entries.length; at += 2)
      pairs.push([file.resolve(entries[at]), entries[at + 1] ?? null]);
  const kids = file.resolve(node.get('Kids'));
  if (isArray(kids)) for (const kid of kids) pairs.push(...readTree(file, kid, list, level + 1));
  return pairs;
}
