import { beforeAll, describe, expect, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import type { Endpoint } from "../../../../src/contract/endpoint.ts";
import * as file from "../../../../src/contract/file.ts";
import * as pageContract from "../../../../src/contract/page.ts";
import * as revision from "../../../../src/contract/revision.ts";
import * as space from "../../../../src/contract/space.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { noteCommit } from "../../../../src/service/areas/content/revisions.ts";
import { page, proposeContent, publish } from "../../../support/organizations/content.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const git = { oid: "1234", path: "start.md" };

async function open() {
  const fixture = await openSitesFixture();
  const { workspace, org, admin } = fixture;
  const [spaceId, otherId] = [await fixture.space("Guide"), await fixture.space("Other")];
  const contents = await putFile(workspace.db, spaceId, new TextEncoder().encode("text"));
  const plain = { name: "a.txt", contentType: "text/plain", ...contents };
  const published = await publish(
    workspace,
    spaceId,
    (tree) => ({
      ...tree,
      pages: [page("start", { git })],
      files: [
        { ...plain, id: "f2", git },
        { ...plain, id: "f1" },
      ],
      reusableContents: [{ id: "r1", title: "Note", git }],
      variables: { x: 1 },
    }),
    admin,
  );
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
  await proposeContent(workspace, [spaceId, changeRequestId], admin, (tree) => ({
    ...tree,
    pages: [...tree.pages, page("added")],
  }));
  const other = await workspace.ok(admin, space.get, { spaceId: otherId });
  const reader = await workspace.member(org, null);
  const revisionId = published.id;
  return { workspace, admin, reader, spaceId, otherId, revisionId, changeRequestId, other };
}

let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
});

type Ids = Readonly<Record<string, string>>;
const send = (user: string, endpoint: Endpoint, input: Ids) => {
  const { workspace, spaceId, revisionId, changeRequestId } = opened;
  const parents = {
    spaceId,
    ...(endpoint.input.revisionId && { revisionId }),
    ...(endpoint.input.changeRequestId && { changeRequestId }),
  };
  return workspace.ask(user, endpoint, { ...parents, ...input });
};

describe("missing content is named with its owner", () => {
  const missing = { pageId: "x", pagePath: "x/y", fileId: "x", reusableContentId: "x" };
  const pages = "no page x. List the pages for their ids.";
  const path = "no page at x/y. List the pages for their paths.";
  const files = "no file x. List the files for their ids.";
  const contents = "no reusable content x. Get the content for their ids.";

  test.each<[Endpoint, string]>([
    [pageContract.get, `The space has ${pages}`],
    [pageContract.getByPath, `The space has ${path}`],
    [pageContract.links, `The space has ${pages}`],
    [pageContract.backlinks, `The space has ${pages}`],
    [pageContract.metaLinks, `The space has ${pages}`],
    [file.get, `The space has ${files}`],
    [file.backlinks, `The space has ${files}`],
    [content.reusableContent, `The space has ${contents}`],
    [revision.page, `Revision REVISION has ${pages}`],
    [revision.pageByPath, `Revision REVISION has ${path}`],
    [revision.pageDocument, `Revision REVISION has ${pages}`],
    [revision.metaLinks, `Revision REVISION has ${pages}`],
    [revision.file, `Revision REVISION has ${files}`],
    [revision.reusableContent, `Revision REVISION has ${contents}`],
    [revision.reusableContentDocument, `Revision REVISION has ${contents}`],
    [crContent.page, `Change request 1 has ${pages}`],
    [crContent.pageByPath, `Change request 1 has ${path}`],
    [crContent.metaLinks, `Change request 1 has ${pages}`],
    [crContent.pageLinks, `Change request 1 has ${pages}`],
    [crContent.backlinks, `Change request 1 has ${pages}`],
    [crContent.file, `Change request 1 has ${files}`],
    [crContent.fileBacklinks, `Change request 1 has ${files}`],
    [crContent.reusableContent, `Change request 1 has ${contents}`],
  ])("$operation", async (endpoint, message) => {
    const input = Object.fromEntries(
      Object.entries(missing).filter(([name]) => name in endpoint.input),
    );
    expect(await send(opened.admin, endpoint, input)).toMatchObject({
      status: 404,
      message: message.replace("REVISION", opened.revisionId),
    });
    const unknown = await send(opened.reader, endpoint, input);
    expect([unknown.status, unknown.message]).toEqual([
      404,
      expect.stringMatching(/^Space \w+ does not exist/),
    ]);
  });

  test.each<[Endpoint, Ids, string]>([
    [
      content.document,
      { documentId: "x" },
      "The space has no document x. The documentId of a page contains its id.",
    ],
    [revision.get, { revisionId: "x" }, "The space has no revision x."],
    [revision.pages, { revisionId: "x" }, "The space has no revision x."],
    [revision.changes, { revisionId: "x" }, "The space has no revision x."],
  ])("$operation", async (endpoint, input, message) => {
    expect(await send(opened.admin, endpoint, input)).toMatchObject({ status: 404, message });
  });

  test("a revision of another space", async () => {
    const { admin, other } = opened;
    expect(await send(admin, revision.get, { revisionId: other.revision })).toMatchObject({
      status: 404,
      message: `The space has no revision ${other.revision}.`,
    });
  });
});

