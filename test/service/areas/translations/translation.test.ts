import { describe, expect, onTestFinished, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import * as translation from "../../../../src/contract/translation.ts";
import * as glossary from "../../../../src/contract/translation-glossary.ts";
import { parseMarkdown, writeMarkdown } from "../../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../../src/service/areas/content/revisions.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { withoutPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const guide = `# Start

Install **tome** with \`npm install\`, then open https://example.com/docs or {{ site.name }}.

\`\`\`sh
tome space list
\`\`\`

See [the reference](reference.md).
`;

async function start(options = {}) {
  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const source = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  await write(workspace, source.id, { start: guide, reference: "All commands.\n" });
  const made = await workspace.ok(admin, translation.create, {
    organizationId,
    source: { space: source.id, language: "en" },
    language: "fr",
  });
  const named = { organizationId, translationId: made.id };
  const run = async () => {
    await workspace.ok(admin, translation.run, named);
    await workspace.service.jobs.finish();
    return workspace.ok(admin, translation.get, named);
  };
  return { workspace, organizationId, admin, source: source.id, made, named, run };
}

function ground(workspace: Workspace) {
  const { db, now } = workspace;
  const enqueue = async () => {};
  return { db, now, newId: createId, enqueue };
}

/** Gives a space these pages, by slug. */
async function write(
  workspace: Workspace,
  spaceId: string,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  const { db } = workspace;
  const tree: ContentTree = { pages: [], files: [], reusableContents: [], variables: {} };
  const made = await Promise.all(
    Object.entries(pages).map(async ([slug, markdown]) => ({
      id: `page-${slug}`,
      type: "document" as const,
      title: `The ${slug}`,
      slug,
      document: await putDocument(db, spaceId, parseMarkdown(markdown)),
      pages: [],
    })),
  );
  const { revision_id } = await current(workspace, spaceId);
  const revision = await commitRevision(ground(workspace), {
    space: spaceId,
    parents: [revision_id],
    type: "edits",
    tree: { ...tree, pages: made },
    author: null,
  });
  await publishRevision(ground(workspace), revision);
}

function current({ db }: Workspace, spaceId: string) {
  return db.selectFrom("spaces").selectAll().where("id", "=", spaceId).executeTakeFirstOrThrow();
}

async function markdownIn(workspace: Workspace, spaceId: string): Promise<Record<string, string>> {
  const { revision_id } = await current(workspace, spaceId);
  const { pages } = await readTree(workspace.db, revision_id);
  const texts: Record<string, string> = {};
  for (const { slug = "", document = "" } of pages) {
    texts[slug] = writeMarkdown(await getDocument(workspace.db, spaceId, document));
  }
  return texts;
}

test("a run creates a space next to the source, with its pages in the other language", async () => {
  const { workspace, admin, made, run } = await start();
  expect(made).toMatchObject({ status: "pending", stats: { runs: 0 } });
  const done = await run();
  expect(done.status).toBe("completed");
  expect(done.stats).toMatchObject({ runs: 1, latestPages: 2, totalPages: 2 });
  const result = await workspace.ok(admin, space.get, { spaceId: done.result?.space ?? "" });
  expect(result).toMatchObject({
    title: "Guide (fr)",
    language: "fr",
    revision: done.result?.revision,
  });
  const { start: text = "" } = await markdownIn(workspace, result.id);
  expect(text).toContain("⟦Íñšţáļļ⟧ **⟦ţómé⟧**");
});

test("code, URLs, placeholders and links are unchanged byte for byte", async () => {
  const { workspace, run } = await start();
  const done = await run();
  const { start: text = "" } = await markdownIn(workspace, done.result?.space ?? "");
  for (const kept of [
    "`npm install`",
    "```sh\ntome space list\n```",
    "https://example.com/docs",
    "{{ site.name }}",
    "](reference.md)",
  ]) {
    expect(text).toContain(kept);
  }
});

test("the error of a run is shown until another run is requested", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const { url } = await serve(async ({ body }, response) => {
    const { q }: { q: string[] } = JSON.parse(body);
    await meanwhile?.();
    meanwhile = undefined;
    answerJson(response, 200, { translatedText: q });
  });
  const opened = await start({ translator: { address: url } });
  const { workspace, admin, source, named, run } = opened;
  meanwhile = () => workspace.ok(admin, space.remove, { spaceId: source });
  await run();
  const get = async () => workspace.ok(admin, translation.get, named);
  expect(await get()).toMatchObject({
    status: "completed",
    error: expect.stringContaining("is deleted"),
  });
  await workspace.ok(admin, space.restore, { spaceId: source });
  let again: Awaited<ReturnType<typeof get>> | undefined;
  meanwhile = async () => {
    again = await get();
  };
  const done = await run();
  expect(["pending", "running"]).toContain(again?.status);
  expect(again?.error).toBeUndefined();
  expect([done.status, done.error]).toEqual(["completed", undefined]);
  expect((await run()).stats.runs).toBe(2);
});

