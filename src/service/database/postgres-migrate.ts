/** Brings a PostgreSQL database to the tables of this program, while other processes wait. */
import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
  sql,
} from "kysely";
import { UsageError } from "../../errors.ts";
import { type Migrations, migrate } from "./migrate.ts";
import { createSearchTables } from "./search/postgres.ts";
import type { Queries } from "./tables.ts";

/** The lock of this work among all that are taken in the database: "tome" in ASCII. */
const lock = 0x746f6d65;
/** What the SQL and the search ask for; older ones are no longer kept up by their makers. */
const oldest = 13;

/** Whoever comes second waits, and then finds everything done. */
export async function migratePostgres(db: Queries, migrations: Migrations): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel("read committed")
    .execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(transaction);
      await checkServer(transaction);
      const tables = transaction.withPlugin(postgresTypes);
      await migrate(tables, migrations, (step) => step(tables));
      await createSearchTables(transaction);
    });
}

async function checkServer(db: Queries): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < oldest * 10_000) {
    throw new UsageError(
      `The server is PostgreSQL ${Math.floor(version / 10_000)}; ${oldest} or a later one is needed.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new UsageError(
      `The database is encoded in ${encoding}; create one in UTF8: createdb --encoding=UTF8 --template=template0 <name>`,
    );
  }
}

/**
 * The types of the steps as PostgreSQL is to have them: texts in the order of their bytes, as
 * SQLite has them, and integers of 64 bits.
 */
class PostgresTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node);
    const { dataType } = column;
    const name = DataTypeNode.is(dataType) ? dataType.dataType : "";
    const wanted = name === "text" ? 'text collate "C"' : name === "integer" ? "bigint" : undefined;
    return wanted === undefined ? column : { ...column, dataType: RawNode.createWithSql(wanted) };
  }
}

const transformer = new PostgresTypes();

const postgresTypes: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
