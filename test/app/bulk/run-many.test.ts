import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { listLines, openMany } from "./many.ts";

/** Responds to every request with success. */
function willing() {
  return serve(({ method, url }, response) => {
    if (method === "DELETE") return response.writeHead(205).end();
    return answerJson(response, 200, {
      object: "space",
      id: url.split("/").at(-1),
      title: "Guide",
    });
  });
}

test("several arguments are several items, confirmed by one --yes, with a row for each", async () => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const { code, stdout, stderr } = await run(
    "space delete S1000000000000000000 S2000000000000000000 S3000000000000000000 --yes --json",
  );
  expect(code).toBe(0);
  expect(server.seen.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    "DELETE /v1/spaces/S1000000000000000000",
    "DELETE /v1/spaces/S2000000000000000000",
    "DELETE /v1/spaces/S3000000000000000000",
  ]);
  expect(JSON.parse(stdout)).toMatchObject([
    { number: 1, item: "S1000000000000000000", status: "done", id: "S1000000000000000000" },
    { number: 2, item: "S2000000000000000000", status: "done", id: "S2000000000000000000" },
    { number: 3, item: "S3000000000000000000", status: "done", id: "S3000000000000000000" },
  ]);
  expect(stderr).toContain("All 3 items are done.");
  expect(journals()).toEqual([]);
});

slowTest("on a terminal the rows of a file have the names in it", async () => {
  const { run } = openMany();
  const file = join(temporaryFolder(), "users.csv");
  writeFileSync(file, "email\nada@example.com\ngrace@example.com\n");
  const line = ["org", "invite", "users", "--from", file, "--local"];
  const shown = await run(line, { screen: true, env: { NO_COLOR: "1" } });
  expect(shown.stdout).toMatch(/^ada@example\.com +done\ngrace@example\.com +done$/m);
  const piped = await run([...line, "--json=item"]);
  expect(JSON.parse(piped.stdout)).toEqual([{ item: `${file}:2` }, { item: `${file}:3` }]);
});

test("a table for a flag of the command is named in the suggestion", async () => {
  const { run } = openMany();
  const file = join(temporaryFolder(), "redirects.csv");
  writeFileSync(file, "source,to\n/a,https://example.com\n");
  const { code, stderr } = await run(["site", "redirect", "put", "--from", file, "--local"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`hint: tome site redirect put --file ${file}`),
  ]);
});

test("deletions are confirmed once, with their number and the first names", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const line =
    "space delete S1000000000000000000 S2000000000000000000 S3000000000000000000 S4000000000000000000 S5000000000000000000 S6000000000000000000 S7000000000000000000";
  expect((await run(line)).stderr).toContain("requires --yes");
  expect(server.seen).toEqual([]);
  const no = await run(line, { answers: ["n"] });
  expect(no.code).toBe(3);
  expect(no.stderr).toContain('Delete the space "Guide" (S1000000000000000000)?');
  expect(no.stderr).toContain("- and 2 more");
  expect(no.stderr).toContain("Continue with all 7 items? [y/N]");
  const yes = await run(line, { answers: ["y"] });
  expect(yes.code).toBe(0);
  expect(server.seen.filter(({ method }) => method === "DELETE")).toHaveLength(7);
});

test("a run without a token begins no item and no journal", async () => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const line = "space update S1000000000000000000 S2000000000000000000 --emoji x";
  const refused = await run(line, { env: { TOME_TOKEN: "" } });
  expect([refused.code, refused.stdout, journals(), server.seen]).toEqual([4, "", [], []]);
});

