import type { PageSize } from '#contract/documents.ts';
import { defaultFieldSize, type Field, type FieldBox, type FieldType } from '#core/field/field.ts';

/** A new field of the usual size, its middle on the given point of a page. Points. */
export function newField(
  type: FieldType,
  page: number,
  centre: { x: number; y: number },
  recipientId: string | null,
): Field {
  return {
    id: newId(),
    type,
    ...boxAround(type, page, centre),
    recipientId,
    required: type !== 'checkbox',
    label: '',
  };
}

export function boxAround(type: FieldType, page: number, centre: { x: number; y: number }): FieldBox {
  const { width, height } = defaultFieldSize[type];
  return { page, x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/** Beside the originals, with names of their own. Points. */
export function copiesOf(fields: readonly Field[], offset: number, page?: number): Field[] {
  return fields.map((field) => ({
    ...field,
    id: newId(),
    page: page ?? field.page,
    x: field.x + offset,
    y: field.y + offset,
  }));
}

export function middleOf(size: PageSize): { x: number; y: number } {
  return { x: size.width / 2, y: size.height / 2 };
}

/** A UUID of version 4. crypto.randomUUID is missing on pages that are not served securely, as at home. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
