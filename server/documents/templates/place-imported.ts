import { fieldInput, type FieldInput } from '#contract/documents/field.ts';
import { minFieldSize, withinLargest } from '#core/field/field.ts';
import type { FieldBox, PageGeometry } from '#core/field/layout/geometry.ts';
import { line } from '#core/language/one-line.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import { changeConditions } from '#core/field/rules/references.ts';
import type { ImportedField, ImportedTemplate, ImportNote } from '#core/template/imported.ts';
import { fieldsForForm } from '../files/offer-fields.ts';
import type { FilePlaces } from '../../ports/pdf-engine.ts';

/**
 * Fields for this file's pages with the index of their role, and notes about everything that could not be
 * imported.
 */
export type Placed = { fields: (FieldInput & { role: number | null })[]; left: ImportNote[] };

/** Converts another product's fields, whose positions refer to the page as displayed. */
export function placeImported(
  imported: readonly ImportedField[],
  pages: readonly PageGeometry[],
  nextId: () => string,
): Placed {
  const left: ImportNote[] = [];
  const ids = new Map<string, string>();
  const placed = imported.flatMap(({ ref, role, ...field }) => {
    const name = field.label || field.properties.group || field.type;
    const report = (code: ImportNote['code']): [] => {
      left.push({ code, name, page: field.page });
      return [];
    };
    const page = pages[field.page - 1];
    const whole = page && onPage(field, page);
    if (!whole) return report('off-page');
    const box = withinLargest({ ...field, ...whole });
    const smallest = minFieldSize(field.type);
    if (box.width < smallest.width || box.height < smallest.height) return report('too-small');
    if (whole.width - box.width > 1 || whole.height - box.height > 1) report('shrunk');
    const id = nextId();
    ids.set(ref, id);
    return [{ ...box, id, role, properties: withinContract(field.properties, report) }];
  });
  const fields = placed.map((field) => {
    const properties = changeConditions(field.properties, (condition) => {
      const fieldId = ids.get(condition.fieldId);
      if (fieldId === undefined) left.push({ code: 'condition', name: field.label, page: field.page });
      return fieldId === undefined ? undefined : { ...condition, fieldId };
    });
    return { ...field, properties };
  });
  return { fields, left };
}

/**
 * Drops settings that the API would reject when saving the fields, because a single one would block every
 * other change.
 */
function withinContract(
  properties: FieldProperties,
  report: (code: ImportNote['code']) => void,
): FieldProperties {
  const { error } = fieldInput.shape.properties.safeParse(properties);
  if (!error) return properties;
  const unfit = new Set(error.issues.map(({ path }) => path[0]));
  if (unfit.delete('value')) {
    report('value');
    unfit.add('readOnly').add('value');
  } else report('rule');
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !unfit.has(key)));
}

/** Returns the part of the box that is on the page, in points; undefined if it is outside. */
function onPage(box: FieldBox, { width, height }: PageGeometry): Omit<FieldBox, 'page'> | undefined {
  const [x, y] = [Math.max(0, box.x * width), Math.max(0, box.y * height)];
  const right = Math.min(width, (box.x + box.width) * width);
  const bottom = Math.min(height, (box.y + box.height) * height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined;
}

/**
 * Returns the file's own form fields. If signature names have several prefixes before the first dot
 * (`tenant.signature`, `landlord.signature`), each prefix is a role. Otherwise the first role gets all
 * fields.
 */
export function placeForm(
  form: FilePlaces,
  pages: readonly PageGeometry[],
  nextId: () => string,
): Placed & Pick<ImportedTemplate, 'roles'> {
  const left: ImportNote[] = [];
  const owners = [
    ...new Set(form.flatMap((place) => (place.kind === 'signature' ? ownerOf(place.name) : []))),
  ];
  const roles = owners.length > 1 ? owners : [''];
  const fields = form.flatMap((place) => {
    const made = fieldsForForm([place], pages, nextId);
    const name = line(place.label || place.name, 100);
    const report = (code: ImportNote['code']) => left.push({ code, name, page: place.page });
    if (!pages[place.page - 1]) report('off-page');
    else if (place.kind === 'button') report('kind');
    else if (place.readOnly) report('read-only');
    else if (made.length === 0) report('too-small');
    for (const field of made) {
      const [x0, y0, x1, y1] = place.rectangle;
      const unit = pages[place.page - 1]!.userUnit;
      if (field.width * field.height < (x1 - x0) * (y1 - y0) * unit * unit - 1) report('shrunk');
    }
    const role = Math.max(0, roles.indexOf(ownerOf(place.name)[0] ?? ''));
    return made.map((field) => ({ ...field, role }));
  });
  return {
    fields,
    left,
    roles: roles.map((name, index) => ({ name: line(name, 100), role: 'signer' as const, turn: index + 1 })),
  };
}

/** Returns 'tenant' for 'tenant.signature'. */
function ownerOf(name: string): string[] {
  const parts = name.split('.');
  return parts.length > 1 && parts[0] ? [parts[0]] : [];
}