test("the question lists the item of the current user, wherever it is", async () => {
  const ids = Array.from({ length: 8 }, (_, at) => `U${at + 1}000000000000000000`);
  const [, , , , , , own = ""] = ids;
  const server = await serve(({ url }, response) => {
    const id = url.endsWith("/user") ? own : url.split("/").at(-1);
    const user = { id, displayName: `User ${id?.slice(0, 2)}` };
    return answerJson(response, 200, url.endsWith("/user") ? user : { id, user });
  });
  const { run } = openMany(server.url);
  const { code, stderr } = await run(`member remove ${ids.join(" ")}`, { answers: ["n"] });
  expect(code).toBe(3);
  const listed = [...stderr.matchAll(/^- (.*?)Remove "User (U\d)"/gm)];
  expect(listed.map(([, , name]) => name)).toEqual(["U1", "U2", "U3", "U4", "U5", "U7"]);
  expect(listed.map(([, warning = ""]) => warning !== "")).toEqual([...Array(5).fill(false), true]);
  expect(stderr).toContain("- and 2 more\n");
  expect(server.seen.filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each([
  ["CSV", "id,title,description\nC1000000000000000000,New,\n", { title: "New" }],
  ["NDJSON", '{"id":"C1000000000000000000","description":""}\n', { description: "" }],
  ["JSON", '[{"id":"C1000000000000000000","description":""}]', { description: "" }],
])("an empty value is absent in CSV, and a value in JSON: %s", async (_, stdin, sent) => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stderr } = await run("collection update --from -", { stdin });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const writes = server.seen.filter(({ method }) => method === "PATCH");
  expect(writes.map(({ body }) => JSON.parse(body))).toEqual([sent]);
});

test("CSV columns are flags, arguments or API fields, and URLs are ids", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const stdin = [
    "﻿spaceId,title,editMode,no-emoji",
    "https://app.example.com/o/O1000000000000000000/s/S1000000000000000000/,First,,",
    'S2000000000000000000,"Second, ""quoted""',
    '",locked,true',
    "S3000000000000000000,,live,false",
  ].join("\r\n");
  const { code, stderr } = await run("space update --from - --language fr", { stdin });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const sent = server.seen.map(({ url, body }) => [url, JSON.parse(body)]);
  expect(sent.sort()).toEqual([
    ["/v1/spaces/S1000000000000000000", { title: "First", language: "fr" }],
    [
      "/v1/spaces/S2000000000000000000",
      { title: 'Second, "quoted"\r\n', editMode: "locked", emoji: null, language: "fr" },
    ],
    ["/v1/spaces/S3000000000000000000", { editMode: "live", language: "fr" }],
  ]);
});

test("NDJSON and JSON arrays accept null, lists and the id as printed by the platform", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const rows = [
    { id: "S1000000000000000000", title: "One", defaultLevel: null },
    { id: "S2000000000000000000", reviewer: ["U1000000000000000000", "U2000000000000000000"] },
  ];
  const expected = [
    ["/v1/spaces/S1000000000000000000", { title: "One", defaultLevel: null }],
    [
      "/v1/spaces/S2000000000000000000",
      {
        mergeRules: {
          type: "rules",
          rules: [
            {
              rule: "require_specific_reviewers",
              users: ["U1000000000000000000", "U2000000000000000000"],
            },
          ],
        },
      },
    ],
  ];
  const forms = [rows.map((row) => JSON.stringify(row)).join("\n"), JSON.stringify(rows, null, 2)];
  for (const stdin of forms) {
    server.seen.length = 0;
    expect((await run("space update --from -", { stdin })).code).toBe(0);
    expect(server.seen.map(({ url, body }) => [url, JSON.parse(body)]).sort()).toEqual(expected);
  }
});

test("creations and moves are sent in the order of the file", async () => {
  const server = await serve(({ body }, response) => {
    const { title } = JSON.parse(body);
    // The earlier ones take longer.
    setTimeout(() => answerJson(response, 201, { id: title, title }), title === "A" ? 20 : 0);
  });
  const { run } = openMany(server.url);
  const { stdout } = await run("space create --from - --format id", { stdin: "title\nA\nB\nC" });
  expect(server.seen.map(({ body }) => JSON.parse(body).title)).toEqual(["A", "B", "C"]);
  expect(stdout).toBe("A\nB\nC\n");
});

test("all errors are printed with file and line before a request is sent", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const file = join(temporaryFolder(), "spaces.csv");
  writeFileSync(
    file,
    `space,title,edit-mode\nS1000000000000000000,ok,live\nS2000000000000000000,${"x".repeat(51)},live\nS3000000000000000000,a,mad\n,b,\n`,
  );
  const { code, stdout, stderr } = await run(["space", "update", "--from", file]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("3 of 4 items are invalid. Nothing was sent.");
  expect(stderr).toContain(`${file}:3: --title can have at most 50 characters (it has 51).`);
  expect(stderr).toContain(`${file}:4: --edit-mode must be live or locked`);
  expect(stderr).toContain(`${file}:5: <space> is required. It never comes from a default.`);
  const { error } = JSON.parse((await run(["space", "update", "--from", file, "--json"])).stderr);
  expect(error).toMatchObject({
    code: "usage",
    details: [{}, {}, {}].map(() => expect.any(String)),
  });
  expect(server.seen).toEqual([]);
});

