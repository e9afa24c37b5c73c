import { sql, type Kysely } from 'kysely';
import {
  codesLeftOut,
  exportedTables,
  exportFormat,
  exportVersion,
  leftOut,
} from '#core/export/export-format.ts';
import type { Schema } from '../../foundation/db/schema.ts';

type Json = Record<string, unknown>;

/** JSON Schema types by PostgreSQL type. All other types are strings. */
const kinds: Readonly<Record<string, Json>> = {
  uuid: { type: 'string', format: 'uuid' },
  timestamptz: { type: 'string', format: 'date-time' },
  bool: { type: 'boolean' },
  int2: { type: 'integer' },
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float4: { type: 'number' },
  float8: { type: 'number' },
  date: { type: 'string', format: 'date' },
};

/**
 * Returns the JSON Schema (2020-12) of the archive: the manifest, and in `$defs` a row of each table. It is
 * generated from the database, so that it always matches.
 */
export async function describeRows(db: Kysely<Schema>): Promise<Json> {
  const { rows } = await sql<{ table: string; name: string; type: string; required: boolean }>`
    SELECT c.relname AS "table", a.attname AS name, t.typname AS type, a.attnotnull AS required
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.oid = ANY (${exportedTables.map(String)}::regclass[]) AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attnum`.execute(db);
  const tables = exportedTables.map((table) => {
    const own = rows.filter((row) => row.table === table && !leftOut[table]?.includes(row.name));
    const properties = own.map(({ name, type, required }) => [name, column(type, required)]);
    const code = codesLeftOut[table];
    const said = code && { [code.isSet]: { type: 'boolean' } };
    return [table, row({ ...(Object.fromEntries(properties) as Json), ...said })];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The archive of an account: its manifest, and under $defs the rows of its tables',
    ...manifest,
    $defs: Object.fromEntries(tables) as Json,
  };
}

function column(type: string, required: boolean): Json {
  // A JSON column may contain any JSON value.
  if (type === 'jsonb') return {};
  const kind = kinds[type] ?? { type: 'string' };
  return required ? kind : { anyOf: [kind, { type: 'null' }] };
}

const row = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const count = { type: 'integer', minimum: 0 };
const entry = { name: { type: 'string' }, bytes: count, sha256, rows: count };
const manifest = {
  ...row({
    format: { const: exportFormat },
    version: { const: exportVersion },
    accountId: { type: 'string', format: 'uuid' },
    madeAt: { type: 'string', format: 'date-time' },
    missing: { type: 'array', items: sha256 },
    entries: {
      type: 'array',
      items: { ...row(entry), required: ['name', 'bytes', 'sha256'] },
    },
  }),
};
