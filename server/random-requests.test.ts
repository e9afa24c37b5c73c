import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { fitting, oddText, spoilt, type JsonSchema, type Known } from '#testing/random-request.ts';
import { describeRoutes } from './foundation/http/describe-api.ts';

/**
 * A small number by default. CALLS sets the number, or CALLS_SECONDS the duration (`npm run
 * random-requests`).
 */
const calls = Number(process.env['CALLS'] ?? (longRun ? 5000 : 150));
const seconds = Number(process.env['CALLS_SECONDS'] ?? 0);
const seed = Number(process.env['CALLS_SEED'] ?? 20_261_122);

type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema };
type Content = Record<string, { schema?: JsonSchema }>;
type Operation = {
  operationId: string;
  at: { method: string; path: string };
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
type Api = {
  paths: Record<string, Record<string, Omit<Operation, 'at'>>>;
  components: { schemas: Record<string, JsonSchema> };
};

const api = describeRoutes() as Api;
/**
 * Left out: event streams, which do not end, and the sign-in pages of the embedded provider, which use
 * another protocol.
 */
const left =
  /^(followAccount|followCeremony|.*[sS]ignIn.*|signOut|.*Outbox.*|receiveBounce|.*ConfirmAddress)$/;
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, at: { method, path } })),
);
const lookup = (ref: string): JsonSchema => api.components.schemas[ref.split('/').at(-1)!]!;

let office: Office;
let desk: Desk;
let key: string;
let known: Known = [];
/** Known ids by the path segment before them. */
let byNoun: Record<string, Known> = {};
let tokens: string[] = [];
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  desk = await office.desk();
  await furnish();
}, 60_000);

/** Creates an object of each type, and again if it was deleted or ended in between. */
async function furnish(): Promise<void> {
  const { db } = office.ports.database;
  await db.updateTable('accounts').set({ plan: 'business', plan_until: null }).execute();
  const session = await office.product.app.sessions.begin(desk, undefined);
  desk = openDesk(office, { ...desk, cookie: `sid=${session}` });
  await db.deleteFrom('api_keys').execute();
  const body = { name: 'Random', mode: 'live', scopes };
  key = (await desk.post<NewKeyAnswer>('/api/keys', body)).body.secret;
  await desk.post('/api/keys', body);
  const people = [grace, linus].map((person) => ({ ...person, role: 'signer' as const }));
  const draft = await desk.prepare(sampleLease(1), people);
  const sent = await desk.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
  await desk.send(sent.id);
  await desk.post('/api/templates', {
    name: 'Lease',
    description: 'A lease',
    category: 'Legal',
    documentId: draft.id,
  });
  await desk.post('/api/folders', { name: `Leases ${sent.id.slice(-6)}` });
  const tables = {
    documents: 'documents',
    templates: 'templates',
    folders: 'folders',
    contacts: 'contacts',
  } as const;
  const others = { recipients: 'recipients', attachments: 'fields', keys: 'api_keys' } as const;
  for (const [noun, table] of Object.entries({ ...tables, ...others })) {
    const rows = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(3).execute();
    byNoun[noun] = rows.map(({ id }) => id);
  }
  known = Object.values(byNoun).flat();
  await office.settled();
  tokens = [desk.signer(grace.email).token];
}

test(`every response to ${seconds > 0 ? `${seconds} seconds of` : calls} random requests matches the OpenAPI file, and none is a server error`, async () => {
  const wrong = new Map<string, string>();
  const done = new Set<string>();
  const asked = operations.filter(({ operationId }) => !left.test(operationId));
  const endsAt = performance.now() + seconds * 1000;
  const goesOn = (call: number): boolean => (seconds > 0 ? performance.now() < endsAt : call < calls);
  let call = 0;
  for (; goesOn(call); call += 1) {
    if (call % 200 === 199) {
      office.wait(61_000);
      await furnish();
    }
    const operation = asked[call % asked.length]!;
    const request = fc.sample(requestFor(operation), { numRuns: 1, seed: seed + call })[0]!;
    const answer = await office.product.app.inject(request as never);
    const problem = problemIn(operation, answer);
    if (answer.statusCode < 300) done.add(operation.operationId);
    if (problem) {
      const sent = JSON.stringify(request, (name, part: unknown) => (name === 'headers' ? undefined : part));
      const where = `${operation.operationId}: ${problem}`;
      if (!wrong.has(where)) wrong.set(where, sent.slice(0, 600));
    }
  }
  if (seconds > 0)
    process.stdout.write(`${call} requests, ${done.size} of ${asked.length} routes succeeded\n`);
  expect([...wrong].map(([where, sent]) => `${where}\n  ${sent}`)).toEqual([]);
  // If nearly every request had been refused, the run would prove nothing.
  expect(done.size).toBeGreaterThan(asked.length / 8);
}, 3_600_000);

type Sent = { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer };

