import { describe, expect, onTestFinished, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as contract from "../../../../src/contract/site-finding.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { answerJson } from "../../../support/network/loopback.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import {
  type ModelAnswer,
  type PromptedPage,
  replaceText,
  serveEditingModel,
} from "../../../support/organizations/editing-model.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** A site with a space, one of whose pages has a broken link. */
async function start(
  answer: (page: PromptedPage) => ModelAnswer = replaceText("missing.md", "/pages/guide"),
) {
  const server = await serveEditingModel(answer);
  const workspace = await openWorkspace({ model: server.model });
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  await workspace.ok(admin, organization.update, { organizationId, ai: true });
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Manual",
  });
  const { id: siteId } = await workspace.ok(admin, site.create, {
    organizationId,
    title: "Docs",
    spaces: [spaceId],
  });
  const on = { organizationId, siteId };
  const paths = await publishPages(workspace, spaceId, [
    {
      title: "Home",
      slug: "home",
      markdown: "Text.\n\nSee [the guide](missing.md) and **more**.\n",
    },
    { title: "Guide", slug: "guide", markdown: "Steps.\n" },
  ]);
  const list = async (options = {}) =>
    (await workspace.ok(admin, contract.list, { ...on, ...options })).items;
  const [finding] = await list();
  const one = { ...on, siteFindingId: finding?.id ?? "" };
  const refuse = (caller = admin, input = one) => workspace.refused(caller, contract.fix, input);
  return {
    workspace,
    server,
    admin,
    on,
    one,
    spaceId,
    siteId,
    organizationId,
    paths,
    list,
    refuse,
  };
}

