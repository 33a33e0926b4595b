import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { listLines, openMany } from "./bulk/many.ts";

/** Accepts every change, with or without a body, and returns a space for reads. */
function accepting(body?: object) {
  return serve(({ method }, response) => {
    response.setHeader("x-request-id", "R1000000000000000000");
    if (method === "GET")
      return answerJson(response, 200, { object: "space", id: "S1000000000000000000" });
    if (body !== undefined) return answerJson(response, 202, body);
    return response.writeHead(202).end();
  });
}

test("a removal that awaits admins is not reported as done", async () => {
  const { run } = openMany((await accepting()).url);
  const said = await run("member remove U1000000000000000000 --yes");
  expect(said).toMatchObject({ code: 8, stdout: "" });
  expect(said.stderr).toContain("The removal of U1000000000000000000");
  expect(said.stderr).toContain("status 202, request R1000000000000000000");
  expect(said.stderr).not.toContain("Removed");
  const json = await run("member remove U1000000000000000000 --yes --json");
  expect(json).toMatchObject({ code: 8, stdout: "" });
  expect(JSON.parse(json.stderr)).toMatchObject({
    error: { code: "pending", status: 202, requestId: "R1000000000000000000", retryable: false },
  });
});

test.each([
  "space delete S1000000000000000000 --yes",
  "space update S1000000000000000000 --title Guide",
  "space restore S1000000000000000000",
  "space permission grant S1000000000000000000 --role edit --user U1000000000000000000",
  "cr merge C1000000000000000000 --space S1000000000000000000",
  "site publish T1000000000000000000",
  "team drop T1000000000000000000 U1000000000000000000 --yes",
  "org join",
  "translation run TR100000000000000000",
  "openapi put pets --url https://example.com/pets.yaml",
  "git import --space S1000000000000000000 --url https://example.com/docs.git --ref refs/heads/main",
  "api DELETE /spaces/S1000000000000000000 --yes",
])("202 to tome %s is pending, not done", async (line) => {
  const { run } = openMany((await accepting()).url);
  const { code, stdout, stderr } = await run(line);
  expect({ code, stdout }).toEqual({ code: 8, stdout: "" });
  expect(stderr).toContain("accepted");
  expect(stderr).toContain("status 202");
});

slowTest("202 to a command with --wait is pending if the work does not begin", async () => {
  const { run } = openMany((await accepting()).url);
  const lines = [
    "translation run TR100000000000000000",
    "openapi put pets --url https://example.com/pets.yaml",
    "git import --space S1000000000000000000 --url https://example.com/docs.git --ref refs/heads/main",
  ];
  // At the same time, because each waits for a second.
  const ended = await Promise.all(lines.map((line) => run(`${line} --wait --wait-limit 1`)));
  for (const [at, { code, stdout, stderr }] of ended.entries()) {
    expect({ line: lines[at], code, stdout }).toEqual({ line: lines[at], code: 8, stdout: "" });
    expect(stderr).toContain("1 second");
  }
});

test.each([
  "space update S1000000000000000000 --title Guide",
  "cr merge C1000000000000000000 --space S1000000000000000000",
  "api PATCH /spaces/S1000000000000000000",
])("the body of a 202 to tome %s is printed", async (line) => {
  const { run } = openMany(
    (await accepting({ object: "request", id: "Q1000000000000000000" })).url,
  );
  const { code, stdout } = await run(`${line} --json`);
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toEqual({ object: "request", id: "Q1000000000000000000" });
});

test("an accepted batch of conversations does not stop the next batch", async () => {
  const server = await accepting();
  const { run } = openMany(server.url);
  const file = join(temporaryFolder(), "many.json");
  const one = (id: number) => ({
    id: `${id}`,
    parts: [{ type: "message", role: "user", body: "?" }],
  });
  writeFileSync(file, JSON.stringify(Array.from({ length: 150 }, (_, id) => one(id))));
  const { code, stderr } = await run(`conversation ingest --file ${file}`);
  expect(stderr).toContain("Sent 150 conversations");
  expect(code).toBe(8);
  expect(server.seen).toHaveLength(2);
});

