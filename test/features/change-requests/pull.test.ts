import { expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import type { Input } from "../../../src/contract/endpoint.ts";
import { list as pageList } from "../../../src/contract/page.ts";
import * as space from "../../../src/contract/space.ts";
import { openMembers } from "../../support/members.ts";

test("Pages of a change request that could not be put back are told, with the command that does it", async () => {
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
  let edits = 0;
  const refuseSecond = (what: string) =>
    what.startsWith("POST") && what.endsWith("/content") && ++edits === 2 ? 403 : undefined;
  const line = `cr pull ${mine} --keep cr --space ${spaceId}`;
  const { code, stderr } = await run(line, undefined, refuseSecond);
  expect(code, stderr).toBe(4);
  const [, back = ""] = /To revert to its own version: tome (cr edit [^\n]+)/.exec(stderr) ?? [];
  expect((await run(back)).code, stderr).toBe(0);
  const shown = await run(`cr page ${mine} ${page} --space ${spaceId} --format markdown`);
  expect(shown.stdout).toContain("Mine");
});

const text = (markdown: string) => ({ markdown });

type Changes = Input<typeof cr.edit>["changes"];