test("a second run translates only changes, and keeps edits of the result", async () => {
  const { workspace, source, run } = await start();
  const first = await run();
  const result = first.result?.space ?? "";
  const before = await markdownIn(workspace, result);
  await write(workspace, source, { start: guide, reference: "All commands and flags.\n" });
  const second = await run();
  expect(second.stats).toMatchObject({ runs: 2, latestPages: 1, totalPages: 3 });
  const after = await markdownIn(workspace, result);
  expect(after.start).toBe(before.start);
  expect(after.reference).toContain("ļáĝš");
  const third = await run();
  expect(third.stats).toMatchObject({ runs: 3, latestPages: 0, latestWords: 0 });
  expect(third.result?.revision).toBe(second.result?.revision);
});

slowTest(
  "a page deleted in the source is deleted in the result, and a deleted result is created again",
  async () => {
    const { workspace, admin, source, run } = await start();
    const { result } = await run();
    const { revision_id } = await current(workspace, source);
    const tree = withoutPage(await readTree(workspace.db, revision_id), "page-reference");
    const smaller = {
      space: source,
      parents: [revision_id],
      type: "edits" as const,
      tree,
      author: null,
    };
    await publishRevision(ground(workspace), await commitRevision(ground(workspace), smaller));
    await run();
    expect(Object.keys(await markdownIn(workspace, result?.space ?? ""))).toEqual(["start"]);
    await workspace.ok(admin, space.remove, { spaceId: result?.space ?? "" });
    const again = await run();
    expect(again.result?.space).not.toBe(result?.space);
    expect(again.stats.latestPages).toBe(1);
  },
);

test("a LibreTranslate server translates, with its key, and an error changes nothing", async () => {
  let broken = true;
  const { url, seen } = await serve(({ body }, response) => {
    const { q, source, target }: { q: string[]; source: string; target: string } = JSON.parse(body);
    if (broken) return answerJson(response, 500, { error: "down" });
    answerJson(response, 200, { translatedText: q.map((text) => `${source}>${target} ${text}`) });
  });
  const translator = { address: url, key: "secret-key" };
  const failures: unknown[] = [];
  const { workspace, run } = await start({
    translator,
    log: (_message: string, error: unknown) => failures.push(error),
  });
  const failed = await run();
  expect(failed.result).toBeUndefined();
  expect(String(failures[0])).toContain("The translation server responded with status 500.");
  broken = false;
  workspace.passDays(1);
  await workspace.service.jobs.finish();
  const done = await run();
  const { reference } = await markdownIn(workspace, done.result?.space ?? "");
  expect(reference).toBe("en>fr All commands.\n");
  expect(JSON.parse(seen.at(-1)?.body ?? "")).toMatchObject({
    api_key: "secret-key",
    format: "text",
  });
});