test("accepted items of a bulk run are pending in every report, and are not sent again", async () => {
  const server = await serve(({ url }, response) =>
    response.writeHead(url.endsWith("/U2000000000000000000") ? 202 : 205).end(),
  );
  const { run, journals } = openMany(server.url);
  const first = await run("member remove U1000000000000000000 U2000000000000000000 --yes --json");
  expect(first.code).toBe(8);
  expect(JSON.parse(first.stdout)).toMatchObject([
    { item: "U1000000000000000000", status: "done" },
    {
      item: "U2000000000000000000",
      status: "pending",
      hint: "tome api GET /orgs/O1000000000000000000/members/U2000000000000000000",
    },
  ]);
  expect(JSON.parse(first.stderr).error.message).toContain("1 of 2 items is done, 1 is pending");
  const [journal = ""] = journals();
  const again = await run(
    `member remove U1000000000000000000 U2000000000000000000 --yes --resume ${journal} --format ndjson`,
  );
  expect(again.code).toBe(8);
  expect(listLines(again.stdout)).toMatchObject([
    { item: "U1000000000000000000", status: "skipped" },
    { item: "U2000000000000000000", status: "pending" },
  ]);
  expect(server.seen).toHaveLength(2);

  // The user has checked the pending item.
  const last = await run(`member remove U1000000000000000000 --yes --resume ${journal}`);
  expect([last.code, server.seen.length, journals()]).toEqual([0, 2, []]);
});

describe("a bulk run whose items are accepted shows the command that checks them", () => {
  const check = "tome api GET /orgs/O1000000000000000000/members";
  const one = "U1000000000000000000";
  const two = "U2000000000000000000";

  test.each([
    ["csv", ","],
    ["tsv", "\t"],
  ])("in every row of %s", async (format, separator) => {
    const { run } = openMany((await accepting()).url);
    const { stdout } = await run(`member remove ${one} ${two} --yes --format ${format}`);
    const rows = [one, two].map((id) => [
      id,
      "pending",
      id,
      `The removal of ${id} awaits confirmation by the admins.`,
      `${check}/${id}`,
    ]);
    const lines = stdout.split(/\r?\n/);
    for (const row of rows) expect(lines).toContain(row.join(separator));
  });

  test.each([
    [one, `hint: Check the pending item later: ${check}/${one}\n`],
    [
      `${one} ${two}`,
      `hint: Check each pending item later, such as the first one: ${check}/${one}\n`,
    ],
  ])("on a terminal (%s)", async (items, hint) => {
    const { run, journals } = openMany((await accepting()).url);
    const file = join(temporaryFolder(), "rows.csv");
    writeFileSync(file, `user\n${items.replace(" ", "\n")}\n`);
    const line = `member remove --from ${file} --yes`;
    const { stderr } = await run(line, { screen: true });
    expect(stderr).toContain(hint);
    const again = await run(`${line} --resume ${journals()[0]}`, { screen: true });
    expect([again.code, again.stderr]).toEqual([8, expect.stringContaining(hint)]);
  });
});

test("the history contains the results of accepted items for which a bulk run has waited", async () => {
  const started = new Set<string>();
  const server = await serve(({ method, url }, response) => {
    const [, id = ""] = /translations\/(TR\d+)/.exec(url) ?? [];
    if (method === "POST") {
      started.add(id);
      return response.writeHead(202).end();
    }
    const error = started.has(id) && id.startsWith("TR2") ? "No text." : undefined;
    answerJson(response, 200, { id, status: "completed", runs: started.has(id) ? 2 : 1, error });
  });
  const { run } = openMany(server.url);
  const items = ["TR100000000000000000", "TR200000000000000000", "TR300000000000000000"];
  const env = { TOME_HISTORY: "on" };
  const line = `translation run ${items.join(" ")} --wait --format ndjson`;
  const { code, stdout } = await run(line, { env });
  const rows = new Map(listLines(stdout).map(({ item, status }) => [item, status]));
  expect([code, items.map((item) => rows.get(item))]).toEqual([9, ["done", "failed", "done"]]);
  const history = await run("history list --format tsv --columns target.id,outcome", { env });
  expect(history.stdout.trimEnd().split("\n").sort()).toEqual([
    `${items[0]}\tdone`,
    `${items[1]}\tfailed`,
    `${items[2]}\tdone`,
  ]);
});

test("a recording contains the 202", async () => {
  const { run } = openMany((await accepting()).url);
  const file = join(temporaryFolder(), "report.ndjson");
  const recorded = await run(`member remove U1000000000000000000 --yes --record ${file}`);
  const replayed = await run(`member remove U1000000000000000000 --yes --replay ${file}`);
  expect(replayed.code).toBe(8);
  expect(replayed.stderr.split("\n")[0]).toBe(recorded.stderr.split("\n")[0]);
});

test("a success status that the API does not use is not reported as done", async () => {
  const { run } = openMany(
    (await serve((_, response) => answerJson(response, 207, { failed: 3 }))).url,
  );
  const { code, stdout, stderr } = await run(
    "space update S1000000000000000000 --title Guide --json",
  );
  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toEqual({ failed: 3 });
  expect(JSON.parse(stderr).error).toMatchObject({ code: "partial", status: 207 });
  expect((await run("space list")).code).toBe(9);
});

