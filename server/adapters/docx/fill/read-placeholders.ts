import { fold } from '#core/language/fold.ts';
import { quoted } from '#core/language/quoted.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import {
  isPlaceholderName,
  MAX_PLACEHOLDER_NAME,
  MAX_PLACEHOLDERS,
  type Placeholder,
} from '#core/template/placeholders.ts';

/** A piece of a parsed template. `subparsed` is the content of a section. */
export type TemplatePart = {
  type: string;
  value: string;
  module?: string;
  inverted?: boolean;
  subparsed?: TemplatePart[];
};

/** Returns the name tested by a condition, whose tag starts with 'if '; undefined for a list or a text. */
export function conditionName(tag: string): string | undefined {
  return tag.startsWith('if ') ? tag.slice(3) : undefined;
}

/** How a name is used in one scope: the document, or the rows of a list. */
type Use = {
  name: string;
  isText: boolean;
  isCondition: boolean;
  columns?: Scope;
  shown: Scope;
  hidden: Scope;
};
type Scope = Map<string, Use>;

/** Returns the placeholders of all parts, or a refusal for the first one that cannot be used. */
export function readPlaceholders(parts: readonly (readonly TemplatePart[])[]): Placeholder[] | Refusal {
  const scope: Scope = new Map();
  const lists = new Map<string, Scope>();
  for (const pieces of parts) {
    const problem = readScope(pieces, scope, lists);
    if (problem) return problem;
  }
  const placeholders = listOf(scope, new Map());
  const { count, divided } = judge(scope);
  if (divided !== undefined)
    return invalid(divided, 'is a list in one place and a text in another. Use two names.');
  return count > MAX_PLACEHOLDERS
    ? invalid('', `is one of more than ${MAX_PLACEHOLDERS}. Use fewer.`)
    : placeholders;
}

/**
 * Adds the placeholders in `pieces` to `scope`. `lists` contains the columns of each list; undefined within a
 * list.
 */
function readScope(
  pieces: readonly TemplatePart[],
  scope: Scope,
  lists: Map<string, Scope> | undefined,
): Refusal | undefined {
  for (const piece of pieces) {
    if (piece.type !== 'placeholder' || piece.module === 'anchor') continue;
    const condition = piece.module === 'loop' ? conditionName(piece.value) : undefined;
    const name = (condition ?? piece.value).normalize('NFC').trim().replaceAll(/\s+/g, ' ');
    if (!isPlaceholderName(name) || (piece.module !== undefined && piece.module !== 'loop'))
      return invalid(
        name,
        `is not a name. Use letters, digits and spaces, at most ${MAX_PLACEHOLDER_NAME} characters.`,
      );
    const use = useOf(scope, name);
    if (piece.module === undefined) {
      use.isText = true;
      continue;
    }
    const inside = piece.subparsed ?? [];
    const isList = condition === undefined && hasPlaceholder(inside);
    if (isList && !lists) return invalid(name, 'is a list within a list. Use one list with more columns.');
    if (!isList) use.isCondition = true;
    if (isList) use.columns = columnsOf(lists!, name);
    const into = use.columns && isList ? use.columns : piece.inverted ? use.hidden : use.shown;
    const problem = readScope(inside, into, isList ? undefined : lists);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * Returns the columns of a list. It may be printed in several places with different columns, which are
 * combined.
 */
function columnsOf(lists: Map<string, Scope>, name: string): Scope {
  const columns = lists.get(fold(name)) ?? new Map<string, Use>();
  lists.set(fold(name), columns);
  return columns;
}

function hasPlaceholder(pieces: readonly TemplatePart[]): boolean {
  return pieces.some(({ type, module }) => type === 'placeholder' && module !== 'anchor');
}

function useOf(scope: Scope, name: string): Use {
  const key = fold(name);
  const use = scope.get(key) ?? {
    ...{ name, isText: false, isCondition: false },
    ...{ shown: new Map(), hidden: new Map() },
  };
  scope.set(key, use);
  return use;
}

/**
 * Returns the placeholders of a scope. A name outside of conditions is always required. `outer` contains the
 * uses of each name in the enclosing scope: a text is optional if a condition tests it anywhere.
 */
function listOf(scope: Scope, outer: ReadonlyMap<string, Merged>): Placeholder[] {
  const merged = mergeUses(scope, new Map(outer));
  return [...scope.values()].map(({ name, shown, hidden }): Placeholder => {
    const { isText, isCondition, columns } = merged.get(fold(name))!;
    const [inside, otherwise] = [listOf(shown, merged), listOf(hidden, merged)];
    const kind = columns ? 'list' : isText ? 'text' : 'condition';
    return {
      ...{ name, kind },
      ...(kind === 'text' && isCondition && { optional: true as const }),
      ...(columns && { columns: listOf(columns, new Map()) }),
      ...(inside.length > 0 && { shown: inside }),
      ...(otherwise.length > 0 && { hidden: otherwise }),
    };
  });
}

type Merged = Pick<Use, 'isText' | 'isCondition' | 'columns'>;

/** Combines the uses of each name in a scope with those in the conditions inside it. */
function mergeUses(scope: Scope, into: Map<string, Merged>): Map<string, Merged> {
  for (const [key, use] of scope) {
    const before = into.get(key);
    const columns = use.columns ?? before?.columns;
    into.set(key, {
      isText: use.isText || (before?.isText ?? false),
      isCondition: use.isCondition || (before?.isCondition ?? false),
      ...(columns && { columns }),
    });
    mergeUses(use.shown, into);
    mergeUses(use.hidden, into);
  }
  return into;
}

/** Counts the names, and finds a name that is used both as a list and as a text. */
function judge(scope: Scope): { count: number; divided?: string } {
  const merged = mergeUses(scope, new Map());
  let count = merged.size;
  let divided: string | undefined;
  for (const [key, { isText, columns }] of merged) {
    if (columns && isText) divided ??= key;
    if (!columns) continue;
    const inside = judge(columns);
    count += inside.count;
    divided ??= inside.divided;
  }
  return { count, ...(divided !== undefined && { divided }) };
}

function invalid(name: string, sentence: string): Refusal {
  return refuse(
    'placeholder-invalid',
    `The placeholder ‘${quoted(name)}’ ${sentence} Correct it in Word and upload the file again.`,
    { name: quoted(name) },
  );
}
