/** Removal of references to content of another organization. */

import { type RawBuilder, sql } from "kysely";
import type { Migration } from "../migrate.ts";

/** Transfers by earlier versions left rows of one organization that refer to content of another. */
export const removeForeignReferences: Migration = (_, db) => {
  const run = (statement: RawBuilder<unknown>) => ({
    async execute() {
      await statement.execute(db);
    },
  });
  return [
    run(sql`delete from translations where exists (
      select 1 from spaces where spaces.id = translations.source_space
        and spaces.organization_id <> translations.organization_id
    )`),
    run(sql`update translations set result_space = null, result_revision = null where exists (
      select 1 from spaces where spaces.id = translations.result_space
        and spaces.organization_id <> translations.organization_id
    )`),
    run(sql`delete from imports where exists (
      select 1 from spaces where spaces.id = imports.space_id
        and spaces.organization_id <> imports.organization_id
    )`),
  ];
};
