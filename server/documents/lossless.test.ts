import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import { accountDefaults, folderDefaults } from '#contract/documents/defaults.ts';
import type { FolderView } from '#contract/documents/library.ts';
import { formRows } from '#contract/documents/public-forms.ts';
import { closed } from '#contract/strict.ts';
import { documentRows } from '#contract/documents/document-routes.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { templateRows } from '#contract/documents/template-routes.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { minFieldSize, type FieldType } from '#core/field/field.ts';
import { kindOf } from '#core/field/kinds.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { paragraphPrinter } from '#testing/docx/print-docx.ts';
import { multipartForm } from '#testing/multipart.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice } from '#testing/open-office.ts';
import { fitting, type JsonSchema } from '#testing/random-request.ts';

const numRuns = longRun ? 400 : 60;

const condition = { fieldId: 'rent', is: 'atLeast', value: '3' };

/** Valid values for properties whose rules a JSON schema cannot express, by property name. */
const valid: Readonly<Record<string, readonly unknown[]>> = {
  timeZone: ['Europe/Berlin', 'Pacific/Auckland', 'UTC'],
  earliest: ['2020-01-01', 'signing-18y'],
  latest: ['2030-01-01', 'signing+14d'],
  accessCode: ['Quay 1906', true, false, null],
  name: ['Grace Lindqvist', 'Linus Okafor'],
  description: ['For a year'],
  expirationDays: [1, 14, 365, null],
  returnUrl: ['https://app.example.com/thanks', '', null],
  page: [1],
  x: [20, 20.125, 310.5],
  y: [20, 333.3333],
  width: [20, 24],
  height: [20, 24],
  order: [1, 2, 3],
  showWhen: [condition, { all: [condition] }, { any: [condition, condition] }],
  endsAt: ['2030-01-01T00:00:00Z', null],
  link: ['https://harbour.example/thanks', ''],
};

/** Properties that control how a request is carried out. */
const ofRequest = new Set(['revision', 'uniqueExternalId']);

/** Replaces the properties in a schema that have an entry in `valid`. */
function withValid(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    const { properties } = (part ?? {}) as JsonSchema;
    if (typeof properties !== 'object') return part;
    const shown = Object.entries(properties).filter(([, inner]) => !inner['readOnly']);
    const named = shown.map(([name, inner]) => [name, fits(name, inner)]);
    return { ...(part as object), properties: Object.fromEntries(named) };
  }) as JsonSchema;
}

function fits(name: string, schema: JsonSchema): JsonSchema {
  const values = Object.hasOwn(valid, name) ? valid[name] : undefined;
  if (!values) return schema;
  const isBoolean = schema.type === 'boolean';
  return { enum: values.filter((value) => !isBoolean || typeof value === 'boolean') };
}

function described(schema: z.ZodType) {
  const json = withValid(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const lookup = (ref: string) => (json['$defs'] as Record<string, JsonSchema>)[ref.split('/').at(-1)!]!;
  return { json, lookup };
}

/** Generates request bodies from the contract, so that new properties are included. */
function bodies(schema: z.ZodType): fc.Arbitrary<Record<string, unknown>> {
  const { json, lookup } = described(schema);
  return fitting(json, lookup, []) as fc.Arbitrary<Record<string, unknown>>;
}

type Part = Record<string, unknown> & { properties?: unknown };
const partsOf = (body: Record<string, unknown>, name: string): Part[] | undefined =>
  body[name] as Part[] | undefined;

/** Returns the paths of all properties that are set in a value. */
function setIn(value: unknown, at = ''): string[] {
  if (value === null || value === undefined || value === '' || value === false) return [];
  if (typeof value !== 'object') return [at];
  if (Array.isArray(value)) return value.flatMap((inner) => setIn(inner, `${at}[]`));
  return Object.entries(value).flatMap(([name, inner]) => setIn(inner, at ? `${at}.${name}` : name));
}

/** Returns the paths of all properties in a schema that can be set. */
function settableIn(schema: JsonSchema, lookup: (ref: string) => JsonSchema, at = ''): string[] {
  if (schema.$ref) return settableIn(lookup(schema.$ref), lookup, at);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.flatMap((option) => settableIn(option, lookup, at)))];
  if (schema.items) return settableIn(schema.items, lookup, `${at}[]`);
  if (!schema.properties) return schema.type === 'null' ? [] : [at];
  return Object.entries(schema.properties)
    .filter(([, inner]) => !inner['readOnly'])
    .flatMap(([name, inner]) => settableIn(inner, lookup, at ? `${at}.${name}` : name));
}