test("one run follows all requests made during a run, and includes the changes made meanwhile", async () => {
  let meanwhile: (() => Promise<void>) | undefined;
  const { url } = await serve(async ({ body }, response) => {
    const { q }: { q: string[] } = JSON.parse(body);
    const act = meanwhile;
    meanwhile = undefined;
    await act?.();
    answerJson(response, 200, { translatedText: q.map((text) => `fr ${text}`) });
  });
  const opened = await start({ translator: { address: url } });
  const { workspace, admin, organizationId, source, named } = opened;
  const other = await workspace.member(organizationId, "create");
  meanwhile = async () => {
    await rewrite(workspace, source, "page-reference", "Newer commands.\n");
    // The first requester, another one, and the first one again.
    for (const user of [admin, other, admin]) await workspace.ok(user, translation.run, named);
  };
  const first = await opened.run();
  await workspace.service.jobs.finish();
  const last = await workspace.ok(admin, translation.get, named);
  const { reference } = await markdownIn(workspace, first.result?.space ?? "");
  expect([last.status, reference]).toEqual(["completed", "fr Newer commands.\n"]);
  expect(last.stats.runs).toBe(2);
  const left = await workspace.db.selectFrom("translations").select("requests").execute();
  expect(left).toEqual([{ requests: "[]" }]);
});

test.each(["public", "private"] as const)(
  "the result of a %s space is private",
  async (visibility) => {
    const { workspace, source, run } = await start();
    await workspace.db.updateTable("spaces").set({ visibility }).where("id", "=", source).execute();
    const spaceId = (await run()).result?.space ?? "";
    const row = await workspace.db
      .selectFrom("spaces")
      .select("visibility")
      .where("id", "=", spaceId)
      .executeTakeFirstOrThrow();
    expect(row.visibility).toBe("private");
  },
);

test("instructions are stored unchanged, and only creators change them", async () => {
  const { workspace, organizationId, admin, named } = await start();
  const instructions = parseMarkdown("Call readers **vous**.");
  const changed = await workspace.ok(admin, translation.update, { ...named, instructions });
  expect(changed.instructions).toEqual(instructions);
  const reader = await workspace.member(organizationId, "read");
  expect(await workspace.ok(reader, translation.get, named)).toMatchObject({
    permissions: { view: true, edit: false },
  });
  for (const refused of [
    workspace.refused(reader, translation.update, { ...named, instructions }),
    workspace.refused(reader, translation.run, named),
    workspace.refused(reader, translation.remove, named),
  ]) {
    expect((await refused).status).toBe(403);
  }
});

test("a translation is visible only to users who can see its source", async () => {
  const { workspace, organizationId, admin, source, named } = await start();
  const reader = await workspace.member(organizationId, "read");
  await workspace.ok(admin, space.update, { spaceId: source, defaultLevel: null });
  expect((await workspace.refused(reader, translation.get, named)).status).toBe(404);
  expect((await workspace.ok(reader, translation.list, { organizationId })).items).toEqual([]);
  const stranger = await workspace.person();
  expect((await workspace.refused(stranger, translation.get, named)).status).toBe(404);
  expect((await workspace.ok(admin, translation.list, { organizationId })).items).toHaveLength(1);
});

test("a source in another organization and its own language are refused with the field", async () => {
  const { workspace, organizationId, admin, source } = await start();
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const elsewhere = await workspace.ok(admin, space.create, { organizationId: other });
  const asked = { organizationId, language: "fr" as const };
  const wrong = { space: elsewhere.id, language: "en" as const };
  const first = await workspace.refused(admin, translation.create, { ...asked, source: wrong });
  expect(first).toMatchObject({ status: 400, message: expect.stringContaining("source.space") });
  const same = { space: source, language: "fr" as const };
  const second = await workspace.refused(admin, translation.create, { ...asked, source: same });
  expect(second.message).toContain("must differ from the source language fr");
});

test("a deleted translation is removed, and its space stays", async () => {
  const { workspace, admin, named, run } = await start();
  const { result } = await run();
  expect((await workspace.ask(admin, translation.remove, named)).status).toBe(205);
  expect((await workspace.ask(admin, translation.remove, named)).status).toBe(204);
  const left = await workspace.ok(admin, space.get, { spaceId: result?.space ?? "" });
  expect(left.title).toBe("Guide (fr)");
  expect(await workspace.ok(admin, cr.list, { spaceId: left.id })).toMatchObject({ items: [] });
});