function requestFor(operation: Operation): fc.Arbitrary<Sent> {
  const { at, parameters = [], requestBody } = operation;
  const named = (place: string): Parameter[] => parameters.filter((one) => one.in === place);
  const inPath = fc.record(
    Object.fromEntries(named('path').map((one) => [one.name, pathValue(one, at.path)])),
  );
  const query = fc.record(Object.fromEntries(named('query').map((one) => [one.name, queryValue(one)])), {
    requiredKeys: named('query')
      .filter(({ required }) => required)
      .map(({ name }) => name),
  });
  const body = requestBody ? bodyFor(requestBody.content) : fc.constant({ headers: {} });
  return fc.tuple(inPath, query, body, proofFor(operation)).map(([params, asked, content, proof]) => {
    const path = at.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    const search = new URLSearchParams(asked).toString();
    return {
      ...content,
      method: at.method.toUpperCase(),
      url: search === '' ? path : `${path}?${search}`,
      headers: { ...content.headers, ...proof },
    };
  });
}

const wellFormed = (text: string): string => text.toWellFormed();

function pathValue({ name, schema }: Parameter, path: string): fc.Arbitrary<string> {
  const odd = oddText.map((text) => wellFormed(text) || 'x');
  const noun = path.split(`/{${name}}`, 1)[0]!.split('/').at(-1)!;
  const own = name === 'token' ? tokens : (byNoun[noun] ?? []);
  const fits = own.length > 0 ? own : known;
  const any = fitting(schema, lookup, known).map((value) => wellFormed(String(value)) || 'x');
  return fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...fits) }, { weight: 1, arbitrary: any }, odd);
}

function queryValue({ schema }: Parameter): fc.Arbitrary<string> {
  const fits = fitting(schema, lookup, known).map((value) =>
    wellFormed(typeof value === 'string' ? value : JSON.stringify(value ?? null)),
  );
  return fc.oneof({ weight: 6, arbitrary: fits }, oddText.map(wellFormed));
}

function bodyFor(content: Content): fc.Arbitrary<Pick<Sent, 'headers' | 'payload'>> {
  const json = content['application/json']?.schema;
  if (json) {
    const fits = fitting(json, lookup, known);
    const value = fc.oneof({ weight: 3, arbitrary: fits }, { weight: 2, arbitrary: fits.chain(spoilt) });
    return value.map((part) => ({
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(part) ?? '',
    }));
  }
  const multipart = content['multipart/form-data']?.schema;
  const bytes = fc.oneof(fc.constant(Buffer.from(sampleLease(1))), fc.uint8Array().map(Buffer.from));
  if (multipart) {
    const { file: _file, ...texts } = multipart.properties ?? {};
    const fits = fitting({ type: 'object', properties: texts }, lookup, known);
    return fc.tuple(bytes, fits).map(([file, parts]) => ({
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: multipartBody(
        [{ name: 'lease.pdf', bytes: file }],
        Object.fromEntries(
          Object.entries(parts as object).map(([name, part]) => [name, wellFormed(String(part))]),
        ),
      ),
    }));
  }
  const type = Object.keys(content)[0] ?? 'application/octet-stream';
  return bytes.map((payload) => ({ headers: { 'content-type': type }, payload }));
}

function proofFor({ security }: Operation): fc.Arbitrary<Record<string, string>> {
  const session = { cookie: desk.cookie };
  if (security.length === 0) return fc.constant({});
  const byKey = { authorization: `Bearer ${key}` };
  const usual = security.some((one) => 'key' in one) ? byKey : session;
  return fc.oneof<fc.MaybeWeightedArbitrary<Record<string, string>>[]>(
    { weight: 20, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constant(session) },
    fc.constantFrom<Record<string, string>>(
      {},
      { ...session, ...byKey },
      { authorization: 'Bearer csk_live_no' },
    ),
  );
}

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
for (const [name, schema] of Object.entries(api.components.schemas))
  ajv.addSchema(schema, `#/components/schemas/${name}`);
const compiled = new Map<JsonSchema, ValidateFunction>();

function problemIn(
  operation: Operation,
  answer: { statusCode: number; headers: Record<string, unknown>; body: string },
): string | undefined {
  const { statusCode } = answer;
  if (statusCode >= 500 && !(statusCode === 503 && operation.responses['503']))
    return `${statusCode} ${answer.body.slice(0, 200)}`;
  const listed = operation.responses[String(statusCode)];
  if (!listed) return `${statusCode} is not listed: ${answer.body.slice(0, 160)}`;
  const content = listed.content ?? {};
  const type = ((answer.headers['content-type'] ?? '') as string).split(';')[0]!;
  if (Object.keys(content).length === 0) return answer.body === '' ? undefined : `${statusCode} with a body`;
  const schema = content[type]?.schema;
  if (!(type in content) && !('*/*' in content)) return `${statusCode} as ${type}, which is not listed`;
  if (!schema) return undefined;
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
  if (validate(JSON.parse(answer.body))) return undefined;
  const [first] = validate.errors ?? [];
  return `${statusCode} outside of its schema: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}