/**
 * Returns the properties that were set in no object read. A record counts as one property, regardless of its
 * keys.
 */
function missingIn(schema: z.ZodType, covered: ReadonlySet<string>): string[] {
  const { json, lookup } = described(schema);
  const found = [...covered];
  return settableIn(json, lookup).filter(
    (member) => !ofRequest.has(member) && !found.some((one) => `${one}.`.startsWith(`${member}.`)),
  );
}

/** Returns the nearest size that a field of this type can have. */
function sizeOf({ type, width, height }: Part): { width: number; height: number } {
  const smallest = minFieldSize(type as FieldType, { width: 612, height: 792 });
  const { largest } = kindOf(type as FieldType);
  const between = (size: unknown, least: number, most: number) =>
    Math.min(Math.max(Number(size), least), most);
  return {
    width: between(width, smallest.width, largest.width),
    height: between(height, smallest.height, largest.height),
  };
}

/** Gives fields of random sizes a valid size, and assigns an owner to all but every third one. */
function ownedFields(fields: readonly Part[], member: 'recipientId' | 'roleId', owners: readonly string[]) {
  return fields.map(({ id: _id, ...field }, at) => ({
    ...field,
    ...sizeOf(field),
    [member]: at % 3 === 2 ? null : (owners[at % (owners.length || 1)] ?? null),
  }));
}

/** Only a person who receives a copy can have selected files, and they must be files of the document. */
function withFile(person: Part, file: string): Part {
  const { files } = person;
  return Array.isArray(files) ? { ...person, files: person['role'] === 'cc' ? [file] : null } : person;
}

/** Returns a document or template without the properties that every change updates. */
const withoutTimes = ({ updatedAt: _at, revision: _number, ...others }: Record<string, unknown>) => others;

