import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { examples } from '#contract/examples.ts';
import { routes } from '#contract/routes.ts';
import { isOpenedInBrowser, isSchema, jsonBodyOf, type Route } from '#contract/route.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice } from '#testing/open-office.ts';
import { malformedRequest } from './malformed.ts';

/** The only places that accept unknown keys, by reason. */
const open: Readonly<Record<string, readonly string[]>> = {
  'browsers add members to WebAuthn responses, which the WebAuthn library checks': [
    ...['signInByPasskey', 'addPasskey.answer', 'signDocument.passkey.assertion'].flatMap(answerParts),
    ...answerParts('signDocument.passkey.registration'),
  ],
  'SCIM attributes (RFC 7643), which core/scim reads: it refuses or knowingly skips each': [
    ...['createScimUser', 'replaceScimUser', 'changeScimUser'],
    ...['createScimGroup', 'replaceScimGroup', 'changeScimGroup'],
  ],
  'JSON-RPC messages, whose members the protocol layer checks': ['callMcp', 'callMcp.[]'],
};
/** Routes whose bodies are not parsed into keys, grouped by reason. */
const raw: Readonly<Record<string, readonly string[]>> = {
  'a file': ['putPhoto', 'putLogo', 'verifyFile'],
  'HTML forms of our own pages': [
    ...[
      'submitForm',
      'confirmEntry',
      'enterFormCode',
      'chooseMail',
      'confirmReplyTo',
      'sendDataLink',
      'downloadOwnData',
    ],
  ],
  'RFC 8058: a mail program posts a fixed text': ['unsubscribe'],
  'other services define them and may add members': ['receiveBounce', 'receivePaymentEvent'],
};

function answerParts(at: string): string[] {
  return [at, `${at}.response`, `${at}.clientExtensionResults`];
}

type Place = { at: string; isOpen: boolean; value: (inner: object) => unknown };
type Definition = {
  type: string;
  shape: Record<string, z.core.$ZodType>;
  catchall?: z.core.$ZodType;
  options: z.core.$ZodType[];
  discriminator?: string;
  element: z.core.$ZodType;
  valueType: z.core.$ZodType;
  keyType: z.core.$ZodType;
  innerType: z.core.$ZodType;
  in: z.core.$ZodType;
};

/**
 * Returns every object inside a schema, with a function that builds a body containing a given value there.
 */
function placesIn(schema: z.core.$ZodType, at: string, value: Place['value']): Place[] {
  const definition = schema._zod.def as unknown as Definition;
  const inside = (part: z.core.$ZodType, step: string, put: (inner: unknown) => unknown): Place[] =>
    placesIn(part, step === '' ? at : `${at}.${step}`, (inner) => value(put(inner) as object));
  switch (definition.type) {
    case 'object': {
      const { catchall, shape } = definition;
      const own = { at, isOpen: catchall?._zod.def.type !== 'never', value };
      const parts = Object.entries(shape);
      return [own, ...parts.flatMap(([name, part]) => inside(part, name, (inner) => ({ [name]: inner })))];
    }
    case 'array':
      return inside(definition.element, '[]', (inner) => [inner]);
    case 'record': {
      const [key = 'any'] = definition.keyType._zod.values ?? [];
      return inside(definition.valueType, '{}', (inner) => ({ [String(key)]: inner }));
    }
    case 'union':
      return definition.options.flatMap((option) => {
        const kind = kindOf(option, definition.discriminator);
        return inside(option, '', (inner) => (kind ? { ...kind, ...(inner as object) } : inner));
      });
    case 'pipe':
      return inside(definition.in, '', (inner) => inner);
    default:
      return 'innerType' in definition ? inside(definition.innerType, '', (inner) => inner) : [];
  }
}

/** Returns the property that selects this option of a union, for example `{ kind: 's3' }`. */
function kindOf(option: z.core.$ZodType, name: string | undefined): object | undefined {
  if (name === undefined) return undefined;
  const { shape } = option._zod.def as unknown as Definition;
  return { [name]: [...(shape[name]?._zod.values ?? [])][0] };
}

