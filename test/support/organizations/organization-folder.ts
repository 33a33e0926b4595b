/** An organization with one admin, and an empty folder for its files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import * as space from "../../../src/contract/space.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { openAccessPlatform } from "../platforms/access-platform.ts";
import { openWorkspace } from "../platforms/workspace.ts";

export async function openFolder(options: ServiceOptions = {}) {
  const workspace = await openWorkspace(options);
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  const folder = temporaryFolder();
  return {
    ...platform,
    workspace,
    organizationId,
    admin,
    folder,
    write: (name: string, value: unknown) => {
      mkdirSync(join(folder, "sites"), { recursive: true });
      writeFileSync(join(folder, name), typeof value === "string" ? value : stringify(value));
    },
    spaces: async () => {
      const { items } = await workspace.ok(admin, space.list, { organizationId });
      return items.filter(({ deletedAt }) => deletedAt === undefined);
    },
  };
}
