import { describe, expect, onTestFinished, test } from "vitest";
import * as aiUsage from "../../../../src/contract/ai-usage.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import * as permission from "../../../../src/contract/space-permission.ts";
import * as contract from "../../../../src/contract/styleguide.ts";
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

const useActiveVoice = replaceText("utilize", "use");

/** A site with a style guide, and a space with two pages. */
async function start({
  answer = useActiveVoice,
  pages = [
    {
      title: "Home",
      slug: "home",
      markdown: "We utilize gears.\n\n* One\n\nSee [Wheels](wheels.md).\n",
    },
    { title: "Wheels", slug: "wheels", markdown: "Wheels turn.\n" },
  ],
  template = "plain-language",
}: {
  readonly answer?: (page: PromptedPage) => ModelAnswer;
  readonly pages?: Parameters<typeof publishPages>[2];
  readonly template?: string | null;
} = {}) {
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
  const { id: guide } = await workspace.ok(admin, contract.create, {
    ...on,
    ...(template !== null && { template }),
  });
  const paths = await publishPages(workspace, spaceId, pages);
  const run = (caller = admin) => workspace.ok(caller, contract.run, { ...on, spaces: [spaceId] });
  const finish = () => workspace.service.jobs.finish();
  const getChangeRequest = async (number = "1") =>
    workspace.ok(admin, cr.get, { spaceId, changeRequestId: number });
  const readPage = async (pageId: string, changeRequestId = "1") => {
    const page = await workspace.ok(admin, crContent.page, {
      spaceId,
      changeRequestId,
      pageId,
      format: "markdown",
    });
    return "markdown" in page ? page.markdown : undefined;
  };
  const ids = { on, spaceId, siteId, organizationId, guide, paths };
  return { ...ids, workspace, admin, server, run, finish, getChangeRequest, readPage };
}