slowTest("a result has the visibility of its location, not of a site with its source", async () => {
  const { workspace, organizationId, admin, source, named, run } = await start();
  const [reader, hidden] = [
    await workspace.member(organizationId, "read"),
    await workspace.ok(admin, collection.create, { organizationId }),
  ];
  await workspace.ok(admin, collection.update, { collectionId: hidden.id, defaultLevel: null });
  await workspace.ok(admin, space.move, { spaceId: source, parent: hidden.id });
  const { id: siteId } = await workspace.ok(admin, site.create, {
    ...{ organizationId, title: "Docs", spaces: [source] },
  });
  await workspace.ok(admin, site.update, { organizationId, siteId, defaultLevel: "read" });
  const { result } = await run();
  const spaceId = result?.space ?? "";
  expect((await workspace.refused(reader, space.get, { spaceId })).status).toBe(404);
  const { items } = await workspace.ok(reader, space.list, { organizationId });
  expect(items.map(({ id }) => id)).toEqual([source]);
  const found = await workspace.ok(reader, organization.search, { organizationId, query: "guide" });
  expect(JSON.stringify(found)).not.toContain(spaceId);
  expect((await workspace.ok(reader, translation.get, named)).result?.space).toBe(spaceId);
});

/** Replaces the text of one page of a space, as an editor does. */
async function rewrite(workspace: Workspace, spaceId: string, id: string, markdown: string) {
  const { revision_id } = await current(workspace, spaceId);
  const tree = await readTree(workspace.db, revision_id);
  const document = await putDocument(workspace.db, spaceId, parseMarkdown(markdown));
  const revision = await commitRevision(ground(workspace), {
    space: spaceId,
    parents: [revision_id],
    type: "edits",
    tree: { ...tree, pages: tree.pages.map((one) => (one.id === id ? { ...one, document } : one)) },
    author: null,
  });
  await publishRevision(ground(workspace), revision);
}

slowTest(
  "a run keeps manual corrections and offers the new translation in a change request",
  async () => {
    const { workspace, admin, source, run } = await start();
    const spaceId = (await run()).result?.space ?? "";
    const texts = () => markdownIn(workspace, spaceId);
    const corrected = "Corrigé à la main.\n";
    await rewrite(workspace, spaceId, "page-reference", corrected);
    // A run for another page does not hide the correction from later runs.
    await rewrite(workspace, source, "page-start", "Begin here.\n");
    expect((await run()).outdated).toEqual([]);
    await rewrite(workspace, source, "page-reference", "All commands and flags.\n");
    const repeated = await run();
    expect((await texts()).reference).toBe(corrected);
    const [outdated] = repeated.outdated ?? [];
    expect(outdated?.page).toBe("page-reference");
    const ids = { spaceId, changeRequestId: outdated?.changeRequest ?? "" };
    expect((await workspace.ok(admin, cr.get, ids)).subject).toBe(
      "Update the translation of 1 corrected page",
    );
    // Without another change of the source, nothing is offered again.
    expect((await run()).outdated).toEqual(repeated.outdated);
    expect((await workspace.ok(admin, cr.list, { spaceId, status: ["draft"] })).items).toHaveLength(
      1,
    );
    await workspace.ok(admin, cr.update, { ...ids, status: "open" });
    await workspace.ok(admin, cr.merge, ids);
    expect((await texts()).reference).toContain("fļáĝš");
    // The merged translation is not a correction.
    await rewrite(workspace, source, "page-reference", "No commands.\n");
    expect((await run()).outdated).toEqual([]);
    expect((await texts()).reference).not.toContain("fļáĝš");
  },
);

test("a second translation of a space into the same language is refused", async () => {
  const { workspace, admin, organizationId, source, made } = await start();
  const again = { organizationId, source: { space: source, language: "en" as const } };
  const refused = await workspace.refused(admin, translation.create, { ...again, language: "fr" });
  expect(refused.status).toBe(409);
  expect(refused.message).toContain(`already has the translation ${made.id} into fr`);
  await workspace.ok(admin, translation.create, { ...again, language: "de" });
});