test.each([
  [
    "titel,emoji\na,b",
    'Unknown column in standard input: "titel" (did you mean title?). Valid columns are org, title',
  ],
  [
    "name,emoji\na,b",
    'Unknown column in standard input: "name" (did you mean title?). Valid columns are org, title',
  ],
  ["title,title\na,b", "has a duplicate column title"],
  ["org,organizationId\na,b", "for the same value"],
  ["title\na,b", "standard input:2 has a different number of cells than the header"],
  ['title\n"a', "standard input:2 has an unclosed quotation mark"],
  ['{"title":"a"}\n{"title":}', "standard input:2 is not valid JSON"],
  ['{"title":"a"}\n[1]', "standard input:2 must be an object"],
  ['{"title":{"a":1}}', "standard input:1: --title must be a string"],
  ['{"title":null}', "standard input:1: --title must not be null"],
])("the file %j is refused, and nothing is sent", async (stdin, said) => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stderr } = await run("space create --from -", { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(server.seen).toEqual([]);
});

/** A file of a single row with columns that no command has. */
async function runWithColumns(count: number) {
  const { run } = openMany("http://127.0.0.1:1");
  const stdin = Array.from({ length: count }, (_, at) => `c${at}`).join(",");
  return run("space create --from -", { stdin });
}

test("a file with more than 1000 columns is refused", async () => {
  const { code, stderr } = await runWithColumns(1001);
  expect([code, stderr]).toEqual([2, expect.stringContaining("the maximum is 1000")]);
  expect((await runWithColumns(1000)).stderr).not.toContain("the maximum is 1000");
});

slowTest("a file with very many columns is refused before they are compared", async () => {
  const { code, stderr } = await runWithColumns(200_000);
  expect([code, stderr]).toEqual([2, expect.stringContaining("the maximum is 1000")]);
});

test.each([
  ["space create", "title\nA\nB\nA", "standard input:4: It duplicates standard input:2."],
  [
    "team create",
    '{"title":"A"}\n{"title":"A"}',
    "standard input:2: It duplicates standard input:1.",
  ],
  [
    "comment create --space S1000000000000000000",
    '[{"body":"Same"},{"body":"Same"}]',
    "item 2: It duplicates standard input, item 1.",
  ],
])("tome %s refuses two identical rows", async (command, stdin, said) => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stderr } = await run(`${command} --from -`, { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(server.seen).toEqual([]);
});

test.each([
  [
    "space update S1000000000000000000 S2000000000000000000 --title New title",
    '"title" after --title New is ambiguous.',
  ],
  ["space delete S1000000000000000000 --from x.csv --yes", "no such file"],
  [
    "space delete S1000000000000000000 S2000000000000000000 --from x.csv --yes",
    "Arguments and --from cannot be combined.",
  ],
  [
    "space delete S1000000000000000000 S1000000000000000000 --yes",
    "S1000000000000000000: It duplicates S1000000000000000000.",
  ],
  [
    "space delete S1000000000000000000 S2000000000000000000 --yes --concurrency 0",
    "--concurrency must be an integer from 1 to 64",
  ],
  [
    "space delete S1000000000000000000 S2000000000000000000 --yes --retry-unknown",
    "--retry-unknown requires --resume <journal>.",
  ],
  [
    "space delete S1000000000000000000 S2000000000000000000 --yes --json titel",
    "Unknown field titel",
  ],
  ["space get S1000000000000000000 S2000000000000000000", "S2000000000000000000"],
  [
    "site redirect create --from /old --to /new --site T1000000000000000000",
    "use <source>.\nhint: tome site redirect create /old --to /new --site T1000000000000000000",
  ],
  [
    "site redirect create --to /new --from=/old --site T1000000000000000000",
    "hint: tome site redirect create --to /new /old --site T1000000000000000000",
  ],
  [
    "site redirect update R1000000000000000000 --from /old --site T1000000000000000000",
    "hint: tome site redirect update R1000000000000000000 --source /old --site T1000000000000000000",
  ],
  ["space delete --from Handbook --yes", "use <space>.\nhint: tome space delete Handbook --yes"],
  ["team create --from rows.csv", "The file rows.csv cannot be read: no such file"],
])("tome %s is refused, and nothing is sent", async (line, said) => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const { code, stderr } = await run(line);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(server.seen).toEqual([]);
  expect(journals()).toEqual([]);
});

