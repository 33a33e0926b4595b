/** The sample workspace, seeded once in each process and copied for further platforms. */
import { type Backup, exportAll, importAll } from "../../../src/service/server/backup/backup.ts";
import { computeDigest } from "../../../src/service/server/tokens.ts";
import type { Service } from "../../../src/service/service.ts";
import { onPostgres } from "./postgres/databases.ts";

/** In milliseconds: the sample has dates relative to the time of its platform. */
const maxAge = 10 * 60 * 1000;

/** One for each time: some platforms have the time of this machine, others a fixed one. */
const seeded: { readonly sample: Backup; readonly at: number }[] = [];

/**
 * Adds the sample workspace to a new platform, for tests whose subject is not the seeding itself:
 * copying its rows takes a twentieth of the time.
 */
export async function addSample(service: Service): Promise<void> {
  // On PostgreSQL, each test has a new database, and some examine its statements.
  if (onPostgres) return service.admin.seed();
  const at = service.clock.now().getTime();
  const known = seeded.find((one) => Math.abs(at - one.at) < maxAge);
  if (known !== undefined) {
    await importAll(service.db, known.sample);
    await service.admin.reconcile();
    return;
  }
  await service.admin.seed();
  seeded.push({ sample: await exportAll(service.db, computeDigest(service.token)), at });
}
