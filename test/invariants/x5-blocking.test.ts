/**
 * X5: work on a large input takes linear time. With quadratic time, each of these inputs would
 * exceed the timeout of its test many times.
 */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { check } from "../../src/contract/check.ts";
import * as comment from "../../src/contract/comment.ts";
import * as content from "../../src/contract/content.ts";
import * as cr from "../../src/contract/cr.ts";
import type { ContentChange } from "../../src/contract/cr-content.model.ts";
import { json } from "../../src/contract/fields.ts";
import * as space from "../../src/contract/space.ts";
import { findExcessiveNesting } from "../../src/document/markdown/nesting-limit.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { readWebPage } from "../../src/document/web/web-page.ts";
import { findYamlLine, readYaml } from "../../src/document/yaml.ts";
import type { ContentTree } from "../../src/service/areas/content/tree/tree.ts";
import { withPageMoved } from "../../src/service/areas/content/tree/tree-edit.ts";
import {
  findNeighbors,
  getPagePath,
  listReadablePages,
} from "../../src/service/areas/site-lookup/page-order.ts";
import { countChanges } from "../../src/service/database/data-state.ts";
import { refuseUnsafeXml } from "../../src/service/engines/saml/xml.ts";
import { takeTurn } from "../../src/service/engines/threads/turns.ts";
import { findSchemaFault } from "../../src/service/engines/visitor-schema.ts";
import { readYaml as readInputYaml } from "../../src/terminal/formats/yaml-text.ts";
import { buildProgram, launcher } from "../bin/built.ts";
import { openReaders } from "../service/areas/reader/fixture.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { page, publish, tree } from "../support/organizations/content.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const names = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, 1]));

describe("a request", () => {
  slowTest("with hundreds of thousands of unknown fields", async () => {
    const forms = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]);
    const fields = { value: json(async () => forms, "") };
    const [fault] = await check(fields, { value: names(300_000) });
    expect(fault).toEqual({ path: ["value", "k0"], rule: "is not a field of this operation" });
    const [inBody] = await check(comment.create.input, { spaceId: "s", body: names(100_000) });
    expect(inBody?.path).toEqual(["body", "k0"]);
  });

  test("with an adaptive schema with many enum values", async () => {
    const schema = (values: number) => ({
      type: "object",
      properties: Object.fromEntries(
        many(100, (at) => [`c${at}`, { type: "string", enum: many(values, (one) => `v${one}`) }]),
      ),
      additionalProperties: false,
    });
    expect(await findSchemaFault(schema(50))).toBeUndefined();
    expect(await findSchemaFault(schema(51))).toBe(
      "its claims have more than 5000 enum values in total",
    );
    const examples = { a: { type: "number", examples: many(20_000, (at) => at) } };
    expect(await findSchemaFault({ ...schema(0), properties: examples })).toBe(
      "it has more than 20000 JSON values",
    );
  });

  test("with a SAML message with many elements", () => {
    const message = (elements: number) => `<r>${"<a/>".repeat(elements - 1)}</r>`;
    expect(() => refuseUnsafeXml(message(4000))).not.toThrow();
    expect(() => refuseUnsafeXml(message(4001))).toThrow("it has too many elements");
  });
});

describe("a site of a hundred thousand pages", () => {
  const pages = many(100_000, (at) => ({
    id: `p${at}`,
    type: "document" as const,
    title: `Page ${at}`,
    slug: `page-${at}`,
    ...(at === 0 && { hidden: true }),
    pages: [],
  }));
  const tree: ContentTree = { pages, files: [], reusableContents: [], variables: {} };

  slowTest("has the path and the neighbors of each page", () => {
    const home = { page_id: null };
    const readable = listReadablePages(tree);
    expect(readable).toHaveLength(pages.length - 1);
    const paths = readable.map((one) => {
      const { before, after } = findNeighbors(tree, one);
      return [before?.page.id, getPagePath(tree, one, home), after?.page.id];
    });
    expect(paths[0]).toEqual([undefined, "", "p2"]);
    expect(paths[1]).toEqual(["p1", "page-2", "p3"]);
    expect(paths.at(-1)).toEqual(["p99998", "page-99999", undefined]);
  });

  slowTest("moves a page without an index of all pages", () => {
    let moved = tree;
    for (let at = 0; at < 50; at++) moved = withPageMoved(moved, "p99999", { into: null, at });
    expect(moved.pages[49]?.id).toBe("p99999");
  });
});

