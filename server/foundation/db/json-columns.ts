import { ColumnNode, ColumnUpdateNode, OperationNodeTransformer, PrimitiveValueListNode } from 'kysely';
import { TableNode, ValueListNode, ValueNode, ValuesNode } from 'kysely';
import type {
  InsertQueryNode,
  KyselyPlugin,
  OnConflictNode,
  OperationNode,
  PluginTransformQueryArgs,
} from 'kysely';
import type { PluginTransformResultArgs, QueryId, QueryResult, RootOperationNode, UnknownRow } from 'kysely';
import type { UpdateQueryNode } from 'kysely';

/** Names of the json and jsonb columns by table. */
export type JsonColumns = Readonly<Record<string, readonly string[]>>;

/**
 * Serializes JavaScript values for json columns. Without this, the driver would send an array as a PostgreSQL
 * array and a string without quotes, and PostgreSQL rejects both as JSON. null remains an SQL NULL.
 */
export class JsonColumnsPlugin implements KyselyPlugin {
  readonly #transformer: JsonColumnsTransformer;

  constructor(columns: JsonColumns) {
    this.#transformer = new JsonColumnsTransformer(columns);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

class JsonColumnsTransformer extends OperationNodeTransformer {
  readonly #columns: JsonColumns;

  constructor(columns: JsonColumns) {
    super();
    this.#columns = columns;
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId);
    const json = this.#jsonColumnsOf(insert.into);
    if (json.length === 0) return insert;
    const isJson = insert.columns?.map((column) => json.includes(column.column.name)) ?? [];
    return {
      ...insert,
      ...(insert.values && { values: encodeRows(insert.values, isJson) }),
      ...(insert.onConflict && { onConflict: encodeConflict(insert.onConflict, json) }),
    };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const update = super.transformUpdateQuery(node, queryId);
    const json = this.#jsonColumnsOf(update.table);
    if (json.length === 0 || !update.updates) return update;
    return { ...update, updates: encodeUpdates(update.updates, json) };
  }

  #jsonColumnsOf(table: OperationNode | undefined): readonly string[] {
    if (!table || !TableNode.is(table)) return [];
    return this.#columns[table.table.identifier.name] ?? [];
  }
}

function encodeRows(values: OperationNode, isJson: readonly boolean[]): OperationNode {
  if (!ValuesNode.is(values)) return values;
  const rows = values.values.map((row) => {
    if (PrimitiveValueListNode.is(row)) {
      return PrimitiveValueListNode.create(
        row.values.map((value, at) => (isJson[at] ? encode(value) : value)),
      );
    }
    return ValueListNode.create(row.values.map((value, at) => (isJson[at] ? encodeNode(value) : value)));
  });
  return ValuesNode.create(rows);
}

function encodeConflict(conflict: OnConflictNode, json: readonly string[]): OnConflictNode {
  return conflict.updates ? { ...conflict, updates: encodeUpdates(conflict.updates, json) } : conflict;
}

function encodeUpdates(updates: readonly ColumnUpdateNode[], json: readonly string[]): ColumnUpdateNode[] {
  return updates.map((update) => {
    if (!ColumnNode.is(update.column) || !json.includes(update.column.column.name)) return update;
    return ColumnUpdateNode.create(update.column, encodeNode(update.value));
  });
}

function encodeNode(node: OperationNode): OperationNode {
  return ValueNode.is(node) ? ValueNode.create(encode(node.value)) : node;
}

const encode = (value: unknown): unknown =>
  value === null || value === undefined ? value : JSON.stringify(value);