const table = Object.values(routes) as Route[];
const schemas = table.flatMap((route): [string, z.ZodType][] => {
  const { name, query, body } = route;
  const json = jsonBodyOf(route);
  return [
    ...(query && !isOpenedInBrowser(route) ? [[`${name}?`, query] as [string, z.ZodType]] : []),
    ...(json ? [[name, json] as [string, z.ZodType]] : []),
    ...(body && !isSchema(body) && body.kind === 'form'
      ? [[`${name} form`, body.texts] as [string, z.ZodType]]
      : []),
  ];
});
const places = schemas.flatMap(([name, schema]) =>
  placesIn(schema, name, (inner) => inner).map((place) => ({ ...place, schema })),
);

test('only the listed places accept unknown keys', () => {
  const found = places.filter(({ isOpen }) => isOpen).map(({ at }) => at);
  expect([...new Set(found)].toSorted()).toEqual(Object.values(open).flat().toSorted());
  const bodies = table.filter(({ body }) => body && !isSchema(body) && body.kind === 'bytes');
  expect(bodies.map(({ name }) => name).toSorted()).toEqual(Object.values(raw).flat().toSorted());
});

test('each object in each body, form and query refuses an unknown key by name', () => {
  expect(places.length).toBeGreaterThan(schemas.length);
  const refused = places.filter(({ isOpen }) => !isOpen);
  const wrong = refused.filter(({ schema, value }) => {
    const { error } = schema.safeParse(value({ unexpectedKey: 1 }));
    return !error || !malformedRequest(error.issues, 'body').detail.includes('‘unexpectedKey’');
  });
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

test.each(Object.entries(examples))('the example of %s has no unknown key', (name, example) => {
  const body = jsonBodyOf((routes as Readonly<Record<string, Route>>)[name]!)!;
  expect(body.safeParse(example).error?.issues).toBeUndefined();
});

test.each([
  [
    'sendDocument',
    { recipient: [] },
    'The body is invalid: it has the unknown key ‘recipient’. Did you mean ‘recipients’?',
  ],
  [
    'voidDocument',
    { reson: 'x' },
    'The body is invalid: it has the unknown key ‘reson’. Did you mean ‘reason’?',
  ],
  [
    'putFields',
    [{ signer: 1 }],
    /^"0" is invalid: it has the unknown key ‘signer’. Known keys: id, type, page.*\.$/,
  ],
  ['changeAccessCode', { ['a'.repeat(5000)]: 1 }, /‘a{100}…’. Known keys: accessCode\.$/],
] as const)('%s names the key that was probably meant', (name, body, detail) => {
  const { error } = jsonBodyOf(routes[name])!.safeParse(body);
  expect(malformedRequest(error!.issues, 'body').detail).toMatch(detail);
});

describe('over HTTP', async () => {
  const office = await openOffice(await openOneDatabase());
  const ada = await office.desk();
  const { id } = (await ada.upload(sampleLease(1))).body;
  const document = `/api/documents/${id}`;

  test.each([
    ['a body', 'PUT', document, { title: 'Lease', titel: 'x' }, /‘titel’. Did you mean ‘title’\?$/],
    [
      'a request without a body',
      'POST',
      `${document}/duplicate`,
      { title: 'Copy' },
      /‘title’. It takes no keys/,
    ],
    ['a query', 'GET', '/api/documents?state=draft', undefined, /^The query .*‘state’.*status/],
    [
      'a request without a query',
      'GET',
      `${document}/trail?include=values`,
      undefined,
      /‘include’. It takes no keys/,
    ],
  ] as const)('refuses %s with an unknown key', async (_, method, path, body, detail) => {
    const answer = await ada.ask<{ detail: string }>(path, { method, ...(body && { body }) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request-malformed' } });
    expect(answer.body.detail).toMatch(detail);
  });

  test.each(['/api/documents/upload', '/api/templates/upload', '/api/documents/send'])(
    'refuses a form with an unknown part: %s',
    async (path) => {
      const form = multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], { folder: 'x' });
      const answer = await ada.ask<{ detail: string }>(path, { method: 'POST', ...form });
      expect(answer).toMatchObject({ status: 400, body: { code: 'request-malformed' } });
      expect(answer.body.detail).toMatch(/^The form is invalid: it has the unknown key ‘folder’/);
    },
  );

  test('pages can be opened with query parameters that other websites added', async () => {
    expect((await ada.ask('/developers?utm_source=mail')).status).toBe(200);
    expect((await ada.ask('/api/health?at=1')).status).toBe(200);
  });
});
