import { expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import type { Input } from "../../../src/contract/endpoint.ts";
import { list as pageList } from "../../../src/contract/page.ts";
import * as space from "../../../src/contract/space.ts";
import { openMembers } from "../../support/organizations/members.ts";

test("a refused pull with --keep cr changes nothing, and the next one names the replaced text", async () => {
  const { workspace, admin, organizationId, run } = await openMembers();
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const edit = async (changes: Changes, changeRequestId?: string) => {
    const id = changeRequestId ?? (await workspace.ok(admin, cr.create, { spaceId })).id;
    await workspace.ok(admin, cr.edit, { spaceId, changeRequestId: id, changes });
    return id;
  };
  const merge = (changeRequestId: string) =>
    workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
  await merge(await edit([{ operation: "insert_page", title: "Start", document: text("Old") }]));
  const { pages } = await workspace.ok(admin, pageList, { spaceId });
  const page = pages.find(({ title }) => title === "Start")?.id ?? "";
  const words = (markdown: string) =>
    [{ operation: "update_page", page, document: text(markdown) }] satisfies Changes;
  const mine = await edit(words("Mine"));
  await merge(await edit(words("Theirs")));
  let isRefused = true;
  const refuseOnce = (what: string) => (isRefused && what.startsWith("POST") ? 403 : undefined);
  const line = `cr pull ${mine} --keep cr --space ${spaceId}`;
  expect((await run(line, undefined, refuseOnce)).code).toBe(4);
  const conflicts = await workspace.ok(admin, cr.get, { spaceId, changeRequestId: mine });
  expect(conflicts.outdated).toBe(true);
  isRefused = false;
  const { code, stderr } = await run(line);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('The merge will replace this published content: "Theirs" in "Start".');
  const content = await run(`cr page ${mine} ${page} --space ${spaceId} --format markdown`);
  expect(content.stdout).toContain("Mine");
});

const text = (markdown: string) => ({ markdown });

type Changes = Input<typeof cr.edit>["changes"];
