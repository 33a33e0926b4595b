import { describe, expect, onTestFinished, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as installation from "../../../../src/contract/integration-installation.ts";
import * as contract from "../../../../src/contract/org-ask.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { manifestFor, publishAs } from "../../../support/organizations/integrations.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

/** Replaces the pages of a space by one page. */
async function writePage({ db, now }: Workspace, spaceId: string, slug: string, text: string) {
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const document = await putDocument(db, spaceId, parseMarkdown(text));
  const page = { id: `page-${slug}`, type: "document" as const, title: slug, slug, document };
  const context = { db, now, newId: createId, enqueue: async () => {} };
  const revision = await commitRevision(context, {
    space: spaceId,
    parents: [revision_id],
    type: "edits",
    tree: { ...(await readTree(db, revision_id)), pages: [{ ...page, pages: [] }] },
    author: null,
  });
  await publishRevision(context, revision);
}

async function start(text = "Use the wrench [1].\nFollow-up: How long?", { ai = true } = {}) {
  const server = await serve((_, response) =>
    answerJson(response, 200, { choices: [{ message: { content: text } }] }),
  );
  const workspace = await openWorkspace({ model: { url: server.url, name: "small" } });
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  if (ai) await workspace.ok(admin, organization.update, { organizationId, ai });
  const open = await workspace.ok(admin, space.create, { organizationId, title: "Manual" });
  const closed = await workspace.ok(admin, space.create, { organizationId, title: "Board" });
  await workspace.ok(admin, space.update, { spaceId: closed.id, defaultLevel: null });
  await writePage(workspace, open.id, "gears", "Turn gears with a wrench.");
  await writePage(workspace, closed.id, "salaries", "Gears of the crankshaft cost 9000.");
  return { workspace, organizationId, admin, server, open: open.id, closed: closed.id };
}

test("an installation gets questions and answers about its selected spaces only", async () => {
  const { workspace, organizationId, admin, server, open } = await start();
  const scopes = ["space:content:read"] as const;
  const manifest = manifestFor(organizationId, { scopes: [...scopes] });
  const { name: integrationName } = await publishAs(workspace, admin, manifest);
  const { id: installationId } = await workspace.ok(admin, integration.install, {
    ...{ integrationName, organization: organizationId },
  });
  const one = { integrationName, installationId };
  await workspace.ok(admin, installation.update, { ...one, space_selection: "selected" });
  const { token } = await workspace.ok(admin, installation.createToken, one);
  const ask = async () => {
    const { status, body } = await workspace.service.transport({
      method: "GET",
      url: `http://127.0.0.1:4000/v1/orgs/${organizationId}/ask/stream?query=wrench`,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await getText({ status, headers: {}, body });
    return { status, text, requests: server.seen.length };
  };
  expect(await ask()).toMatchObject({ status: 200, requests: 0 });
  await workspace.ok(admin, installation.installOnSpace, { ...one, space: open });
  expect(await ask()).toMatchObject({ status: 200, requests: 1 });
});

describe("askInOrganization", () => {
  slowTest("sends the earlier questions of the conversation", async () => {
    const { workspace, organizationId, admin, server } = await start();
    const ask = (more: object) =>
      workspace.ok(admin, contract.ask, { organizationId, query: "wrench", ...more });
    await ask({});
    await ask({ previousQueries: ["What is a gear?"] });
    const sent = server.seen.map(({ body }) => JSON.parse(JSON.parse(body).messages[1].content));
    expect(sent.map(({ question, earlierQuestions }) => [question, earlierQuestions])).toEqual([
      ["wrench", []],
      ["wrench", ["What is a gear?"]],
    ]);
  });

  slowTest("answers from a page and cites it", async () => {
    const { workspace, organizationId, admin, open } = await start();
    const query = "wrench";
    expect(await workspace.ok(admin, contract.ask, { organizationId, query })).toMatchObject({
      answer: {
        answer: { markdown: "Use the wrench [1]." },
        followupQuestions: ["How long?"],
        sources: [{ type: "page", page: "page-gears", space: open }],
      },
    });
  });

  test("returns the answer as a document on request", async () => {
    const { workspace, organizationId, admin } = await start("Use **it**.");
    const input = { organizationId, query: "wrench", format: "document" } as const;
    const { answer } = await workspace.ok(admin, contract.ask, input);
    expect(answer?.answer).toEqual({ document: parseMarkdown("Use **it**.") });
  });

  slowTest("sends the model no text that the user cannot read", async () => {
    const { workspace, organizationId, admin, server } = await start();
    const reader = await workspace.member(organizationId, "read");
    const guest = await workspace.member(organizationId, null);
    await workspace.ok(reader, contract.ask, { organizationId, query: "gears" });
    expect(await workspace.ok(guest, contract.ask, { organizationId, query: "gears" })).toEqual({});
    await workspace.ok(reader, contract.questions, { organizationId });
    expect(await workspace.ok(guest, contract.questions, { organizationId })).toEqual({
      questions: [],
    });
    expect(server.seen).toHaveLength(2);
    for (const { body } of server.seen) expect(body).not.toMatch(/crankshaft|salaries|Board/);
    await workspace.ok(admin, contract.ask, { organizationId, query: "gears" });
    expect(server.seen.at(-1)?.body).toMatch(/crankshaft/);
  });

  test("does not ask the model if no page matches", async () => {
    const { workspace, organizationId, admin, server } = await start();
    const input = { organizationId, query: "zeppelin" };
    expect(await workspace.ok(admin, contract.ask, input)).toEqual({});
    expect(server.seen).toEqual([]);
  });

  test("is refused without a model, without AI features, and for a blank question", async () => {
    const { workspace, organizationId, admin, server } = await start("", { ai: false });
    const input = { organizationId, query: "wrench" };
    expect(await workspace.refused(admin, contract.ask, input)).toMatchObject({ status: 403 });
    const blank = { organizationId, query: "  " };
    expect(await workspace.refused(admin, contract.ask, blank)).toMatchObject({ status: 400 });
    const stranger = await workspace.person();
    expect(await workspace.refused(stranger, contract.ask, input)).toMatchObject({ status: 404 });
    expect(server.seen).toEqual([]);
    const other = await openWorkspace();
    onTestFinished(() => other.service.close());
    const id = await other.organization();
    const member = await other.member(id, "read");
    const refusal = await other.refused(member, contract.ask, { ...input, organizationId: id });
    expect(refusal).toEqual({
      status: 501,
      message:
        "No language model is configured on the local platform. Set TOME_MODEL_URL and TOME_MODEL.",
    });
  });

  test("reports a model that fails", async () => {
    const { workspace, organizationId, admin } = await start(" ");
    const input = { organizationId, query: "wrench" };
    expect(await workspace.refused(admin, contract.ask, input)).toEqual({
      status: 502,
      message: "The language model did not return a text.",
    });
  });
});

test("getRecommendedQuestionsInOrganization returns the lines of the model", async () => {
  const { workspace, organizationId, admin } = await start("1. What is a gear?\n2. Why?");
  expect(await workspace.ok(admin, contract.questions, { organizationId })).toEqual({
    questions: ["What is a gear?", "Why?"],
  });
});