test("the target is always a column and never comes from the settings", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const env = { TOME_SPACE: "S9000000000000000000", TOME_ORG: "O9000000000000000000" };
  const legacy = await run("git remove-legacy --from - --yes", {
    stdin: 'space\nS1000000000000000000\n""\n',
    env,
  });
  expect(legacy.code).toBe(2);
  expect(legacy.stderr).toContain("standard input:3: --space is required.");
  const update = await run("org update --from -", { stdin: "title\nMine\n", env });
  expect(update.code).toBe(2);
  expect(update.stderr).toContain("needs a column org");
  expect(server.seen).toEqual([]);
});

test("a dry run prints all requests as an array or as lines, and sends no write", async () => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const { code, stdout } = await run(
    "space update S1000000000000000000 S2000000000000000000 --title New --dry-run",
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(
    ["S1000000000000000000", "S2000000000000000000"].map((id) => ({
      method: "PATCH",
      url: `${server.url}/v1/spaces/${id}`,
      body: { title: "New" },
    })),
  );
  const lines = await run(
    "space delete S1000000000000000000 S2000000000000000000 --dry-run --format ndjson",
  );
  expect(listLines(lines.stdout)).toHaveLength(2);
  expect(server.seen.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(journals()).toEqual([]);
});

test("multi-step commands work in bulk, with their output in the row of each item", async () => {
  const conflict = { kind: "page", id: "P1000000000000000000", title: "Start", reason: "edited" };
  const server = await serve(({ url, method }, response) => {
    if (!url.includes("C2000000000000000000")) {
      return answerJson(response, 200, { result: "merge", revision: "R1000000000000000000" });
    }
    return method === "GET"
      ? answerJson(response, 200, { changes: [], conflicts: [conflict] })
      : answerJson(response, 409, { error: { code: 409, message: "Cannot merge." } });
  });
  const { run } = openMany(server.url);
  const { code, stdout } = await run(
    "cr merge C1000000000000000000 C2000000000000000000 C3000000000000000000 --space S1000000000000000000 --format ndjson",
  );
  expect(code).toBe(9);
  expect(listLines(stdout)).toMatchObject([
    { item: "C1000000000000000000", status: "done", record: { result: "merge" } },
    {
      item: "C2000000000000000000",
      status: "failed",
      code: "conflict",
      hint: "tome cr pull C2000000000000000000 --keep <space|cr> --space S1000000000000000000",
    },
    { item: "C3000000000000000000", status: "done" },
  ]);
});

test("an empty list of items succeeds and does nothing", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stdout, stderr } = await run("space delete --from - --yes --json", { stdin: "" });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "[]\n" });
  expect(stderr).toContain("There are no items");
});

test("a command whose last argument is a list is not a bulk run", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  expect(
    (await run("team add T1000000000000000000 U1000000000000000000 U2000000000000000000")).code,
  ).toBe(0);
  expect(server.seen).toHaveLength(1);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({
    add: ["U1000000000000000000", "U2000000000000000000"],
  });
});

test("a single resource is processed without a journal", async () => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const { stdout, stderr } = await run("space delete S1000000000000000000 --yes --json");
  expect(JSON.parse(stdout)).toEqual({ id: "S1000000000000000000", deleted: true });
  expect(stderr).toContain("Deleted the space S1000000000000000000");
  expect(journals()).toEqual([]);
});

test("items that are done count as done even if the output fails", async () => {
  const server = await willing();
  const { run, journals } = openMany(server.url);
  const line = "space update S1000000000000000000 S2000000000000000000 --emoji x --jq .[0].id.x";
  const { code, stderr } = await run(line);
  expect(server.seen.filter(({ method }) => method === "PATCH")).toHaveLength(2);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("error: All items are done, but the output failed: "),
  ]);
  expect(journals()).toEqual([]);
});
