/** Opens databases with the platform's tables. */

import { migrations } from "../../../src/service/database/migrations.ts";
import { openDatabase as open } from "../../../src/service/database/open.ts";
import {
  openPostgres as connect,
  type PostgresSetting,
} from "../../../src/service/database/postgres/postgres.ts";
import type { Queries } from "../../../src/service/database/tables.ts";

export const schemaVersion = migrations.version;

/** @param folder the data folder; in memory if undefined */
export function openDatabase(folder?: string): Promise<Queries> {
  return open(folder, migrations);
}

export function openPostgres(
  setting: PostgresSetting,
  log: (message: string, error: unknown) => void,
): Promise<Queries> {
  return connect(setting, migrations, log);
}