slowTest(
  "a run uses the terms of the glossary, and translates again after the glossary changed",
  async () => {
    const { workspace, organizationId, admin, source, run } = await start();
    await write(workspace, source, { start: "A space has pages. Spaces and **space** levels.\n" });
    const insert = (translations: Readonly<Record<string, string>>) =>
      workspace.ok(admin, glossary.put, {
        organizationId,
        operations: [{ type: "insert", translations }],
      });
    await insert({ en: "space", fr: "espace", de: "Bereich" });
    const first = await run();
    const result = first.result?.space ?? "";
    const { start: text = "" } = await markdownIn(workspace, result);
    expect(text).toContain(" espace ");
    expect(text).toContain("**espace**");
    // Another word.
    expect(text).not.toContain("Espaces");
    await insert({ en: "spaces", fr: "espaces" });
    const second = await run();
    expect(second.stats).toMatchObject({ runs: 2, latestPages: 1 });
    expect((await markdownIn(workspace, result)).start).toContain("Espaces");
    expect((await run()).stats).toMatchObject({ runs: 3, latestPages: 0 });
  },
);

describe("a new translation", () => {
  test("begins without instructions, runs and result", async () => {
    const { workspace, admin, organizationId, source, made, named } = await start();
    const time = workspace.now.toISOString();
    expect(made).toEqual({
      ...{ object: "translation", id: made.id, status: "pending", language: "fr" },
      source: { space: source, language: "en" },
      instructions: expect.objectContaining({ nodes: [] }),
      ...{ createdAt: time, updatedAt: time },
      stats: {
        ...{ runs: 0, totalWords: 0, totalPages: 0, totalDuration: 0 },
        ...{ latestRunDuration: 0, latestPages: 0, latestWords: 0 },
      },
      permissions: { view: true, edit: true },
      urls: {
        location: `http://127.0.0.1:4000/v1/orgs/${organizationId}/translations/${made.id}`,
      },
    });
    expect(await workspace.ok(admin, translation.get, named)).toEqual({ ...made, outdated: [] });
    const { items } = await workspace.ok(admin, translation.list, { organizationId });
    expect(items).toEqual([made]);
  });

  test("is refused for a source that the caller cannot read, is deleted or unknown", async () => {
    const { workspace, admin, organizationId, source } = await start();
    const creator = await workspace.member(organizationId, "create");
    const [hidden, deleted] = [
      await workspace.ok(admin, space.create, { organizationId }),
      await workspace.ok(admin, space.create, { organizationId }),
    ];
    await workspace.ok(admin, space.update, { spaceId: hidden.id, defaultLevel: null });
    await workspace.ok(admin, space.remove, { spaceId: deleted.id });
    const create = (id: string, language: "de" | "en", caller: string) =>
      workspace.ask(caller, translation.create, {
        ...{ organizationId, language, source: { space: id, language: "en" } },
      });
    for (const [id, caller] of [
      [hidden.id, creator],
      [deleted.id, admin],
      ["unknown", admin],
    ] as const) {
      const { status, message } = await create(id, "de", caller);
      expect([status, message]).toEqual([
        400,
        `source.space ${id} is not a space of this organization. Check the id.`,
      ]);
    }
    expect((await create(source, "en", admin)).message).toBe(
      "language must differ from the source language en.",
    );
    const reader = await workspace.member(organizationId, "edit");
    expect((await create(source, "de", reader)).status).toBe(403);
    expect((await create(source, "de", creator)).status).toBe(201);
    // Of another space, into the same language.
    expect((await create(hidden.id, "de", admin)).status).toBe(201);
    const rows = await workspace.db.selectFrom("translations").select("source_space").execute();
    expect(rows).toHaveLength(3);
  });
});

describe("a translation of another organization", () => {
  test("is not found, changed or deleted", async () => {
    const { workspace, admin, made, named } = await start();
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const moved = { organizationId: other, translationId: made.id };
    const instructions = parseMarkdown("Other");
    for (const refused of [
      workspace.refused(admin, translation.get, moved),
      workspace.refused(admin, translation.update, { ...moved, instructions }),
      workspace.refused(admin, translation.run, moved),
    ]) {
      expect((await refused).status).toBe(404);
    }
    expect((await workspace.ask(admin, translation.remove, moved)).status).toBe(204);
    const { items } = await workspace.ok(admin, translation.list, { organizationId: other });
    expect(items).toEqual([]);
    expect(await workspace.ok(admin, translation.get, named)).toEqual({ ...made, outdated: [] });
  });

  test("or with a hidden source is not deleted by users who cannot see it", async () => {
    const { workspace, organizationId, admin, source, named } = await start();
    const creator = await workspace.member(organizationId, "create");
    await workspace.ok(admin, space.update, { spaceId: source, defaultLevel: null });
    expect((await workspace.ask(creator, translation.remove, named)).status).toBe(204);
    expect((await workspace.ok(admin, translation.get, named)).id).toBe(named.translationId);
  });
});

