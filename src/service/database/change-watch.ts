/**
 * Detection of changes within a transaction, from its statements: an inserted or deleted row, or a
 * column with a new value. Audit events therefore do not depend on handlers to report changes.
 */
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  IdentifierNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryResult,
  RawNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from "kysely";
import type { Queries } from "./tables.ts";

/**
 * Columns and tables that are updated as a consequence of a change, or to record activity, and do
 * not count as changes themselves.
 */
export interface BookkeepingTables {
  readonly tables: ReadonlySet<string>;
  /** In any table. */
  readonly columns: ReadonlySet<string>;
}

export interface ObservedChanges {
  readonly hasHappened: boolean;
  /** Reports a change that is not in the database yet: an enqueued job. */
  readonly note: () => void;
}

type SendQuery = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;
type Compile = (node: SelectQueryNode) => CompiledQuery;

/** The watch of each connection with a watched transaction. */
const watches = new WeakMap<object, ChangeWatch>();

/**
 * The maximum number of rows of one statement that are compared with the table; more rows count as
 * a change.
 */
const maximumCompared = 100;

/**
 * Watches a transaction while `work` runs.
 * @param db the transaction
 */
export async function watchChanges<T>(
  db: Queries,
  bookkeeping: BookkeepingTables,
  work: (changes: ObservedChanges) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor();
  const connection = await executor.provideConnection(async (one) => one);
  const compile: Compile = (node) => executor.compileQuery(node, createQueryId());
  const watch = new ChangeWatch(bookkeeping, compile);
  watches.set(connection, watch);
  try {
    return await work(watch);
  } finally {
    watches.delete(connection);
  }
}

/** Sends a query of a connection, which may be watched. */
export function sendWatched<R>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  send: SendQuery,
): Promise<QueryResult<R>> {
  const watch = watches.get(connection);
  return watch === undefined || watch.hasHappened ? send<R>(query) : watch.send<R>(query, send);
}

class ChangeWatch implements ObservedChanges {
  #hasHappened = false;
  readonly #bookkeeping: BookkeepingTables;
  readonly #compile: Compile;

  constructor(bookkeeping: BookkeepingTables, compile: Compile) {
    this.#bookkeeping = bookkeeping;
    this.#compile = compile;
  }

  get hasHappened(): boolean {
    return this.#hasHappened;
  }

  note(): void {
    this.#hasHappened = true;
  }

  async send<R>(query: CompiledQuery, send: SendQuery): Promise<QueryResult<R>> {
    if (!this.#mayChange(query)) return send<R>(query);
    const isKept = await this.#keepsAll(query, send);
    const result = await send<R>(query);
    const affected = result.numAffectedRows ?? BigInt(result.rows.length);
    if (!isKept && affected > 0n) this.#hasHappened = true;
    return result;
  }

  #mayChange({ query, sql }: CompiledQuery): boolean {
    const table = buildTable(query, sql);
    return table !== undefined && !this.#bookkeeping.tables.has(table);
  }

