/** The number of requests for a name, and the use of its id. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../../support/commands/tome.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { openMany } from "../../bulk/many.ts";

const org = "O1000000000000000000";
const getId = (number: number) => `S${String(number).padStart(19, "0")}`;

/** A platform with 5,000 spaces, in pages of the requested size. */
async function manySpaces() {
  const server = await serve(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://platform.test");
    if (!pathname.endsWith(`/orgs/${org}/spaces`)) {
      return answerJson(response, 200, { object: "space", id: pathname.slice(-20), title: "One" });
    }
    const start = Number(searchParams.get("page") ?? 0);
    const size = Number(searchParams.get("limit") ?? 50);
    const numbers = Array.from({ length: Math.min(size, 5000 - start) }, (_, at) => start + at);
    const items = numbers.map((at) => ({ object: "space", id: getId(at), title: `Space ${at}` }));
    const next = start + size < 5000 ? { next: { page: String(start + size) } } : {};
    answerJson(response, 200, { items, ...next });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  return { server, env };
}

test("a title among 5,000 spaces costs at most 6 requests, and an id exactly one", async () => {
  const { server, env } = await manySpaces();
  const byTitle = await openTome()(["space", "get", "Space 4711", "--json", "id"], { env });
  expect(JSON.parse(byTitle.stdout)).toEqual({ id: getId(4711) });
  expect(server.seen.length).toBeLessThanOrEqual(6);
  server.seen.length = 0;
  await openTome()(["space", "get", getId(4711), "--json", "id"], { env });
  expect(server.seen).toHaveLength(1);
});

slowTest("a bulk run reads each list once for any number of names", async () => {
  const { server, env } = await manySpaces();
  const file = join(temporaryFolder(), "spaces.csv");
  const rows = Array.from({ length: 50 }, (_, at) => `Space ${at}`);
  writeFileSync(file, ["space", ...rows].join("\n"));
  const { run } = openMany();
  const ran = await run(["space", "update", "--from", file, "--edit-mode", "locked"], { env });
  expect(ran.code, ran.stderr).toBe(0);
  const reading = server.seen.filter(({ method }) => method === "GET");
  expect(reading).toHaveLength(5);
  const changed = server.seen.filter(({ method }) => method === "PATCH");
  expect(changed.map(({ url }) => url.slice(-20)).sort()).toEqual(rows.map((_, at) => getId(at)));
});

test("a resource renamed after the lookup is still changed, and the message has its new title", async () => {
  const id = getId(1);
  const server = await serve(({ method }, response) =>
    method === "GET"
      ? answerJson(response, 200, { items: [{ object: "space", id, title: "Old" }] })
      : answerJson(response, 200, { object: "space", id, title: "Renamed meanwhile" }),
  );
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  const ran = await openTome()("space update Old --edit-mode locked", { env });
  expect(ran.stderr).toContain(`Changed the space "Renamed meanwhile" (${id})`);
  expect(server.seen.at(-1)).toMatchObject({ method: "PATCH", url: `/v1/spaces/${id}` });
});

test("a resumed run recognizes resources that were deleted by name", async () => {
  const gone = new Set<string>();
  let refuses = true;
  const server = await serve(({ method, url }, response) => {
    const id = url.slice(-20);
    if (method === "GET") {
      const items = [1, 2].map((at) => ({ object: "space", id: getId(at), title: `Space ${at}` }));
      return answerJson(response, 200, { items: items.filter((one) => !gone.has(one.id)) });
    }
    if (id === getId(2) && refuses) {
      return answerJson(response, 409, { error: { code: 409, message: "Not now." } });
    }
    gone.add(id);
    response.writeHead(205).end();
  });
  const { run } = openMany(server.url);
  const journal = join(temporaryFolder(), "journal.ndjson");
  const line = ["space", "delete", "Space 1", "Space 2", "--yes", "--format", "ndjson"];
  expect((await run([...line, "--journal", journal])).code).toBe(9);
  refuses = false;
  const resumed = await run([...line, "--resume", journal]);
  expect(resumed.code, resumed.stderr).toBe(0);
  const rows = resumed.stdout.trim().split("\n");
  expect(rows.map((row) => JSON.parse(row))).toMatchObject([
    { status: "skipped", id: getId(1) },
    { status: "done", id: getId(2) },
  ]);
});