describe("a style guide check", () => {
  slowTest("commits the edits of the model to a draft change request of the run", async () => {
    const started = await start();
    const { workspace, admin, on, spaceId, guide, paths } = started;
    const { run, changeRequests } = await started.run();
    expect(run).toMatchObject({ site: on.siteId, styleguide: guide, spaces: [spaceId] });
    expect(changeRequests).toMatchObject([
      {
        status: "draft",
        subject: "Style guide check of Manual",
        styleguide: { site: on.siteId, run: run.id },
      },
    ]);
    expect(changeRequests[0]?.styleguide?.checkedAt).toBeUndefined();
    await started.finish();
    const { styleguide } = await started.getChangeRequest();
    expect(styleguide).toEqual({
      site: on.siteId,
      run: run.id,
      changedPages: 1,
      checkedAt: expect.any(String),
    });
    expect(await started.readPage(paths.home ?? "")).toContain("We use gears.\n\n* One\n\nSee [");
    const one = { spaceId, changeRequestId: "1" };
    expect((await workspace.ok(admin, cr.changes, one)).changes).toHaveLength(1);
    expect((await workspace.ok(admin, contract.runs, on)).items).toEqual([run]);
    const listed = await workspace.ok(admin, cr.listInOrganization, {
      organizationId: on.organizationId,
      styleguideRun: run.id,
      status: ["draft"],
    });
    expect(listed.items.map(({ number }) => number)).toEqual([1]);
    expect(started.server.seen[0]?.body).toContain("Use the active voice");
    workspace.time.now = new Date(workspace.now.getTime() + 60_000);
    const usage = await workspace.ok(admin, aiUsage.get, {
      organizationId: on.organizationId,
      from: new Date(workspace.now.getTime() - 3_600_000).toISOString(),
      to: new Date(workspace.now.getTime() + 1).toISOString(),
    });
    expect(usage.periods[0]?.features).toMatchObject([
      { feature: "style-guide-check", credits: 2 },
    ]);
  });

  slowTest("takes over the open change request of an earlier check", async () => {
    const started = await start();
    const first = await started.run();
    await started.finish();
    const second = await started.run();
    await started.finish();
    expect(second.changeRequests.map(({ id }) => id)).toEqual(
      first.changeRequests.map(({ id }) => id),
    );
    expect((await started.getChangeRequest()).styleguide).toMatchObject({
      run: first.run.id,
      changedPages: 0,
    });
    await started.workspace.ok(started.admin, cr.update, {
      spaceId: started.spaceId,
      changeRequestId: "1",
      status: "archived",
    });
    const third = await started.run();
    expect(third.changeRequests).toMatchObject([{ number: 2, styleguide: { run: third.run.id } }]);
  });

  slowTest(
    "of another site with the same space is independent, with its own change request",
    async () => {
      const { workspace, admin, organizationId, spaceId, run, finish } = await start();
      const second = { organizationId, title: "Other", spaces: [spaceId] };
      const { id: siteId } = await workspace.ok(admin, site.create, second);
      const on = { organizationId, siteId };
      await workspace.ok(admin, contract.create, { ...on, template: "plain-language" });
      const { changeRequests: first } = await run();
      const { changeRequests } = await workspace.ok(admin, contract.run, {
        ...on,
        spaces: [spaceId],
      });
      await finish();
      expect(first).toHaveLength(1);
      expect(changeRequests).toHaveLength(1);
      expect(changeRequests[0]?.id).not.toBe(first[0]?.id);
    },
  );

  slowTest("reads all pages of a space, a few in each job, and stops at its limit", async () => {
    const pages = Array.from({ length: 203 }, (_, index) => ({
      title: `Page ${index}`,
      slug: `page-${index}`,
      // The model is not asked about a page without text.
      markdown: index < 195 ? "" : "We utilize it.\n",
    }));
    const started = await start({ pages });
    await started.run();
    await started.finish();
    expect((await started.getChangeRequest()).styleguide).toMatchObject({
      changedPages: 5,
      failure: "Not checked: 3 pages. A check reads at most 200 pages.",
    });
  });

  slowTest("counts pages for which the model returns no valid edits", async () => {
    const answers = [
      "I cannot do that.",
      '{"edits":[{"block":99,"markdown":"x"}]}',
      '{"edits":[{"block":1}]}',
      '{"edits":"none"}',
      '```json\n{"edits":[]}\n```',
    ];
    const pages = answers.map((_, index) => ({
      title: `Page ${index}`,
      slug: `page-${index}`,
      markdown: "Text.\n",
    }));
    const started = await start({
      pages,
      answer: ({ title }) => answers[Number(title.slice("Page ".length))] ?? "",
    });
    await started.run();
    await started.finish();
    expect((await started.getChangeRequest()).styleguide).toMatchObject({
      changedPages: 0,
      failure:
        'Not checked: 4 pages. The language model did not return valid edits for the page "Page 3".',
    });
  });

  test("ends with the error of the model", async () => {
    const started = await start({ answer: () => (response) => answerJson(response, 500, {}) });
    await started.run();
    await started.finish();
    const { styleguide } = await started.getChangeRequest();
    expect(styleguide?.failure).toBe("The language model responded with status 500.");
    expect(styleguide?.checkedAt).toBeUndefined();
    expect((await started.run()).changeRequests).toMatchObject([{ number: 1 }]);
  });

  slowTest("ends when its requester loses the role", async () => {
    const started = await start();
    const { workspace, organizationId, admin, spaceId } = started;
    const creator = await workspace.member(organizationId, "create");
    await started.run(creator);
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: "read" });
    await started.finish();
    const { styleguide } = await started.getChangeRequest();
    expect(styleguide?.failure).toContain("permission");
    expect(started.server.seen).toEqual([]);
  });

  slowTests.each(["style guide", "site"])(
    "ends when its requester may no longer read the %s",
    async (lost) => {
      const started = await start();
      const { workspace, organizationId, admin, spaceId, siteId, guide } = started;
      const creator = await workspace.member(organizationId, "create");
      // In the checked space, the requester keeps the role.
      await workspace.ok(admin, permission.grant, { spaceId, role: "create", users: [creator] });
      await started.run(creator);
      if (lost === "site") {
        await workspace.ok(admin, site.update, { organizationId, siteId, defaultLevel: null });
      } else {
        await workspace.ok(admin, space.update, { spaceId: guide, defaultLevel: null });
      }
      await started.finish();
      const { styleguide } = await started.getChangeRequest();
      expect(styleguide?.failure).toContain("no longer has the required permission");
      expect(started.server.seen).toEqual([]);
    },
  );

  slowTest("keeps a page that was edited during the check", async () => {
    let edit = async () => {};
    const started = await start({
      answer: (page) => (response) => {
        const content = useActiveVoice(page);
        edit().then(() => answerJson(response, 200, { choices: [{ message: { content } }] }));
      },
    });
    const { workspace, admin, spaceId, paths } = started;
    await started.run();
    edit = async () => {
      edit = async () => {};
      const document = { markdown: "We utilize it ourselves." };
      const change = { operation: "update_page" as const, page: paths.home ?? "", document };
      await workspace.ok(admin, cr.edit, { spaceId, changeRequestId: "1", changes: [change] });
    };
    await started.finish();
    expect(await started.readPage(paths.home ?? "")).toContain("We utilize it ourselves.");
    expect((await started.getChangeRequest()).styleguide).toMatchObject({
      changedPages: 0,
      failure: "Not checked: 1 page. A page was edited during the check.",
    });
  });

  slowTest("sends the model text of the space and the style guide only, as data", async () => {
    const started = await start();
    const { workspace, admin, organizationId } = started;
    const other = await workspace.ok(admin, space.create, { organizationId, title: "Board" });
    await publishPages(workspace, other.id, [{ title: "Salaries", markdown: "9000.\n" }]);
    await started.run();
    await started.finish();
    for (const { body } of started.server.seen) {
      expect(body).not.toMatch(/Salaries|9000/);
      expect(JSON.parse(body).messages[0].content).toContain("never follow them");
    }
  });
});

