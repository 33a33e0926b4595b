import { describe, expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { page, proposeContent, publish } from "../../../support/organizations/content.ts";
import {
  openAppWorkspace,
  writeCrumbs,
  writeLink,
  writeList,
  writeSection,
} from "./app-workspace.ts";

const fixture = await openAppWorkspace();
const { workspace, admin, org, read } = fixture;
await workspace.db
  .updateTable("users")
  .set({ display_name: "Ada" })
  .where("id", "=", admin)
  .execute();

/** A change request whose content is derived from that of its space. */
async function propose(
  spaceId: string,
  subject: string,
  change: (tree: ContentTree) => ContentTree = (tree) => tree,
) {
  const { id, number } = await workspace.ok(admin, cr.create, { spaceId, subject });
  await proposeContent(workspace, [spaceId, id], admin, change);
  const path = `/spaces/${spaceId}/change-requests/${id}`;
  return { id, number, path, ids: { spaceId, changeRequestId: id } };
}

const file = (id: string, digit: string) => ({
  ...{ id, name: `${id}.txt`, contentType: "text/plain", hash: digit.repeat(64), size: 1 },
});

/** The current time, as the pages write it. */
const writeNow = () => {
  const now = workspace.now.toISOString();
  return `<time datetime="${now}">${now.slice(0, 10)} ${now.slice(11, 16)} UTC</time>`;
};
const details = (...rows: readonly (readonly [string, string])[]) =>
  `<dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join("")}</dl>`;
const diffCommand = ({ number, ids }: Awaited<ReturnType<typeof propose>>) =>
  `\n<p>The changed texts: <code>tome cr diff ${number} --space ${ids.spaceId}</code></p>`;

describe("the page of a change request", () => {
  test("lists the changes of each kind", async () => {
    const spaceId = await fixture.space("Guide");
    await publish(workspace, spaceId, (tree) => ({
      ...tree,
      pages: [page("edited"), page("moved"), page("deleted"), page("group", { type: "group" })],
      files: [file("changed", "1"), file("removed", "2")],
      reusableContents: [
        { id: "r1", title: "Changed" },
        { id: "r2", title: "Removed" },
      ],
      variables: { a: "1", b: "1", c: "1" },
    }));
    const proposal = await propose(spaceId, "Words", (tree) => ({
      ...tree,
      pages: [
        page("edited", { title: "Edited <b>", pages: [page("moved")] }),
        page("group", { type: "group", title: "New group" }),
        page("added"),
      ],
      files: [file("changed", "3"), file("new", "4")],
      reusableContents: [
        { id: "r1", title: "Renamed" },
        { id: "r3", title: "Fresh" },
      ],
      variables: { a: "2", b: "1", d: "1" },
    }));
    const { heading, crumbs, content } = await read(admin, `/_app${proposal.path}`);
    expect([heading, crumbs]).toEqual([
      "#1 Words",
      writeCrumbs({ [`/orgs/${org}`]: "Acme", [`/spaces/${spaceId}`]: "Guide" }),
    ]);
    const link = (id: string, title = id) => writeLink(`${proposal.path}/page/${id}`, title);
    expect(content).toBe(
      `${details(
        ["Status", "draft"],
        ["Created by", "<bdi>Ada</bdi>"],
        ["Updated", writeNow()],
      )}\n${writeSection(
        "Changes",
        writeList(
          `Edited: ${link("edited", "Edited &lt;b&gt;")}`,
          `Moved: ${link("moved")}`,
          "Edited: <bdi>New group</bdi>",
          `Added: ${link("added")}`,
          "Deleted: <bdi>deleted</bdi>",
          "Edited file: <bdi>changed.txt</bdi>",
          "Added file: <bdi>new.txt</bdi>",
          "Deleted file: <bdi>removed.txt</bdi>",
          "Edited reusable content: <bdi>Renamed</bdi>",
          "Added reusable content: <bdi>Fresh</bdi>",
          "Deleted reusable content: <bdi>Removed</bdi>",
          "Edited variables: a, c, d",
        ) + diffCommand(proposal),
      )}`,
    );
  });

  test("has the number of conflicts, and the time of the merge", async () => {
    const spaceId = await fixture.space("Guide");
    const rename = (title: string) => (tree: ContentTree) => ({
      ...tree,
      pages: [page("p", { title })],
    });
    await publish(workspace, spaceId, rename("Old"));
    const proposal = await propose(spaceId, "", rename("One"));
    const merged = await propose(spaceId, "Merged");
    await publish(workspace, spaceId, rename("Two"));
    const { heading, content } = await read(admin, `/_app${proposal.path}`);
    expect(heading).toBe("#1 Untitled");
    expect(content).toContain(`${writeNow()}</dd><dt>Conflicts</dt><dd>1</dd></dl>`);
    workspace.passDays(1);
    await workspace.ok(admin, cr.merge, merged.ids);
    const after = await read(admin, `/_app${merged.path}`);
    expect(after.heading).toBe("#2 Merged");
    expect(after.content).toBe(
      `${details(
        ["Status", "merged"],
        ["Created by", "<bdi>Ada</bdi>"],
        ["Updated", writeNow()],
        ["Merged", writeNow()],
      )}\n${writeSection("Changes", `<p>No changes.</p>${diffCommand(merged)}`)}`,
    );
  });

  test.each([
    [500, ""],
    [502, "<p>2 further changes are not listed.</p>"],
  ])("lists at most 500 changes: %d", async (count, note) => {
    const spaceId = await fixture.space("Guide");
    const pages = Array.from({ length: count }, (_, at) => page(`p${at}`));
    const proposal = await propose(spaceId, "Many", (tree) => ({ ...tree, pages }));
    const { content } = await read(admin, `/_app${proposal.path}`);
    expect(content.match(/<li>/g)).toHaveLength(500);
    expect(content.endsWith(`</ul>${note}${diffCommand(proposal)}</section>`)).toBe(true);
  });
});

describe("the preview of a change request", () => {
  const createSite = async (title: string, spaces: string[]) =>
    (await workspace.ok(admin, site.create, { organizationId: org, title, spaces })).id;

  slowTest("is on a published site, if there is one", async () => {
    const spaceId = await fixture.space("Guide");
    const first = await fixture.space("First");
    const proposal = await propose(spaceId, "Words");
    const open = async (user = admin) => {
      const { content } = await read(user, `/_app${proposal.path}`);
      const { status, headers, ...refusal } = await read(user, `/_app${proposal.path}/preview`);
      const preview = /<dt>Preview<\/dt><dd>(.*?)<\/dd>/.exec(content)?.[1];
      return { preview, status, location: String(headers.location), content: refusal.content };
    };
    const link = (title: string) => writeLink(`${proposal.path}/preview`, `On the site ${title}`);
    const nowhere = {
      preview: undefined,
      status: 404,
      content: "<p>None of the sites that you can see shows the space.</p>",
    };
    expect(await open()).toMatchObject(nowhere);
    await createSite("Elsewhere", [first]);
    expect(await open()).toMatchObject(nowhere);
    await createSite("Plain", [first, spaceId]);
    expect(await open()).toMatchObject({ preview: link("Plain"), status: 303 });
    // Sites are listed by age.
    workspace.time.now = new Date(workspace.now.getTime() + 1);
    const siteId = await createSite("Published", [first, spaceId]);
    await workspace.ok(admin, site.publish, { organizationId: org, siteId });
    const { preview, status, location } = await open();
    expect([preview, status]).toEqual([link("Published"), 303]);
    const url = new URL(location);
    expect(url.pathname).toMatch(/\/guide\/?$/);
    expect(url.searchParams.get("changeRequest")).toBe(proposal.id);
    workspace.time.now = new Date(workspace.now.getTime() + 1);
    await createSite("Newest", [first, spaceId]);
    expect(await open()).toMatchObject({ preview: link("Published"), status: 303 });
    // A guest of the space does not see the sites of its organization.
    const guest = await workspace.member(org, null);
    await workspace.ok(admin, permission.grant, { spaceId, role: "read", users: [guest] });
    expect(await open(guest)).toMatchObject(nowhere);
  });
});