describe('objects sent back as they were read', async () => {
  const office = await openOffice(await openOneDatabase(), { ports: { docx: paragraphPrinter } });
  let ada: Desk;
  beforeAll(async () => {
    ada = await office.desk();
    await ada.post('/api/embedding/origins', { origin: 'https://app.example.com' });
  });

  /** Creates a document with two files. Returns its id and the id of the second file. */
  async function uploaded(): Promise<{ id: string; file: string }> {
    const { id } = (await ada.upload(sampleLease(1))).body;
    const more = multipartForm([{ name: 'terms.pdf', bytes: sampleLease(1) }], {});
    const added = await ada.ask<DocumentDetail>(`/api/documents/${id}/files`, { method: 'POST', ...more });
    return { id, file: added.body.files[1]!.id };
  }

  /** Changes the object with random bodies, then sends back what was read, and compares. */
  async function expectLossless(
    path: string,
    generated: fc.Arbitrary<Record<string, unknown>>,
    change: (body: Record<string, unknown>) => Promise<{ status: number; body: unknown }>,
  ): Promise<Set<string>> {
    const covered = new Set<string>();
    const refused: string[] = [];
    await fc.assert(
      fc.asyncProperty(generated, async (body) => {
        const changed = await change(body);
        if (changed.status !== 200) return void refused.push(JSON.stringify(changed.body));
        const { body: read } = await ada.ask(path);
        const saved = await ada.put<Record<string, unknown>>(path, read);
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
        const { body: after } = await ada.ask(path);
        expect(withoutTimes(after)).toEqual(withoutTimes(read));
        for (const member of setIn(read)) covered.add(member);
      }),
      { numRuns, seed: 20_261_127 },
    );
    expect(refused.length, refused.slice(0, 5).join('\n')).toBeLessThan(numRuns / 2);
    return covered;
  }

  test('every property of a draft survives a round trip', async () => {
    const { id, file } = await uploaded();
    const path = `/api/documents/${id}`;
    const body = documentRows.changeDraft.body;
    const covered = await expectLossless(path, bodies(body), async ({ revision: _, ...given }) => {
      const people: Part[] | undefined = partsOf(given, 'recipients')?.map(({ id: _id, ...one }, at) => ({
        ...withFile(one, file),
        email: `person${at}@harbour.example`,
        ...(typeof one['accessCode'] === 'boolean' && { accessCode: undefined }),
      }));
      // Order numbers and `signingOrder` can contradict each other, so only one of them is used.
      const { signingOrder, ...others } = given;
      const order = people?.some((one) => one['order'] !== undefined) ? {} : { signingOrder };
      const settings = { ...others, ...order, signatureFields: [], recipients: people };
      const first = await ada.patch<DocumentDetail>(path, settings);
      const fields = partsOf(given, 'signatureFields');
      if (first.status !== 200 || !fields) return first;
      const owners = first.body.recipients.map((one) => one.id);
      const signatureFields = ownedFields(fields, 'recipientId', owners);
      return ada.patch(path, { signatureFields });
    });
    expect(missingIn(body, covered)).toEqual([]);
  }, 600_000);

  test('every property of a template survives a round trip', async () => {
    const { id: documentId, file } = await uploaded();
    const made = { name: 'Lease', description: 'For a year', documentId };
    const { id } = (await ada.post<{ id: string }>('/api/templates', made)).body;
    const path = `/api/templates/${id}`;
    const body = templateRows.changeTemplate.body;
    const covered = await expectLossless(path, bodies(body), async ({ revision: _, ...given }) => {
      const roles = partsOf(given, 'roles')?.map(({ id: _id, ...one }) => withFile(one, file));
      const settings = { ...given, signatureFields: [], roles: roles?.length ? roles : undefined };
      const first = await ada.put<object>(path, settings);
      const fields = partsOf(given, 'signatureFields');
      if (first.status !== 200 || !fields) return first;
      const { name, description, roles: after } = (await ada.ask<TemplateDetail>(path)).body;
      const owners = after.map((one) => one.id);
      const signatureFields = ownedFields(fields, 'roleId', owners);
      return ada.put(path, { name, description, signatureFields });
    });
    expect(missingIn(body, covered)).toEqual([]);
  }, 600_000);

  test('every property of a document with several files survives a round trip', async () => {
    const { body: made } = await ada.upload(sampleLease(1));
    const path = `/api/documents/${made.id}`;
    const form = multipartForm([{ name: 'annex.pdf', bytes: sampleLease(2) }]);
    const added = await ada.ask(`${path}/files`, { method: 'POST', ...form });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const parts = (await ada.read(made.id)).files;
    const files = parts.map(({ id, title }, at) => ({ id, title: `${title} ${at}`, kind: 'read' }));
    const arranged = await ada.put(`${path}/files`, { files: files.toReversed() });
    expect(arranged.status, JSON.stringify(arranged.body)).toBe(200);
    await ada.patch(path, { separateFiles: true, separateCertificate: true, signatureKinds: ['draw'] });
    const { body: read } = await ada.ask(path);
    expect(read).toMatchObject({ separateFiles: true, files: [{ kind: 'read' }, { kind: 'read' }] });
    expect((await ada.put(path, read)).status).toBe(200);
    expect(withoutTimes((await ada.ask<object>(path)).body as never)).toEqual(withoutTimes(read as never));
  });

  test('every default of the account and a folder survives a round trip', async () => {
    const { id } = (await ada.post<{ id: string }>('/api/folders', { name: 'Leases' })).body;
    const places = {
      account: {
        schema: accountDefaults,
        save: (defaults: unknown) => ada.patch('/api/team', { defaults }),
        read: async () => (await ada.ask<TeamAnswer>('/api/team')).body.defaults,
      },
      folder: {
        schema: folderDefaults,
        save: (defaults: unknown) => ada.put(`/api/folders/${id}`, { defaults }),
        read: async () => {
          const { body } = await ada.ask<FolderView[]>('/api/folders');
          return body.find((one) => one.id === id)!.defaults;
        },
      },
    };
    for (const { schema, save, read } of Object.values(places)) {
      const covered = new Set<string>();
      await fc.assert(
        fc.asyncProperty(bodies(closed(schema)), async (given) => {
          const isStated = ([name, value]: [string, unknown]) => value !== null || name === 'reminders';
          const saved = await save(Object.fromEntries(Object.entries(given).filter(isStated)));
          expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
          const before = await read();
          expect((await save(before)).status).toBeLessThan(300);
          expect(await read()).toEqual(before);
          for (const member of setIn(before)) covered.add(member);
        }),
        { numRuns, seed: 20_261_128 },
      );
      expect(missingIn(closed(schema), covered)).toEqual([]);
    }
  }, 600_000);

  test('every property of a public form and its questions survives a round trip', async () => {
    const docx = makeDocx({
      paragraphs: [
        '{{a}} {{b}}',
        '{{#c}}If{{/c}}',
        '{{#d}}',
        '{{e}}',
        '{{/d}}',
        '{{signature:1}} {{signature:2}}',
      ],
    });
    const upload = multipartForm([{ name: 'lease.docx', bytes: docx }], {
      name: 'Lease',
      description: 'A lease',
    });
    const { body: made } = await ada.ask<TemplateDetail>('/api/templates/upload', {
      method: 'POST',
      ...upload,
    });
    const path = `/api/templates/${made.id}/form`;
    const body = formRows.putForm.body;
    const covered = new Set<string>();
    const refused: string[] = [];
    const readForm = async () => (await ada.ask<{ form: object }>(path)).body.form;
    await fc.assert(
      fc.asyncProperty(bodies(body), async ({ code: _secret, placeholders, ...given }) => {
        const questions = ((placeholders ?? []) as Part[]).flatMap((one) => {
          const question = one['question'] as Part | undefined;
          return question
            ? { ...question, choices: question.type === 'dropdown' ? ['Rope', 'Buoy'] : [] }
            : [];
        });
        const texts = ['a', 'b'].map((name, at) =>
          questions[at] ? { name, question: questions[at] } : { name, value: at ? 'Quay' : 17.5 },
        );
        const fixed = [
          { name: 'c', value: questions.length > 1 },
          { name: 'd', value: questions.map((_, at) => ({ e: `Row ${at}` })) },
        ];
        const [visitor, other] = made.roles;
        const person = { roleId: other!.id, email: 'linus@harbour.example', name: 'Linus Okafor' };
        const isNamed = (given['namedByVisitor'] as string[] | undefined)?.length;
        const others = { people: isNamed ? [] : [person], namedByVisitor: isNamed ? [other!.id] : [] };
        const placed = { visitorRole: visitor!.id, placeholders: [...texts, ...fixed] };
        const settings = { ...given, ...placed, ...others };
        const put = await ada.put(path, settings);
        if (put.status !== 200) return void refused.push(JSON.stringify(put.body));
        const before = await readForm();
        const saved = await ada.put(path, before);
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
        expect(await readForm()).toEqual(before);
        for (const member of setIn(before)) covered.add(member);
      }),
      { numRuns, seed: 20_261_128 },
    );
    expect(refused.length, refused.slice(0, 5).join('\n')).toBeLessThan(numRuns / 2);
    expect(missingIn(body, covered).filter((member) => member !== 'code')).toEqual([]);
  }, 600_000);

  test('every property of a template without a file survives a round trip', async () => {
    const made = { name: 'Lease', description: 'For a year' };
    const { id } = (await ada.post<{ id: string }>('/api/templates', made)).body;
    const { body: read } = await ada.ask(`/api/templates/${id}`);
    expect((await ada.put(`/api/templates/${id}`, read)).status).toBe(200);
    const { body: after } = await ada.ask(`/api/templates/${id}`);
    expect(withoutTimes(after)).toEqual(withoutTimes(read));
  });
});
