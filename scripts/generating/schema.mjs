/**
 * The tables and indexes that the migrations lead to: src/service/database/schema.sql for reading, and
 * src/service/database/migrations/schema.ts for new data.
 */
import { Kysely } from "kysely";

const head = `-- The current schema, as the migrations create it on SQLite. PostgreSQL has the same tables; text
-- columns there compare bytes (collation "C") and integers are bigint. Generated; do not edit.
`;

const scriptHead = `/**
 * The tables and indexes of all migrations, as SQLite has them, for new data. Written by
 * \`npm run generate\` from the migrations of this folder; do not edit.
 */
`;

/** @type {import("./generate.mjs").Generator} */
export async function schema({ load }) {
  const [{ openSqlite }, { getDialect }, { migrate }, { migrations }] = await load(
    "src/service/database/sqlite/sqlite.ts",
    "src/service/database/sqlite/dialect.ts",
    "src/service/database/migrate.ts",
    "src/service/database/migrations.ts",
  );
  const connection = await openSqlite(":memory:");
  const db = new Kysely({ dialect: getDialect(connection) });
  try {
    await migrate(db, migrations);
    /** @type {{ sql: string }[]} */
    const rows = connection
      .prepare(
        "select sql from sqlite_schema where sql is not null order by tbl_name, type desc, name",
      )
      .all();
    return {
      "src/service/database/schema.sql": `${head}\n${rows.map(format).join("\n")}`,
      "src/service/database/migrations/schema.ts": `${scriptHead}export const schemaScript = \`
${createScript(connection)}
\`;
`,
    };
  } finally {
    await db.destroy();
  }
}

/**
 * @param {{ prepare: (sql: string) => { all: () => { sql: string }[] } }} connection
 * @returns {string} all statements, in the order in which the migrations execute them
 */
function createScript(connection) {
  return connection
    .prepare("select sql from sqlite_schema where sql is not null order by rowid")
    .all()
    .map(({ sql }) => `${sql.replaceAll(/[\\`$]/g, "\\$&")};`)
    .join("\n");
}

/** @param {{ sql: string }} row */
function format({ sql }) {
  if (!sql.startsWith("CREATE TABLE") && !sql.startsWith("create table")) return `${sql};\n`;
  const start = sql.indexOf("(");
  const parts = splitColumns(sql.slice(start + 1, sql.lastIndexOf(")")));
  return `${sql.slice(0, start).trimEnd()} (\n${parts.map((part) => `  ${part}`).join(",\n")}\n);\n`;
}

/**
 * Splits at the commas outside of parentheses.
 *
 * @param {string} text
 */
function splitColumns(text) {
  /** @type {string[]} */
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
