import type { PageSize } from '#contract/documents/documents.ts';
import { minFieldSize, withinLargest, type Field } from '#core/field/field.ts';
import { clampToPage, type FieldBox } from '#core/field/layout/geometry.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { giveTo, withOwnerGone } from '#core/field/owner-gone.ts';
import type { Condition, FieldProperties } from '#core/field/properties.ts';
import { changeConditions, renameInFormulas } from '#core/field/rules/references.ts';
import { isRuleOfPlace, placesOf } from '#core/field/same-question.ts';
import { withNewIds, type Beside, type Moment, type NewIds } from './moment.ts';

/** The fields, the selection and the undo history. Immutable: every change creates a new value. */
export type Layout = {
  fields: readonly Field[];
  selected: readonly string[];
  past: readonly Moment[];
  future: readonly Moment[];
  /** The kind of the last change. A run of equal small changes is a single undo step. */
  lastRun: string | null;
};

/**
 * `place` adds new fields (dropped, pasted or duplicated), and `put` gives existing fields new boxes, in
 * points.
 */
export type Action =
  | { kind: 'place'; fields: readonly Field[] }
  | { kind: 'put'; boxes: readonly (FieldBox & { id: string })[]; run?: string }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'assign'; ids: readonly string[]; recipientId: string | null }
  | { kind: 'require'; ids: readonly string[]; required: boolean }
  | { kind: 'label'; id: string; label: string }
  /** Sets properties. Changes with the same `run` are one undo step. */
  | { kind: 'set-properties'; ids: readonly string[]; properties: Partial<FieldProperties>; run?: string }
  /** Assigns fields placed by anchors after the recipients changed. It is not a separate undo step. */
  | { kind: 'assign-parties'; recipients: Parameters<typeof assignParties>[1] }
  /** The fields from the server after the file was replaced. This resets the undo history. */
  | { kind: 'start-again'; fields: readonly Field[] }
  /** Applies unsaved changes of an ended session to the server's state. */
  | { kind: 'put-back'; fields: readonly Field[] }
  | { kind: 'forget-recipient'; recipientId: string }
  | { kind: 'select'; ids: readonly string[] }
  /** Records a step on the title or recipients with the state before it. */
  | { kind: 'remember'; beside: Beside }
  | Travel;

/**
 * Undoes or redoes the newest step, or the step to `moment`. `now` is the title or recipients before the
 * change was saved.
 */
type Travel = { kind: 'undo' | 'redo'; moment?: Moment; now?: Beside; ids?: NewIds };

/** Maximum number of undo steps. */
const memory = 200;

export function newLayout(fields: readonly Field[]): Layout {
  return { fields, selected: [], past: [], future: [], lastRun: null };
}

/**
 * Returns the layout after an action. Boxes are kept on their pages, large enough to tap and within the
 * maximum of their type.
 */
export function changeLayout(layout: Layout, action: Action, pages: readonly PageSize[]): Layout {
  const { fields } = layout;
  switch (action.kind) {
    case 'place': {
      const placed = action.fields.map((field) => clampFieldToPage(field, pages));
      const next = step(layout, [...fields, ...placed], null);
      return { ...next, selected: placed.map(({ id }) => id) };
    }
    case 'put': {
      const boxes = new Map(action.boxes.map((box) => [box.id, box]));
      const put = (field: Field) => {
        const box = boxes.get(field.id);
        return box ? clampFieldToPage({ ...field, ...box }, pages) : field;
      };
      return step(layout, fields.map(put), action.run ?? null);
    }
    case 'remove': {
      const left = withoutLostConditions(fields.filter(({ id }) => !action.ids.includes(id)));
      return left.length === fields.length ? layout : { ...step(layout, left, null), selected: [] };
    }
    case 'assign': {
      const ids = withGroups(fields, action.ids);
      const assigned = fields.map((field) =>
        ids.includes(field.id) && !isOfSender(field.type) ? giveTo(field, action.recipientId) : field,
      );
      return step(layout, assigned, null);
    }
    case 'require':
      return step(layout, edit(fields, withPlaces(fields, action.ids), { required: action.required }), null);
    case 'label': {
      const renamed = renameInFormulas(fields, action.id, action.label);
      return step(layout, edit(renamed, [action.id], { label: action.label }), `label ${action.id}`);
    }
    case 'set-properties': {
      const isOfPlace = Object.keys(action.properties).some((key) => key === 'name' || isRuleOfPlace(key));
      const ids = isOfPlace ? action.ids : withPlaces(fields, action.ids);
      const changed = fields.map((field) =>
        ids.includes(field.id)
          ? { ...field, properties: tidy({ ...field.properties, ...action.properties }) }
          : field,
      );
      return step(layout, changed, action.run ?? null);
    }
    case 'assign-parties':
      return { ...layout, fields: assignParties(fields, action.recipients) };
    case 'start-again':
      return newLayout(action.fields);
    case 'put-back':
      return { ...step(layout, action.fields, null), selected: [] };
    case 'forget-recipient':
      return forget(layout, action.recipientId);
    case 'select':
      return { ...layout, selected: action.ids, lastRun: null };
    case 'remember':
      return { ...step(layout, fields, null, action.beside), selected: layout.selected };
    case 'undo':
    case 'redo':
      return travel(layout, action);
  }
}

