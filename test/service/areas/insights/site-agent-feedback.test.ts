import { beforeAll, describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as feedback from "../../../../src/contract/site-agent-feedback.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let admin: string;
let guest: string;
let of: { readonly organizationId: string; readonly siteId: string };
let spaceId: string;
let siteSpaceId: string;
let pageId: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
  guest = await workspace.member(organizationId, null);
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const other = await workspace.ok(admin, site.create, { organizationId, title: "Other" });
  const made = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  spaceId = made.id;
  of = { organizationId, siteId };
  await workspace.ok(admin, siteSpace.create, { organizationId, siteId: other.id, spaceId });
  siteSpaceId = (await workspace.ok(admin, siteSpace.create, { ...of, spaceId })).id;
  const pages = await publishPages(workspace, spaceId, [{ title: "Start" }]);
  pageId = pages.start ?? "";
  return () => workspace.service.close();
});

/** The only row that is counted meanwhile, without its key. */
async function readCounted(send: () => Promise<unknown>) {
  await workspace.db.deleteFrom("insight_counts").execute();
  await send();
  const rows = await workspace.db.selectFrom("insight_counts").selectAll().execute();
  return rows.map(({ key: _, ...row }) => row);
}

const counted = (values: object) => ({
  ...{ site_id: of.siteId, day: "2026-03-02", event: "agent_feedback", bot: "", referrer: "" },
  ...{ rating: "", events: 1, ...values },
});

describe("feedback about a page", () => {
  test.each([
    ["mcp", "mcp"],
    ["assistant", "site"],
    [undefined, "site"],
  ] as const)("from %s is counted for the page in the context %s", async (source, context) => {
    const url = `https://docs.example.com/${"a".repeat(400)}?token=1`;
    const input = { ...of, spaceId, url, pageId, feedback: "f".repeat(513) };
    const rows = await readCounted(() =>
      workspace.ok(admin, feedback.submitAbout, { ...input, ...(source && { source }) }),
    );
    expect(rows).toEqual([
      counted({
        ...{ site_space: siteSpaceId, space: spaceId, page: pageId, context },
        ...{ url_path: `/${"a".repeat(299)}`, detail: "f".repeat(512) },
      }),
    ]);
  });

  test("that does not exist is refused", async () => {
    const input = { ...of, spaceId, url: "https://docs.example.com/", pageId: "p" };
    const rows = await readCounted(async () => {
      const asked = { ...input, feedback: "Outdated" };
      expect(await workspace.refused(admin, feedback.submitAbout, asked)).toEqual({
        status: 400,
        message: `pageId p is not a page of space ${spaceId}.`,
      });
    });
    expect(rows).toEqual([]);
  });

  test("of another space is refused", async () => {
    const { organizationId } = of;
    const other = await workspace.ok(admin, space.create, { organizationId, title: "Other" });
    const input = { ...of, spaceId: other.id, url: "https://docs.example.com/", pageId: "p" };
    const rows = await readCounted(async () => {
      const asked = { ...input, feedback: "Outdated" };
      expect(await workspace.refused(admin, feedback.submitAbout, asked)).toEqual({
        status: 400,
        message: `spaceId ${other.id} is not a space of the site.`,
      });
    });
    expect(rows).toEqual([]);
  });
});

test.each<[object, object, string, string]>([
  [{ kind: "generic" }, {}, "usability: Slow", ""],
  [{ kind: "generic" }, { severity: "high" }, "usability, high: Slow", ""],
  [{ kind: "generic" }, { detail: "It waits." }, "usability: Slow\nIt waits.", ""],
  [{ kind: "mcp-tool", toolName: "search" }, {}, "usability: Slow (search)", ""],
  [
    { kind: "mcp-tool", toolName: "search", target: "docs" },
    { severity: "low", detail: "It waits." },
    "usability, low: Slow (search docs)\nIt waits.",
    "",
  ],
  [{ kind: "cli-command", command: "tome page list" }, {}, "usability: Slow (tome page list)", ""],
  [
    { kind: "cli-command", command: "tome page list", flags: ["json", "all"] },
    {},
    "usability: Slow (tome page list json all)",
    "",
  ],
  [
    { kind: "api-endpoint", method: "GET", path: "/v1/user" },
    {},
    "usability: Slow (GET /v1/user)",
    "",
  ],
  [
    { kind: "documentation", url: "https://docs.example.com/a?b=c" },
    { detail: "d".repeat(600) },
    `usability: Slow\n${"d".repeat(496)}`,
    "/a",
  ],
])("feedback about %j with %j is counted as %j", async (subject, more, detail, path) => {
  const rows = await readCounted(async () => {
    const about = { category: "usability", summary: "Slow", ...more };
    const asked = { ...of, subject, feedback: about } as never;
    const answer = await workspace.ok(admin, feedback.submit, asked);
    expect(answer).toEqual({
      id: expect.stringMatching(/^\w{20}$/),
      result: "The feedback was recorded. The admins of the site see it in the insights.",
    });
  });
  expect(rows).toEqual([
    counted({
      ...{ site_space: "", space: "", page: "", context: "server" },
      ...{ url_path: path, detail },
    }),
  ]);
});

test("a guest without access to the site cannot send feedback", async () => {
  const about = { ...of, spaceId, url: "https://docs.example.com/", pageId: "p", feedback: "Old" };
  const general = {
    subject: { kind: "generic" },
    feedback: { category: "usability", summary: "S" },
  };
  const rows = await readCounted(async () => {
    expect((await workspace.refused(guest, feedback.submitAbout, about)).status).toBe(404);
    const asked = { ...of, ...general } as never;
    expect((await workspace.refused(guest, feedback.submit, asked)).status).toBe(404);
  });
  expect(rows).toEqual([]);
});
