import { isName, PdfDict, PdfName, PdfRef } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import type { SourceFile } from './source-file.ts';

/** The layers (optional content groups, §8.11) that a file shows by default. */
export type Layers = {
  /** Accepts an /OC value or a /Properties entry: a group, a membership dictionary, or nothing. */
  isVisible(membership: PdfObject | undefined): boolean;
  /** Like `isVisible`, for a printed page. */
  isPrinted(membership: PdfObject | undefined): boolean;
  /** Records that something is drawn, and whether it is visible on the screen and printed. */
  noteInk(ink: { shown: boolean; printed: boolean }): void;
  /** Returns true if anything recorded is visible only in print. */
  printsMore(): boolean;
  /** Returns true if anything recorded since the last call is visible only on the screen. */
  takeScreenOnly(): boolean;
};

/** Returns undefined if the file has no layers. */
export function readLayers(file: SourceFile): Layers | undefined {
  const catalog = file.resolve(file.trailer.get('Root'));
  const properties = catalog instanceof PdfDict ? file.dictAt(catalog, 'OCProperties') : undefined;
  if (properties === undefined) return undefined;
  const onScreen = visibilityBy(file, readGroups(file, properties));
  const onPaper = visibilityBy(file, readPrinted(file, properties));
  let paperOnly = false;
  let screenOnly = false;
  return {
    isVisible: (membership) => onScreen(membership),
    isPrinted: (membership) => onPaper(membership),
    noteInk({ shown, printed }) {
      paperOnly ||= printed && !shown;
      screenOnly ||= shown && !printed;
    },
    printsMore: () => paperOnly,
    takeScreenOnly() {
      const taken = screenOnly;
      screenOnly = false;
      return taken;
    },
  };
}

function visibilityBy(file: SourceFile, groups: ReadonlyMap<number, boolean>) {
  const isVisible = (membership: PdfObject | undefined, depth = 0): boolean => {
    const resolved = file.resolve(membership);
    if (!(resolved instanceof PdfDict) || depth > 32) return true;
    if (isName(file.resolve(resolved.get('Type')), 'OCMD'))
      return membershipVisible(file, resolved, (item) => isVisible(item, depth + 1));
    return membership instanceof PdfRef ? (groups.get(membership.num) ?? true) : true;
  };
  return isVisible;
}

/** Returns the state of each group by object number, from the default configuration (§8.11.4.3). */
function readGroups(file: SourceFile, properties: PdfDict): Map<number, boolean> {
  const config = file.dictAt(properties, 'D') ?? new PdfDict();
  const states = new Map<number, boolean>();
  const base = !isName(file.resolve(config.get('BaseState')), 'OFF');
  for (const num of refNumbers(file, properties.get('OCGs'))) states.set(num, base);
  for (const num of refNumbers(file, config.get('ON'))) states.set(num, true);
  for (const num of refNumbers(file, config.get('OFF'))) states.set(num, false);
  const events = file.resolve(config.get('AS'));
  for (const item of Array.isArray(events) ? events : []) {
    const event = file.resolve(item);
    if (event instanceof PdfDict && isName(file.resolve(event.get('Event')), 'View'))
      applyUsage(file, event, states);
  }
  return states;
}

/** Applies the usage entries that decide whether a group is shown in this situation (§8.11.4.4). */
function applyUsage(file: SourceFile, event: PdfDict, states: Map<number, boolean>): void {
  for (const num of refNumbers(file, event.get('OCGs'))) {
    const group = file.get(new PdfRef(num));
    const usage = group instanceof PdfDict ? file.dictAt(group, 'Usage') : undefined;
    const view = usage === undefined ? undefined : file.dictAt(usage, 'View');
    const state = view === undefined ? null : file.resolve(view.get('ViewState'));
    if (state instanceof PdfName) states.set(num, state.value !== 'OFF');
  }
}

/**
 * Returns whether each group is printed. Without usage entries for printing, the state is the same as on the
 * screen. Some viewers also require the list of events (§8.11.4.4) and others do not, so only the usage entries
 * are used here.
 */
function readPrinted(file: SourceFile, properties: PdfDict): Map<number, boolean> {
  const states = readGroups(file, properties);
  for (const num of states.keys()) {
    const group = file.get(new PdfRef(num));
    const usage = group instanceof PdfDict ? file.dictAt(group, 'Usage') : undefined;
    const print = usage === undefined ? undefined : file.dictAt(usage, 'Print');
    const state = print === undefined ? null : file.resolve(print.get('PrintState'));
    if (state instanceof PdfName) states.set(num, state.value !== 'OFF');
  }
  return states;
}

/** Evaluates a membership dictionary by its expression, or else by its policy over its groups (§8.11.2.2). */
function membershipVisible(
  file: SourceFile,
  membership: PdfDict,
  isVisible: (item: PdfObject) => boolean,
): boolean {
  const expression = file.resolve(membership.get('VE'));
  if (Array.isArray(expression)) return evaluate(file, expression, isVisible, 0);
  const given = membership.get('OCGs');
  const resolved = file.resolve(given);
  const groups = Array.isArray(resolved) ? resolved : given === undefined ? [] : [given];
  const states = groups.filter((group) => file.resolve(group) !== null).map(isVisible);
  if (states.length === 0) return true;
  const policy = file.resolve(membership.get('P'));
  switch (policy instanceof PdfName ? policy.value : 'AnyOn') {
    case 'AllOn':
      return states.every(Boolean);
    case 'AnyOff':
      return states.some((state) => !state);
    case 'AllOff':
      return states.every((state) => !state);
  }
  return states.some(Boolean);
}

function evaluate(
  file: SourceFile,
  expression: PdfObject[],
  isVisible: (item: PdfObject) => boolean,
  depth: number,
): boolean {
  const [operator, ...operands] = expression;
  if (depth > 32) return true;
  const values = operands.map((operand) => {
    const resolved = file.resolve(operand);
    return Array.isArray(resolved) ? evaluate(file, resolved, isVisible, depth + 1) : isVisible(operand);
  });
  const word = file.resolve(operator);
  if (isName(word, 'Not')) return values[0] !== true;
  return isName(word, 'Or') ? values.some(Boolean) : values.every(Boolean);
}

function refNumbers(file: SourceFile, list: PdfObject | undefined): number[] {
  const resolved = file.resolve(list);
  return Array.isArray(resolved)
    ? resolved.flatMap((item) => (item instanceof PdfRef ? [item.num] : []))
    : [];
}