test("a translation whose source was purged or transferred is visible to admins only", async () => {
  const { workspace, organizationId, admin, source, named } = await start();
  const creator = await workspace.member(organizationId, "create");
  const [other, elsewhere] = [await workspace.organization("Other"), creator];
  await workspace.enroll(other, elsewhere, "admin");
  const readAll = async () => ({
    admin: (await workspace.ask(admin, translation.get, named)).status,
    creator: (await workspace.ask(creator, translation.get, named)).status,
    listed: (await workspace.ok(creator, translation.list, { organizationId })).items.length,
  });
  expect(await readAll()).toEqual({ admin: 200, creator: 200, listed: 1 });
  const { db } = workspace;
  await db.updateTable("spaces").set({ organization_id: other }).where("id", "=", source).execute();
  expect(await readAll()).toEqual({ admin: 200, creator: 404, listed: 0 });
});

describe("the result of a run", () => {
  test("is placed after its source, with a title that fits and the properties of the source", async () => {
    const { workspace, organizationId, admin, source, run } = await start();
    const { id: later } = await workspace.ok(admin, space.create, { organizationId });
    const title = `${"é".repeat(45)} ${"x".repeat(4)}`;
    await workspace.ok(admin, space.update, { spaceId: source, title, emoji: "🚀" });
    await workspace.ok(admin, space.update, { spaceId: source, editMode: "locked" });
    const { result } = await run();
    const { items } = await workspace.ok(admin, space.list, { organizationId });
    expect(items.map(({ id }) => id)).toEqual([source, result?.space, later]);
    expect(items[1]).toMatchObject({
      ...{ emoji: "🚀", language: "fr", editMode: "live", visibility: "private" },
      title: `${"é".repeat(45)} (fr)`,
    });
    expect([...(items[1]?.title ?? "")].length).toBeLessThanOrEqual(50);
  });

  slowTest("has the exact numbers of its pages and words, with those of earlier runs", async () => {
    const { workspace, source, run } = await start();
    await write(workspace, source, { start: "Two words.\n", reference: "All `code` commands.\n" });
    const { stats } = await run();
    // Titles count as well: "The start" and "The reference".
    const words = 2 + 2 + 2 + 2;
    expect(stats).toMatchObject({
      ...{ runs: 1, totalWords: words, totalPages: 2, latestPages: 2, latestWords: words },
    });
    await rewrite(workspace, source, "page-start", "Only.\n");
    const after = (await run()).stats;
    expect(after).toMatchObject({
      ...{ runs: 2, totalWords: words + 3, totalPages: 3, latestPages: 1, latestWords: 3 },
    });
    const { stats: last, result } = await run();
    expect(last).toMatchObject({ runs: 3, totalPages: 3, latestPages: 0, latestWords: 0 });
    const row = await current(workspace, result?.space ?? "");
    expect(row.revision_id).toBe(result?.revision);
  });

  test("is not shared with another organization to which it was transferred", async () => {
    const { workspace, admin, source, run } = await start();
    const { result } = await run();
    const other = await workspace.organization("Other");
    await workspace.enroll(other, admin, "admin");
    const moved = { spaceId: result?.space ?? "", organization: other };
    await workspace.ok(admin, space.transfer, moved);
    await rewrite(workspace, source, "page-start", "New words.\n");
    const again = await run();
    expect(JSON.stringify(await markdownIn(workspace, moved.spaceId))).not.toContain("Ñéŵ");
    expect(again.result?.space).not.toBe(moved.spaceId);
  });
});
