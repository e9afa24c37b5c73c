import { expect, test } from 'vitest';
import { z } from 'zod';
import { examples } from '#contract/examples.ts';
import { routes } from '#contract/routes.ts';
import { isSchema, type Route } from '#contract/route.ts';
import { isBlank } from '#core/language/visible.ts';
import { emptyBlankTexts } from './blank-texts.ts';

const unseen = [
  '\u200b',
  '\u3164',
  '\u2800',
  '\u00ad\ufe0f',
  '\u{e0041}',
  ' \u00a0\u2003',
  '\u115f\u1160\uffa0',
];

type Json = z.core.JSONSchema.BaseSchema;
type Place = (string | number)[];

/**
 * Returns the paths of all strings in the JSON schema of a body. Arrays get one entry, and records one
 * property.
 */
function textsIn(schema: Json, place: Place = []): Place[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Json[];
  const inner = parts.flatMap((part) => textsIn(part, place));
  if (schema.type === 'string' && schema.enum === undefined && schema.const === undefined) inner.push(place);
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    inner.push(...textsIn(part as Json, [...place, name]));
  if (schema.items) inner.push(...textsIn(schema.items as Json, [...place, 0]));
  if (typeof schema.additionalProperties === 'object')
    inner.push(...textsIn(schema.additionalProperties, [...place, 'any']));
  return inner;
}

function bodyWith(place: Place, text: string): unknown {
  return place.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    text,
  );
}

const at = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>((part, step) => (part as Record<string | number, unknown>)[step], body);

const texts = (Object.values(routes) as Route[]).flatMap((route) => {
  if (!route.body || !isSchema(route.body)) return [];
  const schema = z.toJSONSchema(route.body, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return textsIn(schema).map((place) => ({ route: route.name, place }));
});

/**
 * Fields whose text is not emptied: secrets, and names that are validated elsewhere (core/person/name.ts, and
 * the stores of keys, apps and groups).
 */
const kept = [
  'password',
  'newPassword',
  'accessCode',
  'mailCode',
  'code',
  'token',
  'name',
  'firstName',
  'lastName',
];

test('every string in every body becomes empty if nothing in it is visible', () => {
  expect(texts.length).toBeGreaterThan(Object.keys(examples).length);
  for (const { route, place } of texts) {
    for (const text of unseen) {
      const body = emptyBlankTexts(bodyWith(place, text));
      const name = place.findLast((step) => typeof step === 'string');
      const wanted = kept.includes(String(place.at(-1))) ? text : '';
      expect(`${route} ${place.join('.')} ${name} ${JSON.stringify(at(body, place))}`).toBe(
        `${route} ${place.join('.')} ${name} ${JSON.stringify(wanted)}`,
      );
    }
  }
});

test('visible text and other values do not change', () => {
  const body = {
    title: ' Lease\u200b ',
    fields: [{ value: 'می\u200cخواهم' }, { value: true }],
    none: null,
    count: 3,
  };
  expect(emptyBlankTexts(structuredClone(body))).toEqual(body);
  expect(emptyBlankTexts(undefined)).toBeUndefined();
  expect(emptyBlankTexts('\u200b')).toBe('');
  const bytes = Buffer.from('\u200b');
  expect(emptyBlankTexts(bytes)).toBe(bytes);
  expect(unseen.every(isBlank)).toBe(true);
});
