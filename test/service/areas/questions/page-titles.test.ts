import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { listTitles } from "../../../../src/service/areas/questions/page-titles.ts";
import { page, publish } from "../../../support/organizations/content.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the titles are those of the first pages of the first spaces", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id } = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  const link = page("link", { type: "link" } as object);
  const pages = Array.from({ length: 22 }, (_, at) => page(`p${at}`, { title: `Page ${at}` }));
  const group = page("group", { type: "group", pages: [page("in", { description: "Inside" })] });
  const revision = await publish(workspace, id, (tree) => ({
    ...tree,
    pages: [link, group, ...pages],
  }));
  const one = { title: "Guide", revision_id: revision.id };
  const titles = await listTitles(workspace.db, [one]);
  expect(titles).toEqual([
    { title: "in", description: "Inside", space: "Guide" },
    ...pages.slice(0, 19).map(({ title }) => ({ title, description: undefined, space: "Guide" })),
  ]);
  const isIncluded = ({ page: { id: pageId } }: { page: { id: string } }) => pageId === "p21";
  const only = [{ title: "Page 21", description: undefined, space: "Guide" }];
  expect(await listTitles(workspace.db, [one], isIncluded)).toEqual(only);
  const eleven = Array.from({ length: 11 }, (_, at) => ({ ...one, title: `S${at}` }));
  const spaces = await listTitles(workspace.db, eleven, isIncluded);
  expect(spaces).toEqual(eleven.slice(0, 10).map(({ title }) => ({ ...only[0], space: title })));
});
