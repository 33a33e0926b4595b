import { beforeAll, describe, expect, test } from "vitest";
import * as content from "../../../../../src/contract/content.ts";
import { mostTemplatePages } from "../../../../../src/contract/limits.ts";
import * as space from "../../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { putFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import { withTemplate } from "../../../../../src/service/areas/content/texts/apply-template.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { page, publish, publishPages, tree } from "../../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

let workspace: Workspace;
let org: string;
let admin: string;
let source: string;

async function addSpace(): Promise<string> {
  return (await workspace.ok(admin, space.create, { organizationId: org })).id;
}

/** Adds a page, a file and a reusable content whose ids begin with the name. */
async function addContent(spaceId: string, name: string): Promise<void> {
  await publishPages(workspace, spaceId, [
    { title: name, slug: name, markdown: `![](/files/${name}-file)\n` },
  ]);
  await publish(workspace, spaceId, async (current, { db }): Promise<ContentTree> => {
    const document = await putDocument(db, spaceId, parseMarkdown(`${name}\n`));
    const stored = await putFile(db, spaceId, Buffer.from(name));
    const file = { name: `${name}.png`, contentType: "image/png", ...stored };
    return {
      ...current,
      files: [{ id: `${name}-file`, ...file }],
      reusableContents: [{ id: `${name}-text`, title: `${name} text`, document }],
    };
  });
}

beforeAll(async () => {
  workspace = await openWorkspace();
  org = await workspace.organization();
  admin = await workspace.member(org, "admin");
  source = await addSpace();
  await addContent(source, "copied");
});

const listPaths = (pages: ContentTree["pages"], above = ""): string[] =>
  pages.flatMap((one) => [`${above}${one.slug}`, ...listPaths(one.pages, `${above}${one.slug}/`)]);

async function readCurrent(spaceId: string) {
  const { revision } = await workspace.ok(admin, space.get, { spaceId });
  return readTree(workspace.db, revision);
}

describe("a space as a template", () => {
  test("adds its pages, files and reusable contents at the end, in a new revision", async () => {
    const spaceId = await addSpace();
    await addContent(spaceId, "first");
    const before = await workspace.ok(admin, content.get, { spaceId });
    await workspace.ok(admin, content.applyTemplate, { spaceId, id: source });
    const current = await readCurrent(spaceId);
    expect(listPaths(current.pages)).toEqual(["first", "copied"]);
    expect(current.files.map(({ name }) => name)).toEqual(["first.png", "copied.png"]);
    expect(current.reusableContents.map(({ title }) => title)).toEqual([
      ...["first text", "copied text"],
    ]);
    expect([current.files[0]?.id, current.reusableContents[0]?.id]).toEqual([
      ...["first-file", "first-text"],
    ]);
    const ids = [current.files[1]?.id, current.reusableContents[1]?.id];
    expect(ids).not.toContain("copied-file");
    expect(ids).not.toContain("copied-text");
    const { parents } = await workspace.ok(admin, content.get, { spaceId });
    expect(parents).toEqual([before.id]);
  });

  test("from a repository is copied without the paths of its files", async () => {
    const from = await addSpace();
    await addContent(from, "synced");
    const at = (path: string) => ({ location: path, git: { oid: "0".repeat(40), path } });
    await publish(workspace, from, async (current) => ({
      ...current,
      pages: current.pages.map((one) => ({
        ...one,
        ...at("guide/README.md"),
        pages: [page("below", at("guide/below.md"))],
      })),
      files: current.files.map((one) => ({ ...one, ...at(".gitbook/assets/synced.png") })),
      reusableContents: current.reusableContents.map((one) => ({
        ...one,
        ...at(".gitbook/includes/synced.md"),
      })),
    }));
    const spaceId = await addSpace();
    await workspace.ok(admin, content.applyTemplate, { spaceId, id: from });
    const { pages, files, reusableContents } = await readCurrent(spaceId);
    expect(listPaths(pages)).toEqual(["synced", "synced/below"]);
    const copies = [...pages, ...(pages[0]?.pages ?? []), ...files, ...reusableContents];
    expect(copies).toHaveLength(4);
    expect(copies.filter((one) => "git" in one || "location" in one)).toEqual([]);
  });

  test("is refused with references, and if it is deleted or hidden from the user", async () => {
    const spaceId = await addSpace();
    const apply = (input: object, caller = admin) =>
      workspace.refused(caller, content.applyTemplate, { spaceId, id: source, ...input });
    const url = { kind: "url", url: "https://example.com" };
    expect(await apply({ params: { contentRefs: { spec: url } } })).toEqual({
      ...{ status: 400, message: `The template ${source} has no reference spec.` },
    });
    const deleted = await addSpace();
    await workspace.ok(admin, space.remove, { spaceId: deleted });
    const foreign = await workspace.member(await workspace.organization(), "admin");
    await workspace.enroll(org, foreign, "edit");
    const hidden = await addSpace();
    await workspace.ok(admin, space.update, { spaceId: hidden, defaultLevel: null });
    for (const [id, caller] of [
      [deleted, admin],
      [hidden, foreign],
      ["none", admin],
    ] as const) {
      const { status, message } = await apply({ id }, caller);
      expect([status, message.split(" Use ")[0]]).toEqual([404, `No template has the name ${id}.`]);
    }
    expect((await readCurrent(spaceId)).pages).toEqual([]);
  });

  test("is applied up to the maximum number of pages", async () => {
    const spaceId = await addSpace();
    const { db, now } = workspace;
    const call = createPartial<Call>({ db, now, caller: admin, newId: createId });
    const apply = (count: number) => {
      const pages = Array.from({ length: count }, (_, at) => page(`p${at}`));
      return withTemplate(call, spaceId, tree(pages), { id: source });
    };
    expect((await apply(mostTemplatePages - 1)).pages).toHaveLength(mostTemplatePages);
    await expect(apply(mostTemplatePages)).rejects.toMatchObject({
      status: 413,
      message: `With the template, the space would have ${mostTemplatePages + 1} pages, which exceeds the maximum of ${mostTemplatePages} (limit template.pages).`,
    });
  });
});

describe("a template", () => {
  test("has nested pages", async () => {
    const spaceId = await addSpace();
    await workspace.ok(admin, content.applyTemplate, { spaceId, id: "help-center" });
    const paths = listPaths((await readCurrent(spaceId)).pages);
    expect(paths).toContain("account/change-your-password");
    expect(paths).toContain("billing/how-you-are-billed");
  });

  test("accepts no tag as a reference", async () => {
    const spaceId = await addSpace();
    const contentRefs = { spec: { kind: "tag" as const, tag: "x" } };
    const input = { spaceId, id: "product-docs", params: { contentRefs } };
    expect(await workspace.refused(admin, content.applyTemplate, input as never)).toEqual({
      ...{
        status: 400,
        message: "params.contentRefs.spec is a tag, but templates do not accept tags.",
      },
    });
  });
});
