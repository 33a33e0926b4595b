/** Where this machine keeps what belongs to a database that it shares. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { placeOf } from "../../contract/database-address.ts";

/** The folder for what belongs to this machine and one database: its tokens. */
export function folderOfDatabase(folder: string, address: string): string {
  const name = createHash("sha256").update(placeOf(address)).digest("hex").slice(0, 16);
  return join(folder, "databases", name);
}
