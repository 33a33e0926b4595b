import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import { listPages } from "../../../../src/service/areas/app-pages/space-page.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { page, publish } from "../../../support/organizations/content.ts";
import {
  openAppWorkspace,
  writeCrumbs,
  writeLink,
  writeList,
  writeSection,
} from "./app-workspace.ts";

test("pages are nested lists up to a maximum number", () => {
  const pages = [
    page("a", { pages: [page("b", { title: "B <b>" }), page("c", { hidden: true })] }),
    page("d", { type: "group", pages: [page("e")] }),
    page("f", { type: "link", hidden: true }),
  ];
  const link = (id: string, title = id) => writeLink(`/spaces/s/page/${id}`, title);
  const inner = (count: number) =>
    `${link("a")}${writeList(...[link("b", "B &lt;b&gt;"), `${link("c")} (hidden)`].slice(0, count))}`;
  const write = (left: number) => {
    const budget = { left };
    return [listPages(pages, "/spaces/s", budget)?.source, budget.left];
  };
  expect(write(10)).toEqual([
    writeList(
      inner(2),
      `<bdi>d</bdi> (group)${writeList(link("e"))}`,
      "<bdi>f</bdi> (link) (hidden)",
    ),
    4,
  ]);
  expect(write(3)).toEqual([writeList(inner(2)), 0]);
  expect(write(2)).toEqual([writeList(inner(1)), 0]);
  expect(write(1)).toEqual([writeList(link("a")), 0]);
  expect(write(0)).toEqual([undefined, 0]);
  expect(listPages([], "/spaces/s", { left: 10 })).toBeUndefined();
});

slowTest("the page of a space has its URL, time, pages and change requests", async () => {
  const fixture = await openAppWorkspace();
  const { workspace, admin, org, read } = fixture;
  const guide = await fixture.space("Guide");
  const path = `/spaces/${guide}`;
  const time = '<time datetime="2026-03-02T08:00:00.000Z">2026-03-02 08:00 UTC</time>';
  const empty = await read(admin, `/_app${path}`);
  expect([empty.heading, empty.crumbs]).toEqual([
    "Guide",
    writeCrumbs({ [`/orgs/${org}`]: "Acme" }),
  ]);
  expect(empty.content).toBe(
    [
      `<dl><dt>Updated</dt><dd>${time}</dd></dl>`,
      writeSection("Pages", "<p>No pages.</p>"),
      writeSection("Open change requests", "<p>No open change requests.</p>"),
      writeSection("Draft change requests", "<p>No draft change requests.</p>"),
    ].join("\n"),
  );
  const addPages = (count: number) =>
    publish(workspace, guide, (tree) => ({
      ...tree,
      pages: Array.from({ length: count }, (_, at) => page(`p${at}`)),
    }));
  await addPages(1000);
  const { id: siteId } = await workspace.ok(admin, site.create, {
    organizationId: org,
    title: "Docs",
    spaces: [guide],
  });
  await workspace.ok(admin, site.publish, { organizationId: org, siteId });
  const { urls } = await workspace.ok(admin, site.get, { organizationId: org, siteId });
  const draft = await workspace.ok(admin, cr.create, { spaceId: guide, subject: "Draft" });
  const open = await workspace.ok(admin, cr.create, { spaceId: guide, subject: "Open" });
  const input = { spaceId: guide, changeRequestId: open.id, status: "open" } as const;
  await workspace.ok(admin, cr.update, input);
  const parts = (await read(admin, `/_app${path}`)).content.split("\n");
  const items = Array.from({ length: 1000 }, (_, at) => writeLink(`${path}/page/p${at}`, `p${at}`));
  expect(parts[0]).toBe(
    `<dl><dt>Published at</dt><dd><a href="${urls.published}">${urls.published}</a></dd><dt>Updated</dt><dd>${time}</dd></dl>`,
  );
  expect(parts[1] === writeSection("Pages", writeList(...items))).toBe(true);
  const list = (one: { readonly id: string; readonly number: number }, subject: string) =>
    writeList(`#${one.number} ${writeLink(`${path}/change-requests/${one.id}`, subject)}`);
  expect(parts.slice(2)).toEqual([
    writeSection("Open change requests", list(open, "Open")),
    writeSection("Draft change requests", list(draft, "Draft")),
  ]);
  await addPages(1001);
  const [, limited] = (await read(admin, `/_app${path}`)).content.split("\n");
  const note = `<p>The list is limited to 1000 of 1001 pages. All pages: <code>tome page list --space ${guide}</code></p>`;
  expect(limited === writeSection("Pages", writeList(...items) + note)).toBe(true);
});
