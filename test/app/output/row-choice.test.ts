/** Rows of a list are filtered and sorted over all pages, with a note. */
import { expect, test } from "vitest";
import { findRowChoice } from "../../../src/app/output/row-choice.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const count = 2500;
const perPage = 1000;

/** Spaces of which every hundredth is a release, from the newest to the oldest. */
const spaces = Array.from({ length: count }, (_, index) => ({
  object: "space",
  id: `S${String(index).padStart(19, "0")}`,
  title: index % 100 === 99 ? `Release ${index}` : `Guide ${index}`,
  editMode: index % 2 === 0 ? "live" : "locked",
  parent: index % 1000 === 999 ? "C1000000000000000000" : null,
  comments: (index * 7) % 11,
  updatedAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
}));

async function platform() {
  const { url, seen } = await serve(({ url: path }, response) => {
    const { pathname, searchParams } = new URL(path, "http://x");
    if (pathname.endsWith("/change-requests")) {
      answerJson(response, 200, { items: [] });
      return;
    }
    if (pathname.endsWith("/collections")) {
      answerJson(response, 200, { items: [{ id: "C1000000000000000000", title: "Handbooks" }] });
      return;
    }
    const start = Number(searchParams.get("page") ?? 0);
    const end = start + Math.min(perPage, Number(searchParams.get("limit") ?? perPage));
    answerJson(response, 200, {
      items: spaces.slice(start, end),
      ...(end < count && { next: { page: String(end) } }),
    });
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const tome = openTome();
  return {
    run: (line: string) => tome(line, { env }),
    /** Both streams are terminals without color and spinner. */
    show: (line: string) =>
      tome(line, { env: { ...env, TERM: "dumb" }, screen: true, answers: [] }),
    seen,
  };
}

slowTest(
  "a filter reads pages until the limit is reached, and reports the number of rows read",
  async () => {
    const { run } = await platform();
    const all = await run("space list --filter title=rel* --format id");
    expect(all.stdout.trim().split("\n")).toHaveLength(25);
    expect(all.stderr).toBe("Rows filtered by tome: 25 of the 2500 rows match.\n");
    const some = await run("space list --filter title=rel* --limit 12 --format id");
    expect(some.stdout.trim().split("\n")).toHaveLength(12);
    expect(some.stderr).toBe(
      "Rows filtered by tome: 20 of the first 2000 rows match (12 shown).\n",
    );
    const none = await run("space list --filter title=nothing");
    expect([none.code, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toContain("0 of the 2500 rows match");
    expect(none.stderr).toContain("No rows match --filter.");
  },
);

test("a filter that has reached the limit requests no further page", async () => {
  const { run, seen } = await platform();
  await run("space list --filter title=rel* --limit 3");
  expect(seen).toHaveLength(1);
});

slowTest("filters can be combined, negated, and use headers, flags and parent titles", async () => {
  const { run } = await platform();
  const ids = async (flags: string) =>
    (await run(`space list --all --format id ${flags}`)).stdout.trim().split("\n").length;
  expect(await ids("--filter title!=guide*")).toBe(25);
  expect(await ids("--filter edit-mode=locked --filter title=release*99")).toBe(25);
  expect(await ids("--filter EditMode=locked --filter title=release*99")).toBe(25);
  expect(await ids("--filter collection=handb*")).toBe(2);
  expect(await ids("--filter title=*eas*1*9")).toBe(
    spaces.filter(({ title }) => /eas.*1.*9$/.test(title)).length,
  );
});

slowTest(
  "a sort reads the complete list before cutting it, with numbers by value and empty cells last",
  async () => {
    const { run } = await platform();
    const first = await run("space list --sort updatedAt --limit 1 --json title");
    expect(JSON.parse(first.stdout)).toEqual([{ title: spaces.at(-1)?.title }]);
    const titles = await run("space list --sort title --limit 2 --json title");
    expect(JSON.parse(titles.stdout)).toEqual([{ title: "Guide 0" }, { title: "Guide 1" }]);
    const most = await run("space list --sort -comments --limit 1 --json comments");
    expect(JSON.parse(most.stdout)).toEqual([{ comments: 10 }]);
    const parents = await run("space list --sort -parent --limit 3 --json parent");
    expect(JSON.parse(parents.stdout).map((one: { parent: unknown }) => one.parent)).toEqual([
      "C1000000000000000000",
      "C1000000000000000000",
      null,
    ]);
    // The limit is the user's choice.
    expect(parents.stderr).toBe("Rows sorted by tome: 2500 rows (3 shown).\n");
    const cut = await run("space list --sort -parent --json parent");
    expect(cut.stderr).toBe(
      "Rows sorted by tome: 2500 rows (50 shown). Use --all to read and show all rows.\n",
    );
  },
);

slowTest("a filter compares times, numbers and texts", async () => {
  const { run } = await platform();
  const count = async (filter: string) => {
    const { stdout, code, stderr } = await run(`space list --all --filter ${filter} --format id`);
    expect(stderr).not.toContain("error");
    expect(code).toBe(0);
    return stdout.split("\n").filter(Boolean).length;
  };
  const newest = "2026-01-01T00:00:00Z";
  expect(await count(`updatedAt<${newest}`)).toBe(2499);
  expect(await count(`updatedAt<=${newest}`)).toBe(2500);
  expect(await count("updatedAt>=2025-12-31T23:50:00Z")).toBe(11);
  expect(await count("updatedAt>2099-01-01")).toBe(0);
  expect(await count("comments<3")).toBe(spaces.filter(({ comments }) => comments < 3).length);
  expect(await count("comments>=10")).toBe(spaces.filter(({ comments }) => comments >= 10).length);
  expect(await count("title>Release")).toBe(25);
  // Most spaces have no parent.
  expect(await count("parent>=A")).toBe(2);
  const wrong = await run("space list --filter comments<many");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--filter compares comments with a number, not "many".'),
  ]);
  const time = await run("space list --filter updatedAt<soon");
  expect([time.code, time.stderr]).toEqual([2, expect.stringContaining("--filter must be a time")]);
});

test("an unknown column or invalid filter is refused with a hint", async () => {
  const { run } = await platform();
  const column = await run("space list --filter titel=x");
  expect(column.code).toBe(2);
  expect(column.stderr).toMatch(/Unknown column "titel". Did you mean title\?.*\n {2}\w+, .*\n/);
  expect((await run("space list --sort color")).code).toBe(2);
  const filter = await run("space list --filter title");
  expect([filter.code, filter.stderr]).toEqual([2, expect.stringContaining("column=pattern")]);
  const both = await run("space list --columns id --json title");
  expect([both.code, both.stderr]).toEqual([
    2,
    expect.stringContaining("--columns applies to tables"),
  ]);
});

slowTest(
  "a list on a terminal shows titles of parents at the cost of one request, and a pipe sends none",
  async () => {
    const { run, show, seen } = await platform();
    const screen = await show("space list --filter collection=handbooks");
    expect(screen.stdout).toMatch(
      /^TITLE +ID +COLLECTION +EDIT MODE +UPDATED\nRelease 999 .*Handbooks/,
    );
    expect(seen.filter(({ url }) => url.includes("/collections"))).toHaveLength(1);
    seen.length = 0;
    await run("space list");
    expect(seen).toHaveLength(1);
  },
);

test("--json alone lists the fields on a terminal and sends nothing; a pipe prints all fields", async () => {
  const { run, show, seen } = await platform();
  const { code, stdout } = await show("space list --json");
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual(expect.arrayContaining(["id", "title", "urls.app"]));
  expect(seen).toHaveLength(0);
  expect(JSON.parse((await run("space list --limit 1 --json")).stdout)).toEqual([spaces[0]]);
  expect(JSON.parse((await show("space list --limit 1 --format json")).stdout)).toEqual([
    spaces[0],
  ]);
});

slowTest(
  "a list prints its order on a terminal only, and hidden rows everywhere if it is empty",
  async () => {
    const { run, show } = await platform();
    const order = "Grouped by collection, the top level first; each group in sidebar order.";
    expect((await show("space list")).stderr).toContain(`${order}\n`);
    expect((await show("space list --sort title")).stderr).not.toContain(order);
    expect((await run("space list")).stderr).not.toContain(order);
    const space = "--space S1000000000000000000";
    const left = "--status draft lists drafts.";
    const nothing = `No change requests match. Only open change requests are listed; ${left}\n`;
    expect((await show(`cr list ${space}`)).stderr).toBe(nothing);
    expect((await show(`cr list ${space} --status draft`)).stderr).not.toContain(left);
    expect((await run(`cr list ${space}`)).stderr).toBe(nothing);
    expect((await run(`cr list ${space} --json`)).stderr).toBe("");
  },
);

slowTest(
  "a custom list command is filtered and sorted by the field, not by its indented text",
  async () => {
    const tome = openTome();
    const { stdout } = await tome("space list --local --format id");
    expect(stdout).toBe("");
    await tome("local seed --local");
    const list = 'page list --space "User guide" --local';
    const routes = await tome(`${list} --filter title=routes --format id`);
    expect(routes.stdout.trim().split("\n")).toHaveLength(1);
    const paths = await tome(`${list} --sort -path --columns path`);
    const sorted = paths.stdout.trim().split("\n");
    expect(sorted).toEqual([...sorted].sort().reverse());
    const whole = await tome(`${list} --filter title=routes --json`);
    expect([whole.code, whole.stderr]).toEqual([2, expect.stringContaining("--format csv")]);
  },
);

slowTests.each([
  ["space list --limit 2", 9],
  ["space list --limit 2500", 0],
  ["space list --all", 0],
  ["space list", 9],
  ["space list --filter title=rel* --limit 25", 0],
  ["space list --filter title=rel* --limit 24", 9],
  ["space list --sort title --limit 2499", 9],
  ["space list --sort title --limit 2500", 0],
])("tome %s --fail-truncated exits with %i", async (line, expected) => {
  const { run } = await platform();
  const { code, stdout, stderr } = await run(`${line} --fail-truncated --json id`);
  expect(code).toBe(expected);
  expect(JSON.parse(stdout)).not.toEqual([]);
  expect(stderr.includes("The list has more items than the limit.")).toBe(expected === 9);
});

test("--header names the columns of piped output, and is refused where there are none", async () => {
  const { run } = await platform();
  const [header, ...rows] = (await run("space list --limit 2 --header")).stdout.trim().split("\n");
  expect(header?.split("\t").slice(0, 2)).toEqual(["id", "title"]);
  expect(rows).toHaveLength(2);
  const columns = "--columns title,id --format tsv";
  const chosen = await run(`space list --limit 1 --header ${columns}`);
  expect(chosen.stdout).toBe(`title\tid\n${spaces[0]?.title}\t${spaces[0]?.id}\n`);
  expect((await run("space list --filter title=nothing --header --columns id")).stdout).toBe(
    "id\n",
  );
  for (const format of ["--json", "--format yaml", "--jq ."]) {
    const { code, stderr } = await run(`space list --header ${format}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--header applies to TSV")]);
  }
});

slowTest("a filter without matches notes the values of a column that has few", async () => {
  const { run } = await platform();
  const { code, stderr } = await run("space list --filter editMode=lock");
  expect(code).toBe(0);
  expect(stderr).toContain("The values of editMode are live and locked.");
  for (const filter of ["title=nothing", "editMode=lock*nothing", "editMode!=l*"]) {
    expect((await run(`space list --filter ${filter}`)).stderr).not.toContain("The values of");
  }
});

// A day is that of this machine.
const times = [-1, 0, 12, 24].map((hour) => new Date(2026, 1, 1, hour).toISOString());
test.each([
  ["<", [0]],
  ["<=", [0, 1, 2]],
  [">", [3]],
  [">=", [1, 2, 3]],
])("at%s a day compares with the whole day", async (sign, expected) => {
  const rows = times.map((at, index) => ({ at, index }));
  const choice = findRowChoice({ filters: [`at${sign}2026-02-01`] }, [], []);
  const kept: unknown[] = [];
  for await (const page of choice?.choose([rows], undefined) ?? []) kept.push(...page);
  expect(kept).toEqual(expected.map((index) => rows[index]));
});

test("a pattern matches a time as it is in JSON, and other values also as on a terminal", async () => {
  const columns = [
    { header: "UPDATED", path: "updatedAt", as: "time" },
    { header: "COUNT", path: "count", as: "number" },
  ] as const;
  const rows = [{ updatedAt: "1970-01-01T00:00:00Z", count: 12345 }];
  const count = async (filter: string) => {
    const choice = findRowChoice({ filters: [filter] }, columns, []);
    let found = 0;
    for await (const page of choice?.choose([rows], undefined) ?? []) found += page.length;
    return found;
  };
  expect(await count("updatedAt=1970*")).toBe(1);
  expect(await count("updatedAt=1970-01-01T00:00:00Z")).toBe(1);
  expect(await count("count=12345")).toBe(1);
  for (const words of ["just now", "*now*", "*ago*", "0*s*", "in *", "*second*"]) {
    expect(await count(`updatedAt=${words}`), words).toBe(0);
  }
});

test.each<[pattern: string, texts: string[]]>([
  ["ab*ba", ["abba", "ab-ba", "abxxba"]],
  ["aa*", ["aa", "aab"]],
  ["*aa", ["aa", "baa"]],
  ["*a*", ["a", "ba", "ab", "bab"]],
  ["a*b*c", ["abc", "axbxc", "abbc"]],
  ["**", ["", "a"]],
])("each part of the pattern %s matches its own part of a text", async (pattern, texts) => {
  const columns = [{ header: "TITLE", path: "title" }];
  const choice = findRowChoice({ filters: [`title=${pattern}`] }, columns, []);
  const all = [...texts, "aba", "x", "acb"].filter((text) => text !== "");
  const rows = all.map((title) => ({ title }));
  const matching: unknown[] = [];
  for await (const page of choice?.choose([rows], undefined) ?? []) {
    for (const { title } of page) matching.push(title);
  }
  const form = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
  expect(matching).toEqual(all.filter((text) => form.test(text)));
});