  /** Whether the database has all values of a statement already. */
  async #keepsAll({ query }: CompiledQuery, send: SendQuery): Promise<boolean> {
    if (UpdateQueryNode.is(query)) {
      const probe = this.#selectChanged(query);
      return probe === undefined || (await send(this.#compile(probe))).rows.length === 0;
    }
    if (!InsertQueryNode.is(query) || query.onConflict?.updates === undefined) return false;
    const { updates } = query.onConflict;
    if (!updates.every(({ column, value }) => !this.#counts(column) || isGiven(value)))
      return false;
    const probes = this.#selectInserted(query);
    if (probes === undefined) return false;
    for (const probe of probes) {
      if ((await send(this.#compile(probe))).rows.length === 0) return false;
    }
    return true;
  }

  /** Selects the rows that an update would change; undefined if it sets no column that counts. */
  #selectChanged(update: UpdateQueryNode): SelectQueryNode | undefined {
    const { table, from, joins, where, updates = [], with: common } = update;
    if (table === undefined) return undefined;
    const differences = updates.flatMap(({ column, value }) =>
      this.#counts(column) ? [compareNodes(qualify(column, table), "is distinct from", value)] : [],
    );
    const [first, ...others] = differences;
    if (first === undefined) return undefined;
    const anyOf = others.reduce<OperationNode>((one, other) => OrNode.create(one, other), first);
    const condition = ParensNode.create(anyOf);
    const all = where === undefined ? condition : AndNode.create(where.where, condition);
    return {
      ...selectOne([table, ...(from?.froms ?? [])]),
      where: WhereNode.create(all),
      ...(joins && { joins }),
      ...(common && { with: common }),
    };
  }

  /** For each inserted row, selects an equal existing row; undefined if the values are expressions. */
  #selectInserted(insert: InsertQueryNode): readonly SelectQueryNode[] | undefined {
    const { into, columns = [], values } = insert;
    if (into === undefined || values === undefined || !ValuesNode.is(values)) return undefined;
    if (values.values.length > maximumCompared) return undefined;
    return values.values.map((row) => {
      const nodes = listValues(row);
      const equalities = columns.flatMap((column, index) => {
        const value = nodes[index];
        if (value === undefined || !this.#counts(column)) return [];
        return [compareNodes(column, "is not distinct from", value)];
      });
      const [first = RawNode.createWithSql("1 = 0"), ...others] = equalities;
      const all = others.reduce<OperationNode>((one, other) => AndNode.create(one, other), first);
      return { ...selectOne([into]), where: WhereNode.create(all) };
    });
  }

  #counts(column: OperationNode): boolean {
    const name = ColumnNode.is(column) ? column.column.name : undefined;
    return name === undefined || !this.#bookkeeping.columns.has(name);
  }
}

/** Whether an update stores a value of the statement, in contrast to a sum with the stored value. */
function isGiven(value: OperationNode): boolean {
  if (ValueNode.is(value)) return true;
  return ReferenceNode.is(value) && value.table?.table.identifier.name === "excluded";
}

function selectOne(from: readonly OperationNode[]): SelectQueryNode {
  const selections = [
    SelectionNode.create(
      AliasNode.create(RawNode.createWithSql("1"), IdentifierNode.create("one")),
    ),
  ];
  return { ...SelectQueryNode.createFrom(from), selections };
}

function compareNodes(
  left: OperationNode,
  operator: "is distinct from" | "is not distinct from",
  right: OperationNode,
): OperationNode {
  return BinaryOperationNode.create(left, OperatorNode.create(operator), right);
}

/** Other tables of the statement may have a column with the same name. */
function qualify(column: OperationNode, table: OperationNode): OperationNode {
  return ColumnNode.is(column) && TableNode.is(table)
    ? ReferenceNode.create(column, table)
    : column;
}

function listValues(row: OperationNode): readonly OperationNode[] {
  if (PrimitiveValueListNode.is(row)) return row.values.map((value) => ValueNode.create(value));
  return ValueListNode.is(row) ? row.values : [];
}

const writing = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)/i;

/** The table that a statement writes to; undefined for a statement that only reads. */
function buildTable(query: OperationNode, sql: string): string | undefined {
  switch (query.kind) {
    case "SelectQueryNode":
      return undefined;
    case "RawNode":
      return writing.exec(sql)?.[1];
    default:
      return nameIn(query) ?? writing.exec(sql)?.[1];
  }
}

function nameIn(query: OperationNode): string | undefined {
  const table = UpdateQueryNode.is(query)
    ? query.table
    : InsertQueryNode.is(query)
      ? query.into
      : undefined;
  const tableNode = table !== undefined && AliasNode.is(table) ? table.node : table;
  return tableNode !== undefined && TableNode.is(tableNode)
    ? tableNode.table.identifier.name
    : undefined;
}