/** Returns fields in reading order: by page, then down, then across. */
export function inReadingOrder(fields: readonly Field[]): Field[] {
  return [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
}

function step(
  layout: Layout,
  fields: readonly Field[],
  run: string | null,
  beside: Beside | null = null,
): Layout {
  if (run !== null && run === layout.lastRun) return { ...layout, fields, future: [] };
  const past = [...layout.past, { fields: layout.fields, beside }].slice(-memory);
  return { ...layout, fields, past, future: [], lastRun: run };
}

function edit(fields: readonly Field[], ids: readonly string[], values: Partial<Field>): Field[] {
  return fields.map((field) => (ids.includes(field.id) ? { ...field, ...values } : field));
}

function clampFieldToPage(field: Field, pages: readonly PageSize[]): Field {
  const page = Math.min(Math.max(1, field.page), pages.length);
  const size = pages[page - 1];
  if (!size) return field;
  const smallest = minFieldSize(field.type, size);
  const sized = {
    ...field,
    page,
    width: Math.max(field.width, smallest.width),
    height: Math.max(field.height, smallest.height),
  };
  return roundBox(clampToPage(asGeometry(size), withinLargest(sized)));
}

/** Removes properties with empty values. */
function tidy(properties: FieldProperties): FieldProperties {
  const kept = Object.entries(properties).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  );
  return Object.fromEntries(kept);
}

/** Adds the ids of all places of the same questions, which share their settings. */
function withPlaces(fields: readonly Field[], ids: readonly string[]): string[] {
  const chosen = fields.filter(({ id }) => ids.includes(id));
  return [...new Set(chosen.flatMap((field) => placesOf(field, fields).map(({ id }) => id)))];
}

/** The buttons or places of one question belong to one person. */
function withGroups(fields: readonly Field[], given: readonly string[]): string[] {
  const ids = withPlaces(fields, given);
  const chosen = fields.filter(({ id }) => ids.includes(id));
  const groups = new Set(chosen.map(({ type, properties }) => type === 'radio' && properties?.group));
  return fields
    .filter(
      ({ id, type, properties }) =>
        ids.includes(id) || (type === 'radio' && groups.has(properties?.group ?? '')),
    )
    .map(({ id }) => id);
}

/** Conditions that refer to a removed field are removed too. */
function withoutLostConditions(fields: readonly Field[]): Field[] {
  const known = new Set(fields.map(({ id }) => id));
  return fields.map((field) => {
    if (!field.properties?.showWhen) return field;
    const keep = (condition: Condition) => (known.has(condition.fieldId) ? condition : undefined);
    return { ...field, properties: changeConditions(field.properties, keep) };
  });
}

/** The server reports a page already rotated and cropped, so no transformation is needed. */
function asGeometry({ width, height }: PageSize) {
  return { width, height, rotate: 0 as const, crop: [0, 0, width, height] as const, userUnit: 1 };
}

/** Rounds to a hundredth of a point, which is finer than any printer and keeps numbers readable. */
function roundBox(field: Field): Field {
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    ...field,
    x: round(field.x),
    y: round(field.y),
    width: round(field.width),
    height: round(field.height),
  };
}

/** Unassigns the fields of a removed recipient. Undoing the removal restores both. */
function forget(layout: Layout, recipientId: string): Layout {
  const orphan = (field: Field) =>
    field.recipientId === recipientId
      ? { ...field, recipientId: null, properties: withOwnerGone(field.properties) }
      : field;
  return { ...layout, fields: layout.fields.map(orphan) };
}

/** If other steps were added while this one was being saved, it only changes the title or recipients. */
function travel(layout: Layout, { kind, moment, now, ids = new Map() }: Travel): Layout {
  const back = kind === 'undo';
  const newest = back ? layout.past.at(-1) : layout.future[0];
  const target = moment ?? newest;
  if (!target) return layout;
  const left: Moment = { fields: layout.fields, beside: now ?? null };
  const past = back ? layout.past.filter((one) => one !== target) : [...layout.past, left];
  const future = back ? [left, ...layout.future] : layout.future.filter((one) => one !== target);
  const overtaken = () => whoIsGone(left.beside, target.beside).reduce(forget, layout);
  const { fields } = target === newest ? withNewIds(target, ids) : overtaken();
  return {
    fields,
    selected: stillThere(layout.selected, fields),
    past: past.map((one) => withNewIds(one, ids)),
    future: future.map((one) => withNewIds(one, ids)),
    lastRun: null,
  };
}

function whoIsGone(before: Beside | null, after: Beside | null): string[] {
  if (before?.kind !== 'recipients' || after?.kind !== 'recipients') return [];
  const remaining = new Set(after.recipients.map(({ id }) => id));
  return before.recipients.map(({ id }) => id).filter((id) => !remaining.has(id));
}

function stillThere(ids: readonly string[], fields: readonly Field[]): string[] {
  return ids.filter((id) => fields.some((field) => field.id === id));
}