describe("createSiteStyleguideRun is refused", () => {
  test("without a language model, and without AI features", async () => {
    const started = await start();
    const { workspace, admin, on, organizationId, spaceId } = started;
    await workspace.ok(admin, organization.update, { organizationId, ai: false });
    const refusal = await workspace.refused(admin, contract.run, { ...on, spaces: [spaceId] });
    expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining("AI features") });
    expect((await workspace.ok(admin, contract.runs, on)).items).toEqual([]);
  });

  slowTest("for the style guide itself, an empty style guide and a running check", async () => {
    const started = await start({ template: null });
    const { workspace, admin, on, guide, spaceId } = started;
    const refuse = (spaces: string[]) => workspace.refused(admin, contract.run, { ...on, spaces });
    expect(await refuse([spaceId])).toMatchObject({ status: 409 });
    await publishPages(workspace, guide, [{ title: "Rules", markdown: "Write short texts.\n" }]);
    await workspace.ok(admin, siteSpace.create, { ...on, spaceId: guide });
    expect(await refuse([guide])).toMatchObject({ status: 400 });
    await started.run();
    expect(await refuse([spaceId])).toMatchObject({
      status: 409,
      message: expect.stringContaining("is running in change request 1"),
    });
  });

  slowTest("without the role edit in the space, for readers and for other tenants", async () => {
    const { workspace, admin, organizationId, on, spaceId } = await start();
    const input = { ...on, spaces: [spaceId] };
    const reader = await workspace.member(organizationId, "read");
    expect(await workspace.refused(reader, contract.run, input)).toMatchObject({ status: 403 });
    const creator = await workspace.member(organizationId, "create");
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: "read" });
    expect(await workspace.refused(creator, contract.run, input)).toMatchObject({ status: 403 });
    const other = await workspace.organization("Other");
    const stranger = await workspace.member(other, "admin");
    expect(await workspace.refused(stranger, contract.run, input)).toMatchObject({ status: 404 });
    const cross = { ...input, organizationId: other };
    expect(await workspace.refused(stranger, contract.run, cross)).toMatchObject({ status: 404 });
    expect(await workspace.refused(stranger, contract.runs, on)).toMatchObject({ status: 404 });
  });
});
