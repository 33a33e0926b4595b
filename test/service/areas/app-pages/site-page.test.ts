import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as link from "../../../../src/contract/site-external-link.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import {
  openAppWorkspace,
  writeCrumbs,
  writeLink,
  writeList,
  writeSection,
} from "./app-workspace.ts";

const fixture = await openAppWorkspace();
const { workspace, admin, org, read } = fixture;
const crumbs = writeCrumbs({ [`/orgs/${org}`]: "Acme" });

test("the page of a site with spaces lists them with their state", async () => {
  const empty = await fixture.site();
  const unpublished = await read(admin, `/_app/orgs/${org}/sites/${empty}`);
  expect([unpublished.heading, unpublished.crumbs, unpublished.content]).toEqual([
    "Docs",
    crumbs,
    `<dl><dt>Published</dt><dd>no</dd><dt>Visibility</dt><dd>public</dd></dl>\n${writeSection("Structure", "<p>The site has no spaces.</p>")}`,
  ]);
  const siteId = await fixture.site("Guide", "Manual");
  const of = fixture.of(siteId);
  const [guide, manual] = await fixture.siteSpaces(siteId);
  await workspace.ok(admin, siteSpace.update, {
    ...of,
    siteSpaceId: manual?.id ?? "",
    draft: true,
  });
  await workspace.ok(admin, site.publish, of);
  await fixture.change(siteId, { visibility: "unlisted" });
  const { urls } = await fixture.get(siteId);
  expect((await read(admin, `/_app/orgs/${org}/sites/${siteId}`)).content).toBe(
    `<dl><dt>Published</dt><dd>yes</dd><dt>Published at</dt><dd><a href="${urls.published}">${urls.published}</a></dd><dt>Visibility</dt><dd>unlisted</dd></dl>\n${writeSection(
      "Structure",
      writeList(
        writeLink(`/spaces/${guide?.space.id}`, "Guide"),
        `${writeLink(`/spaces/${manual?.space.id}`, "Manual")} (draft)`,
      ),
    )}`,
  );
});

test("the page of a site with sections shows sections, groups and links", async () => {
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const guide = await fixture.section(siteId, "Guide");
  const later = await fixture.section(siteId, "Later");
  await workspace.ok(admin, section.update, { ...of, siteSectionId: later.id, draft: true });
  const inner = await fixture.section(siteId, "Inner");
  await fixture.group(siteId, "Group", [inner.id]);
  await fixture.group(siteId, "Empty");
  const url = "https://example.com";
  await workspace.ok(admin, link.create, { ...of, title: "Blog", url });
  const showSection = ({ siteSpaces, title }: typeof guide, note = "") =>
    `<bdi>${title}</bdi>${note}${writeList(writeLink(`/spaces/${siteSpaces[0]?.space.id}`, title))}`;
  expect((await read(admin, `/_app/orgs/${org}/sites/${siteId}`)).content.split("\n")[1]).toBe(
    writeSection(
      "Structure",
      writeList(
        showSection(guide),
        showSection(later, " (draft)"),
        `<bdi>Group</bdi> (group)${writeList(showSection(inner))}`,
        "<bdi>Empty</bdi> (group)<p>No sections.</p>",
        "<bdi>Blog</bdi> (link)",
      ),
    ),
  );
});