describe("a text", () => {
  slowTest("of YAML with a hundred thousand keys", async () => {
    const text = many(100_000, (at) => `k${at}: 1\n`).join("");
    expect(findYamlLine(text, ["k99999"])).toBe(100_000);
    expect(Object.keys(Object(await readInputYaml(text)))).toHaveLength(100_000);
    const twice = `${text.slice(0, text.indexOf("k100:"))}k5: 2\n`;
    expect(findYamlLine(twice, ["k5"])).toBe(101);
    await expect(readInputYaml(twice)).rejects.toThrow(
      "Map keys must be unique at line 101, column 1",
    );
  });

  slowTest("of YAML with a hundred thousand levels", () => {
    for (const sign of ["[", "{a: ", "? "]) {
      expect(() => readYaml(`a: ${sign.repeat(100_000)}`)).toThrow();
    }
    expect(() => readYaml(`a: ${"[".repeat(100_000)}`)).toThrow("nested deeper than 100 levels");
  });

  test("of nested lists", () => {
    const list = (depth: number) => many(depth, (at) => `${"  ".repeat(at)}- a`).join("\n");
    expect(findExcessiveNesting(list(100))).toEqual([]);
    expect(findExcessiveNesting(list(101))).toBe("all");
    expect(parseMarkdown(list(700)).nodes.length).toBeGreaterThan(0);
    const flat = many(5000, (at) => `${"  ".repeat(at % 3)}1. a`).join("\n");
    expect(findExcessiveNesting(flat)).toEqual([]);
  });

  slowTest("of a website with hundreds of thousands of links", () => {
    const links = many(200_000, (at) => `<a href="p${at}">a</a>`).join("");
    expect(readWebPage(`<body><nav>${links}</nav><main><p>x</main></body>`).links).toHaveLength(
      10_000,
    );
  });
});

slowTest("requests of visitors take turns with those of others", async () => {
  const { service, host } = await openReaders();
  const read = () =>
    service.transport({ method: "GET", url: `http://${host}/~search?q=agent`, headers: {} });
  expect((await read()).status).toBe(200);
  await new Promise((resolve) => setImmediate(resolve));
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  await takeTurn("another caller");
  const start = performance.now();
  // In milliseconds, twice the length of a turn.
  while (performance.now() - start < 40);
  expect((await read()).status).toBe(200);
  expect(hasRun).toBe(true);
});

slowTest("a jq program that writes messages does not keep the command alive", () => {
  buildProgram();
  const home = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [launcher, "config", "list", "--jq", '"x" | debug | stderr'],
    {
      cwd: home,
      env: { ...process.env, TOME_CONFIG_DIR: home },
      timeout: 60_000,
      encoding: "utf8",
    },
  );
  expect([status, stdout, stderr]).toEqual([0, "x\n", ""]);
});

/** Numbers of pages. */
const small = 300;
const large = amount({ short: 6000, full: 20_000 });

/** @returns the number of statements that changed data, and of stored objects of pages, by request */
async function countWork(pages: number) {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await publish(workspace, spaceId, () =>
    tree(Array.from({ length: pages }, (_, at) => page(`page${at}`, { title: `Page ${at}` }))),
  );
  const work: Record<string, { statements: number; objects: number }> = {};
  const countObjects = async () => {
    const { count } = await workspace.db
      .selectFrom("tree_objects")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const during = async <Result>(name: string, run: () => Promise<Result>) => {
    const objects = await countObjects();
    const statements = countChanges(workspace.db) ?? 0;
    const result = await run();
    work[name] = {
      statements: (countChanges(workspace.db) ?? 0) - statements,
      objects: (await countObjects()) - objects,
    };
    return result;
  };
  const request = async (changes: readonly ContentChange[]) => {
    const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Edit" });
    const ids = { spaceId, changeRequestId: id };
    if (changes.length > 0) await workspace.ok(admin, cr.edit, { ...ids, changes: [...changes] });
    await workspace.ok(admin, cr.update, { ...ids, status: "open" });
    return ids;
  };
  const edited = await request([]);
  const title = (at: number): ContentChange => ({
    operation: "update_page",
    page: `page${at}`,
    title: "Edited",
  });
  const edits: Readonly<Record<string, ContentChange>> = {
    title: title(150),
    text: { operation: "update_page", page: "page7", document: { markdown: "Text.\n" } },
    "new page": { operation: "insert_page", title: "New", at: 9, document: { markdown: "A.\n" } },
    move: { operation: "update_page", page: "page200", into: null, at: 3 },
    deletion: { operation: "delete_page", page: "page99" },
  };
  for (const [name, change] of Object.entries(edits)) {
    await during(name, () => workspace.ok(admin, cr.edit, { ...edited, changes: [change] }));
  }
  const other = await request([title(20), title(pages - 20)]);
  await during("merge", () => workspace.ok(admin, cr.merge, other));
  await during("update", () => workspace.ok(admin, cr.pull, edited));
  await during("merge of both sides", () => workspace.ok(admin, cr.merge, edited));
  const { pages: merged } = await workspace.ok(admin, content.get, { spaceId });
  expect(merged).toHaveLength(pages);
  return work;
}

slowTest("changes of a few pages in a large space do as much work as in a small one", async () => {
  const [few, many] = [await countWork(small), await countWork(large)];
  const counts = Object.entries(many).map(([name, { statements, objects }]) => {
    // Objects have about 64 pages: different ids divide them differently.
    expect([name, statements]).toEqual([name, few[name]?.statements]);
    expect([name, objects <= 2 + (few[name]?.objects ?? 0) && objects <= 8]).toEqual([name, true]);
    return `${name} ${statements} statements, ${objects} objects`;
  });
  expect(counts).toHaveLength(8);
  report("X5", `${large} pages: ${counts.join("; ")}`);
});