test("an error in the body of a success response is a failure with that error", async () => {
  const error = { code: 409, message: "The space is being moved." };
  const { run } = openMany(
    (await serve((_, response) => answerJson(response, 200, { error }))).url,
  );
  const { code, stderr } = await run("space update S1000000000000000000 --title Guide");
  expect(code).toBe(6);
  expect(stderr).toContain("error: The space is being moved.");
});

test("a change with an empty response body is reported by its id", async () => {
  const { run } = openMany((await serve((_, response) => response.writeHead(204).end())).url);
  const { code, stderr } = await run("space update S1000000000000000000 --edit-mode locked");
  expect(code).toBe(0);
  expect(stderr).toContain("Changed the space S1000000000000000000.");
});

test("a 204 to the DELETE of an integration reports a deletion, not a missing resource", async () => {
  const { run } = openMany((await serve((_, response) => response.writeHead(204).end())).url);
  const gone = await run("integration unpublish acme --yes --json");
  expect(gone.stderr).toContain("Integration acme not found.");
  expect(JSON.parse(gone.stdout)).toEqual({ id: "acme", done: true });
  const absent = await run("space delete S1000000000000000000 --yes --json");
  expect(JSON.parse(absent.stdout)).toEqual({ id: "S1000000000000000000", deleted: false });
});

describe("the history shows the result of accepted work", () => {
  /** A platform that accepts imports, and answers with the given run afterwards. */
  async function openImports() {
    const run = { id: "I1000000000000000000", status: "in-progress", pages: [] };
    const gets: string[] = [];
    const { url } = await serve(({ method, url: path }, response) => {
      if (method === "GET") gets.push(path ?? "");
      answerJson(response, method === "GET" ? 200 : 202, run);
    });
    const opened = openMany(url);
    const env = { TOME_HISTORY: "on" };
    const list = async (more: object = {}) => {
      const line = "history list --format tsv --columns command,outcome";
      return (await opened.run(line, { env: { ...env, ...more } })).stdout.trimEnd();
    };
    const show = async () => {
      const { code, stdout } = await opened.run("history show --json outcome,because", { env });
      return { code, ...JSON.parse(stdout) };
    };
    const start = (flags = "") =>
      opened.run(`import start https://x.example --space S1000000000000000000${flags}`, { env });
    return { run, gets, list, show, start, undo: () => opened.run("undo --yes", { env }) };
  }

  test("with --wait, if it fails", async () => {
    const { run, list, show, start } = await openImports();
    Object.assign(run, { status: "failed", reason: "the website is empty" });
    expect((await start(" --wait")).code).toBe(1);
    expect(await list()).toBe("import start\tfailed");
    expect(await show()).toMatchObject({
      outcome: "failed",
      because: "The import I1000000000000000000 failed: the website is empty",
    });
  });

  test.each([
    [{ status: "completed" }, "done"],
    [{ status: "failed", reason: "the website is empty" }, "failed"],
  ])("without --wait, after it ended with %j", async (end, outcome) => {
    const { run, gets, list, show, start } = await openImports();
    expect((await start()).code).toBe(8);
    expect(await list()).toBe("import start\tpending");
    expect(await show()).toMatchObject({ code: 8, outcome: "pending" });
    Object.assign(run, end);
    // The history is on this machine.
    expect(await list({ TOME_TOKEN: "" })).toBe("import start\tpending");
    expect(await list()).toBe(`import start\t${outcome}`);
    const { length } = gets;
    expect(await list()).toBe(`import start\t${outcome}`);
    expect(gets).toHaveLength(length);
  });

  test("is listed as before, after one request, if the platform fails", async () => {
    let gets = 0;
    const { url } = await serve(({ method }, response) => {
      if (method === "GET") gets++;
      answerJson(response, method === "GET" ? 503 : 202, { id: "I1000000000000000000" });
    });
    const { run } = openMany(url);
    const env = { TOME_HISTORY: "on" };
    await run("import start https://x.example --space S1000000000000000000", { env });
    const list = "history list --format tsv --columns command,outcome --retries 5";
    const listed = await run(list, { env });
    expect(listed).toMatchObject({ code: 0, stdout: "import start\tpending\n" });
    expect(gets).toBe(1);
  });

  test("an undo names the reason why the operation has none", async () => {
    const { start, list, undo } = await openImports();
    await start();
    const { code, stderr } = await undo();
    expect(code).toBe(2);
    expect(stderr).toContain("tome revision");
    expect(await list()).toBe("import start\tpending");
  });
});