describe("a revision", () => {
  const read = async (endpoint: typeof revision.get, input: object = {}) => {
    const { body } = await send(opened.admin, endpoint, input as never);
    return body as Record<string, unknown>;
  };

  test("has its content, with the location in a repository on request", async () => {
    const { revisionId, spaceId } = opened;
    const buildFileResponse = (id: string, located: boolean) => ({
      ...{ id, name: "a.txt", contentType: "text/plain", size: 4 },
      downloadURL: expect.stringContaining("a.txt"),
      ...(located && { git }),
    });
    for (const [endpoint, location] of [
      [
        revision.get,
        `http://127.0.0.1:4000/v1/spaces/${spaceId}/revisions/${revisionId}/page/start`,
      ],
      [content.get, `http://127.0.0.1:4000/_app/spaces/${spaceId}/page/start`],
    ] as const) {
      for (const metadata of [true, false]) {
        const answer = await read(endpoint as typeof revision.get, { metadata: String(metadata) });
        expect(answer).toEqual({
          ...{ object: "revision", id: revisionId, type: "edits", tags: [], variables: { x: 1 } },
          parents: [expect.any(String)],
          createdAt: opened.workspace.now.toISOString(),
          reusableContents: [{ id: "r1", title: "Note", ...(metadata && { git }) }],
          files: [buildFileResponse("f2", metadata), buildFileResponse("f1", false)],
          pages: [
            expect.objectContaining({
              id: "start",
              urls: { app: location },
              ...(metadata && { git }),
            }),
          ],
          urls: { app: `http://127.0.0.1:4000/v1/spaces/${spaceId}/revisions/${revisionId}` },
        });
        const [first] = answer.pages as readonly object[];
        expect(Object.hasOwn(first ?? {}, "git")).toBe(metadata);
      }
    }
  });

  test("of a merge has its change request, and its commit after an export", async () => {
    const { workspace, admin } = opened;
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      organizationId: (await workspace.ok(admin, space.get, { spaceId: opened.spaceId }))
        .organization,
    });
    const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId, subject: "S" });
    await proposeContent(workspace, [spaceId, changeRequestId], admin, (tree) => ({
      ...tree,
      pages: [page("added")],
    }));
    const { revision: merged } = await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
    const ids = { spaceId, revisionId: merged };
    const commit = { oid: "1234", message: "Merge", createdByGitBook: true };
    const before = await workspace.ok(admin, revision.get, ids);
    expect(before).toMatchObject({ type: "merge", mergedFrom: { id: changeRequestId } });
    expect(before).not.toHaveProperty("git");
    await noteCommit(workspace.db, merged, commit);
    const after = await workspace.ok(admin, revision.get, ids);
    expect(after.git).toEqual(commit);
    const plain = await workspace.ok(admin, revision.get, { ...ids, metadata: false });
    expect(plain).not.toHaveProperty("git");
    const rows = await workspace.db.selectFrom("revisions").select("git").execute();
    expect(rows.filter((row) => row.git !== null)).toHaveLength(1);
    const { mergedFrom, changes } = await workspace.ok(admin, revision.changes, ids);
    expect([mergedFrom?.subject, changes.map(({ type }) => type)]).toEqual(["S", ["page_created"]]);
  });
});
