import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getIdsFolder } from "../../../src/app/resolve/id-cache.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const pageCount = 10;
const perPage = 1000;

function page(number: number) {
  const items = Array.from({ length: perPage }, (_, index) => ({
    object: "space",
    id: `S${number * perPage + index}`,
    title: `Space ${number * perPage + index}`,
  }));
  return number + 1 < pageCount ? { items, next: { page: `${number + 1}` } } : { items };
}

/** A platform with ten thousand spaces; `answering` can override the response of a page. */
async function largePlatform(
  answering: (number: number, response: ServerResponse) => boolean = () => false,
) {
  const { url, seen } = await serve(({ url: path }, response) => {
    const number = Number(new URL(path, "http://x").searchParams.get("page") ?? 0);
    if (!answering(number, response)) answerJson(response, 200, page(number));
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  return { env, seen };
}

test("--all as NDJSON prints each page before it requests the next", async () => {
  let written = 0;
  const writtenBefore: number[] = [];
  const { env } = await largePlatform((number) => {
    writtenBefore[number] = written;
    return false;
  });
  const { code, stdout } = await openTome()("space list --all --format ndjson", {
    env,
    heard: (text) => {
      written += text.split("\n").length - 1;
    },
  });
  expect(code).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id),
  ).toHaveLength(10_000);
  // No page is requested while more than one page waits to be written.
  for (const [number, before] of writtenBefore.entries()) {
    expect(before).toBeGreaterThanOrEqual((number - 1) * perPage);
  }
});

slowTest("--all as JSON is one document with every item", async () => {
  const { env } = await largePlatform();
  const { code, stdout } = await openTome()("space list --all --json id", { env });
  expect(code).toBe(0);
  const items: { id: string }[] = JSON.parse(stdout);
  expect(new Set(items.map(({ id }) => id)).size).toBe(10_000);
});

slowTest(
  "a failure on page 7 of 10 fails the list and leaves JSON without its closing bracket",
  async () => {
    const failing = () =>
      largePlatform((number, response) => {
        if (number !== 6) return false;
        answerJson(response, 404, { error: { code: 404, message: "The page is gone." } });
        return true;
      });
    const json = await openTome()("space list --all --json", { env: (await failing()).env });
    expect(json.code).toBe(5);
    expect(json.stdout.trimEnd().endsWith("]")).toBe(false);
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "not_found", status: 404 } });
    const lines = await openTome()("space list --all --format ndjson", {
      env: (await failing()).env,
    });
    expect(lines.code).toBe(5);
    expect(lines.stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(6 * perPage);
  },
);

test("a list has fifty items by default, and a note if there are more", async () => {
  const { env, seen } = await largePlatform();
  const { code, stdout, stderr } = await openTome()("space list", { env });
  expect(code).toBe(0);
  expect(stdout.trimEnd().split("\n")).toHaveLength(50);
  expect(stderr).toContain("Showing the first 50. Use --all to list all, or --limit <n>.");
  expect(seen).toHaveLength(1);
  expect(seen[0]?.url).toContain("limit=50");
});

test("a limit above the page size requests as many pages as necessary", async () => {
  const { env, seen } = await largePlatform();
  const { stdout } = await openTome()("space list --limit 2500 --format id", { env });
  expect(stdout.trimEnd().split("\n")).toHaveLength(2500);
  expect(seen).toHaveLength(3);
});

test("--page-token and --page-size set the start and the page size", async () => {
  const { env, seen } = await largePlatform();
  const { stdout } = await openTome()("space list --page-token 9 --page-size 10 --format id -L 3", {
    env,
  });
  expect(stdout).toBe("S9000\nS9001\nS9002\n");
  expect(seen[0]?.url).toContain("page=9");
  expect(seen[0]?.url).toContain("limit=10");
});

test("requests do not exceed the maximum page size", async () => {
  const { env, seen } = await largePlatform();
  const { stdout } = await openTome()("space list --limit 2500 --format id", { env });
  expect(stdout.trimEnd().split("\n")).toHaveLength(2500);
  const sizes = seen.map(({ url }) => new URL(url, "http://x").searchParams.get("limit"));
  expect(sizes).toEqual(["1000", "1000", "1000"]);
});

test("a last page with more items than requested is cut, with a note", async () => {
  const { env } = await largePlatform((_, response) => {
    answerJson(response, 200, { items: page(0).items.slice(0, 3) });
    return true;
  });
  const cut = await openTome()("space list --limit 2", { env });
  expect(cut.stdout.trimEnd().split("\n")).toHaveLength(2);
  expect(cut.stderr).toBe("Showing the first 2.\n");
  expect((await openTome()("space list --limit 3", { env })).stderr).toBe("");
});

test("the ids of a list that is cut at the limit are cached, at most as many as were read", async () => {
  const { env } = await largePlatform();
  const home = temporaryFolder();
  const own = { ...env, HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const { code } = await openTome()("space list --limit 2 --page-size 5", { env: own });
  expect(code).toBe(0);
  const folder = getIdsFolder(own);
  const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("/space"),
  );
  const ids = readFileSync(join(folder, file), "utf8").split("\n");
  expect(ids.slice(0, 2).map((line) => line.split("\t")[0])).toEqual(["S0", "S1"]);
});

test.each([
  ["", 50],
  ["--limit 20", 20],
  ["--report junit=links.xml", 60],
  ["--report junit=links.xml --limit 20", 20],
])(
  "with the flags %j, a list has %d rows, because a report is complete by default",
  async (flags, count) => {
    const items = Array.from({ length: 60 }, (_, at) => ({ id: `L${at}`, status: "ok" }));
    const { url } = await serve((_, response) => answerJson(response, 200, { items }));
    const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret" };
    const line = `space links S1000000000000000000 --json ${flags}`.trim();
    const { stdout, stderr } = await openTome()(line, { env, cwd: temporaryFolder() });
    expect(JSON.parse(stdout), stderr).toHaveLength(count);
  },
);

test.each([
  ["", true],
  ["--format json", false],
  ["--format table", false],
  ["--jq .[].id", false],
  ["--json=id", false],
])(
  "on a terminal, a list of another platform names it with the flags %j: %s",
  async (flags, isNamed) => {
    const { url } = await serve((_, response) =>
      answerJson(response, 200, { items: [{ id: "S1" }] }),
    );
    const env = { TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
    const { stderr } = await openTome()(`space list --base-url ${url} ${flags}`.trim(), {
      ...{ env, screen: true },
    });
    expect(stderr.includes(`Source: ${url}`), stderr).toBe(isNamed);
    const piped = await openTome()(`space list --base-url ${url}`, { env });
    expect(piped.stderr).not.toContain("Source:");
  },
);

test("on a terminal with colors, the passages of a search have its words in bold", async () => {
  const items = [
    { id: "P1", title: "Start", sections: [{ body: "Before the Needle in the hay." }] },
  ];
  const { url } = await serve((_, response) => answerJson(response, 200, { items }));
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", FORCE_COLOR: "1" };
  const line = ["space", "search", "S1000000000000000000", "needle"];
  const { code, stdout, stderr } = await openTome()(line, { env, screen: true });
  expect(code, stderr).toBe(0);
  expect(stdout.replaceAll("\u001b", "^")).toMatch(/\^\[[\d;]*mNeedle\^/);
});
