/** `tome revision`: authors of changes of a space or page, and revisions by position. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

slowTest(
  "the authors of a page's changes are listed, and the page is shown and reverted",
  async () => {
    const tome = openTome({ withSample: true });
    const file = join(temporaryFolder(), "page.md");
    const handbook = ["--space", "On-call handbook", "--local"];
    const run = async (...words: string[]) => {
      const ran = await tome([...words, ...handbook]);
      expect(ran.code, ran.stderr).toBe(0);
      return ran.stdout;
    };
    const merge = async (number: string, page: string, text: string) => {
      writeFileSync(file, text);
      await run("cr", "create", "--subject", `Change of ${page}`);
      await run("cr", "edit", number, "--page", page, "--file", file);
      await run("cr", "merge", number);
    };
    const before = await run("revision", "page", "latest", "who-to-call", "--format", "markdown");
    await merge("1", "who-to-call", "Call 5011.\n");
    await merge("2", "on-call", "You are on call.\n");

    const all = (await run("revision", "list", "--columns", "mergedFrom.subject")).split("\n");
    expect(all.slice(0, 2)).toEqual(["Change of on-call", "Change of who-to-call"]);
    const ofPage = await run(
      "revision",
      "list",
      "--page",
      "Who to call",
      "--columns",
      "mergedFrom.number,mergedFrom.createdBy.displayName",
    );
    expect(ofPage.split("\n")[0]).toBe("1\tOwner");
    expect(ofPage).not.toContain("2\tOwner");

    const text = (position: string) =>
      run("revision", "page", position, "who-to-call", "--format", "markdown");
    expect(await text("latest")).toBe("Call 5011.\n");
    expect(await text("latest~1")).toBe("Call 5011.\n");
    expect(await text("latest~2")).toBe(before);
    await run("cr", "create", "--subject", "Back");
    await run("cr", "edit", "3", "--page", "who-to-call", "--revert-to", "latest~2");
    await run("cr", "merge", "3");
    expect(await text("latest")).toBe(before);

    const unknown = await tome(["revision", "list", "--page", "who-to-cal", ...handbook]);
    expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringContaining("Who to call")]);
    const tooFar = await tome(["revision", "get", "latest~99", ...handbook]);
    expect(tooFar.code).toBe(5);
    expect(tooFar.stderr).toMatch(/The space has \d+ revisions; the oldest is latest~\d+/);
  },
  60_000,
);

const getId = (letter: string, number: number) => letter + String(number).padStart(19, "0");

/**
 * A platform with a space of five revisions; the third deleted a page that the second had created.
 */
async function revisions() {
  const server = await serve(({ url }, response) => {
    const { pathname } = new URL(url, "http://platform.test");
    const number = Number(/revisions\/R(\d+)/.exec(pathname)?.[1]);
    const page = { id: "P1", type: "document", title: "Gone", path: "old/gone" };
    const changes: Record<number, string> = { 2: "page_created", 3: "page_deleted" };
    if (pathname.endsWith("/changes")) {
      const type = changes[number];
      return answerJson(response, 200, { changes: type === undefined ? [] : [{ type, page }] });
    }
    if (pathname.endsWith("/content/pages")) return answerJson(response, 200, { pages: [] });
    if (Number.isNaN(number)) return answerJson(response, 200, { revision: getId("R", 5) });
    const parents = number > 1 ? [getId("R", number - 1)] : [];
    answerJson(response, 200, { id: getId("R", number), parents, pages: [page], files: [] });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_SPACE: getId("S", 1) };
  return { server, run: (line: string) => openTome()(line, { env }) };
}

test.each(["old/gone", "/old/gone/", "Gone"])(
  "a deleted page is selected by its former path or title: %s",
  async (page) => {
    const { run } = await revisions();
    const { code, stdout } = await run(`revision list --page ${page} --format id`);
    expect([code, stdout]).toEqual([0, `${getId("R", 3)}\n${getId("R", 2)}\n`]);
  },
);

test("only the requested number of revisions is read, and omitted ones are reported", async () => {
  const { run, server } = await revisions();
  const { stdout, stderr } = await run("revision list --depth 2 --json");
  expect(JSON.parse(stdout)).toEqual([
    { id: getId("R", 5), parents: [getId("R", 4)] },
    { id: getId("R", 4), parents: [getId("R", 3)] },
  ]);
  expect(stderr).toContain("Examined the latest 2 revisions");
  expect(server.seen).toHaveLength(3);
});

test("a position costs one request and one for each step back; an id costs none", async () => {
  const { run, server } = await revisions();
  await run("revision get latest~2 --json id");
  expect(server.seen.map(({ url }) => url.split("?")[0]?.slice(-20))).toEqual([
    getId("S", 1),
    getId("R", 5),
    getId("R", 4),
    getId("R", 3),
  ]);
  server.seen.length = 0;
  await run(`revision get ${getId("R", 3)} --json id`);
  expect(server.seen).toHaveLength(1);
});