describe("triggerChangeRequestsForSiteFinding", () => {
  test("creates an open change request with the edit of the model, which resolves the finding", async () => {
    const { workspace, server, admin, on, one, spaceId, paths, list } = await start();
    expect(await list()).toMatchObject([{ autoFixable: true, changeRequests: 0 }]);
    await workspace.ok(admin, contract.fix, one);
    const { items } = await workspace.ok(admin, contract.changeRequests, one);
    expect(items).toMatchObject([
      { number: 1, status: "open", subject: 'Fix: Broken link on the page "Home"' },
    ]);
    const changeRequestId = items[0]?.id ?? "";
    const { description } = await workspace.ok(admin, cr.get, { spaceId, changeRequestId });
    for (const text of [
      'Broken link on the page "Home"',
      'In the space "Manual", the page "Home" refers to missing.md, which does not exist. Readers cannot reach the target.',
      "Correct or remove the link.",
    ]) {
      expect(JSON.stringify(description)).toContain(JSON.stringify(text).slice(1, -1));
    }
    const page = await workspace.ok(admin, crContent.page, {
      spaceId,
      changeRequestId,
      pageId: paths.home ?? "",
      format: "document",
    });
    expect(JSON.stringify(page)).toContain(`{"kind":"page","page":"${paths.guide}"}`);
    const prompt = JSON.parse(JSON.parse(server.seen[0]?.body ?? "").messages[1].content);
    expect(prompt).toMatchObject({
      title: "Home",
      problem: { title: 'Broken link on the page "Home"' },
      links: [
        { title: "Home", link: "/pages/home" },
        { title: "Guide", link: "/pages/guide" },
      ],
    });
    expect(await list({ hasChangeRequests: true })).toMatchObject([{ changeRequests: 1 }]);
    expect(await list({ hasChangeRequests: false })).toEqual([]);
    const inOrganization = (finding?: "all") =>
      workspace.ok(admin, cr.listInOrganization, {
        organizationId: on.organizationId,
        ...(finding && { finding }),
      });
    expect((await inOrganization()).items).toEqual([]);
    expect((await inOrganization("all")).items.map(({ id }) => id)).toEqual([changeRequestId]);
    await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
    expect(await list()).toMatchObject([{ status: "done" }]);
    expect(await workspace.ok(admin, contract.stats, on)).toMatchObject({
      mergedChangeRequests: 1,
    });
    expect(await workspace.refused(admin, contract.fix, one)).toMatchObject({ status: 409 });
  });

  test("is refused without a model and without AI features", async () => {
    const { workspace, server, admin, organizationId, refuse } = await start();
    await workspace.ok(admin, organization.update, { organizationId, ai: false });
    expect(await refuse()).toMatchObject({ status: 403 });
    expect(server.seen).toEqual([]);
  });

  slowTests.each([
    [
      "an error",
      (response: Parameters<typeof answerJson>[0]) => answerJson(response, 500, {}),
      502,
    ],
    ["a text", "Sure, here is the page.", 502],
    ["an edit of another block", '{"edits":[{"block":7,"markdown":"x"}]}', 502],
    ["no edit", '{"edits":[]}', 502],
  ])("creates nothing if the model returns %s", async (_, answer, status) => {
    const { workspace, admin, one, refuse } = await start(() => answer);
    expect(await refuse()).toMatchObject({ status });
    expect((await workspace.ok(admin, contract.changeRequests, one)).items).toEqual([]);
  });

  slowTest("creates nothing if the page was edited while the model was working", async () => {
    let edit = async () => {};
    const fix = replaceText("missing.md", "/pages/guide");
    const { workspace, admin, spaceId, paths, refuse } = await start((page) => (response) => {
      edit().then(() =>
        answerJson(response, 200, { choices: [{ message: { content: fix(page) } }] }),
      );
    });
    edit = () =>
      workspace.ok(admin, cr.create, { spaceId }).then(async ({ id: changeRequestId }) => {
        const document = { markdown: "Other text with [a link](missing.md)." };
        const change = { operation: "update_page" as const, page: paths.home ?? "", document };
        await workspace.ok(admin, cr.edit, { spaceId, changeRequestId, changes: [change] });
        await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
      });
    expect(await refuse()).toMatchObject({ status: 409 });
    const { items } = await workspace.ok(admin, cr.list, { spaceId, status: ["draft", "open"] });
    expect(items).toEqual([]);
  });

  test("is refused for a finding without a page", async () => {
    const { workspace, admin, on, list, spaceId, paths } = await start();
    const { items } = await workspace.ok(admin, siteSpace.list, on);
    const destination = {
      kind: "site-page" as const,
      siteSpaceId: items.find((one) => one.space.id === spaceId)?.id ?? "",
      pageId: paths.guide ?? "",
    };
    await workspace.ok(admin, redirect.create, { ...on, source: "/old", destination });
    await workspace.db
      .updateTable("site_redirects")
      .set({ destination: JSON.stringify({ ...destination, pageId: "gone" }) })
      .execute();
    const finding = (await list()).find(({ title }) => title.startsWith("Redirect"));
    expect(finding?.autoFixable).toBe(false);
    const input = { ...on, siteFindingId: finding?.id ?? "" };
    expect(await workspace.refused(admin, contract.fix, input)).toMatchObject({
      status: 409,
      message: expect.stringContaining("the redirects of the site"),
    });
  });

  slowTest(
    "is refused without the role edit in the space, for readers and for other tenants",
    async () => {
      const { workspace, server, admin, organizationId, one, spaceId, refuse } = await start();
      const reader = await workspace.member(organizationId, "read");
      expect(await refuse(reader)).toMatchObject({ status: 403 });
      const creator = await workspace.member(organizationId, "create");
      await workspace.ok(admin, space.update, { spaceId, defaultLevel: "read" });
      expect(await refuse(creator)).toMatchObject({ status: 403 });
      const other = await workspace.organization("Other");
      const stranger = await workspace.member(other, "admin");
      expect(await refuse(stranger)).toMatchObject({ status: 404 });
      expect(await refuse(stranger, { ...one, organizationId: other })).toMatchObject({
        status: 404,
      });
      expect(server.seen).toEqual([]);
    },
  );
});
