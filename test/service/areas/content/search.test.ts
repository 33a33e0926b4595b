import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import { withoutPage, withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { amount, sample, slowTest } from "../../../support/generators/amount.ts";
import { randomFrom } from "../../../support/generators/random.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { onPostgres } from "../../../support/platforms/postgres/databases.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** For tests that do not examine the index of all spaces; each has its own organization. */
const shared = await openWorkspace();

async function start(workspace = shared) {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = async (title: string, language?: "de" | "ja" | "fr") =>
    (
      await workspace.ok(admin, space.create, {
        organizationId,
        title,
        ...(language && { language }),
      })
    ).id;
  const spaceId = await make("Guide");
  const find = async (query: string, where = spaceId) => {
    const { items } = await workspace.ok(admin, space.search, { spaceId: where, query });
    return items.map((item) => item.title);
  };
  return { workspace, organizationId, admin, spaceId, make, find };
}

const pages = [
  {
    title: "Guides",
    pages: [
      {
        title: "Installing the agent",
        markdown:
          "Choose a package.\n\n## Linux\n\nRun the script as root.\n\n## Windows\n\nRun the installer.\n",
      },
      {
        title: "Alerts",
        description: "Who is woken at night",
        markdown: "An alert is sent when an agent stops reporting. See the dashboards.\n",
      },
    ],
  },
  { title: "Secret", markdown: "Nobody finds the agent here.", hidden: true },
] as const;

test("pages are found by titles, descriptions and texts, in any form of the words", async () => {
  const { workspace, spaceId, find } = await start();
  await publishPages(workspace, spaceId, pages);
  expect(await find("install")).toEqual(["Installing the agent"]);
  expect(await find("INSTALLATION windows")).toEqual(["Installing the agent"]);
  expect(await find("reported dashboard")).toEqual(["Alerts"]);
  expect(await find("woken")).toEqual(["Alerts"]);
  expect(await find("unknown")).toEqual([]);
});

test("each result has a rank and a decreasing score, and a space has those of its best page", async () => {
  const { workspace, organizationId, admin, spaceId } = await start();
  await publishPages(workspace, spaceId, pages);
  const asked = { query: "agent" };
  const { items } = await workspace.ok(admin, space.search, { spaceId, ...asked });
  expect(items).toMatchObject([
    { title: "Installing the agent", rank: 1, description: "" },
    { title: "Alerts", rank: 2, description: "Who is woken at night" },
  ]);
  const [first = 0, second = 0] = items.map(({ score }) => score);
  expect(first).toBeGreaterThan(second);
  expect(second).toBeGreaterThan(0);
  const found = await workspace.ok(admin, organization.search, { organizationId, ...asked });
  expect(found.items).toMatchObject([{ type: "space", id: spaceId, score: first }]);
});

slowTest(
  "results do not disclose how many pages of other organizations contain a word",
  async () => {
    const { workspace, organizationId, admin, spaceId, make } = await start();
    const second = await make("Second");
    await publishPages(workspace, spaceId, [
      { title: "One", markdown: "The takeover of a company.\n" },
      { title: "Two", markdown: "The agent of the agent.\n\n## Agents\n\nOthers.\n" },
    ]);
    await publishPages(workspace, second, [
      { title: "Three", markdown: "Takeover, by an agent.\n" },
    ]);
    const queries = ["takeover", "agent", "takeover agent", "takeover agent nosuchword"];
    const search = () =>
      Promise.all(
        queries.flatMap((query) => [
          workspace.ok(admin, space.search, { spaceId, query }),
          workspace.ok(admin, organization.search, { organizationId, query }),
        ]),
      );
    const before = await search();
    const otherId = await workspace.organization("Other");
    const other = await workspace.member(otherId, "admin");
    const { id } = await workspace.ok(other, space.create, { organizationId: otherId });
    for (const text of ["Takeover.\n", "Takeover takeover agent.\n", "Words. ".repeat(500)]) {
      await publishPages(
        workspace,
        id,
        Array.from({ length: 20 }, (_, at) => ({ title: `Page ${at}`, markdown: text })),
      );
      await workspace.ok(other, space.search, { spaceId: id, query: "takeover" });
      expect(await search()).toEqual(before);
    }
  },
);

test("matches in titles rank above those in texts, and hidden pages are not found", async () => {
  const { workspace, spaceId, find } = await start();
  await publishPages(workspace, spaceId, pages);
  expect(await find("agent")).toEqual(["Installing the agent", "Alerts"]);
});

test("all words must match, any of them if no section has all, and quoted ones together", async () => {
  const { workspace, spaceId, find } = await start();
  await publishPages(workspace, spaceId, pages);
  expect(await find("alert agent")).toEqual(["Alerts"]);
  expect(await find("windows dashboards")).toEqual(["Installing the agent", "Alerts"]);
  expect(await find('"run the script"')).toEqual(["Installing the agent"]);
  expect(await find('"script the run"')).toEqual([]);
});

test("a result has its matching sections and its parents", async () => {
  const { workspace, admin, spaceId } = await start();
  const ids = await publishPages(workspace, spaceId, pages);
  const { items } = await workspace.ok(admin, space.search, { spaceId, query: "root script" });
  expect(items).toMatchObject([
    {
      id: ids["guides/installing-the-agent"],
      path: "guides/installing-the-agent",
      ancestors: [{ title: "Guides" }],
      sections: [
        {
          id: "linux",
          title: "Linux",
          path: "guides/installing-the-agent#linux",
          body: "Run the script as root.",
        },
      ],
    },
  ]);
});

test("a search reflects changes, deletions and new titles", async () => {
  const { workspace, spaceId, find } = await start();
  const ids = await publishPages(workspace, spaceId, pages);
  expect(await find("alert")).toEqual(["Alerts"]);
  const alerts = ids["guides/alerts"] ?? "";
  await publish(workspace, spaceId, (tree) => withPage(tree, alerts, { title: "Notices" }));
  expect(await find("notices")).toEqual(["Notices"]);
  expect(await find("Alerts")).toEqual(["Notices"]);
  await publish(workspace, spaceId, (tree) => withoutPage(tree, alerts));
  expect(await find("alert")).toEqual([]);
  expect(await find("install")).toEqual(["Installing the agent"]);
});

test.each([
  ["de", "Häuser am Fluss", "haus"],
  ["ja", "監視エージェントを設定する", "設定"],
  ["fr", "Les chevaux de l’écurie", "cheval"],
] as const)("words are stemmed in the language of the space: %s", async (language, text, query) => {
  const { workspace, make, find } = await start();
  const id = await make("Elsewhere", language);
  await publishPages(workspace, id, [{ title: "Page", markdown: text }]);
  expect(await find(query, id)).toEqual(["Page"]);
});

test("a new language changes the stemming", async () => {
  const { workspace, admin, spaceId, find } = await start();
  await publishPages(workspace, spaceId, [{ title: "Seite", markdown: "Häuser am Fluss" }]);
  expect(await find("haus")).toEqual([]);
  await workspace.ok(admin, space.update, { spaceId, language: "de" });
  expect(await find("haus")).toEqual(["Seite"]);
});

test("results are paged, each page once", async () => {
  const { workspace, admin, spaceId } = await start();
  const drafts = Array.from({ length: 7 }, (_, at) => ({
    title: `Page ${at}`,
    markdown: `alert ${"more ".repeat(at)}`,
  }));
  await publishPages(workspace, spaceId, drafts);
  const seen: string[] = [];
  for (let token: string | undefined, first = true; first || token; first = false) {
    const asked = { spaceId, query: "alert", limit: 3, ...(token && { page: token }) };
    const { items, next } = await workspace.ok(admin, space.search, asked);
    seen.push(...items.map(({ title }) => title));
    token = next?.page;
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
});

test("spaces with equal results are paged, each once", async () => {
  const { workspace, admin, organizationId, spaceId } = await start();
  await publishPages(workspace, spaceId, [{ title: "Alerts", markdown: "An alert." }]);
  // The copies have pages with the same ids, which do not determine the order of their spaces.
  for (let count = 0; count < 5; count++) await workspace.ok(admin, space.duplicate, { spaceId });
  await workspace.service.jobs.finish();
  const seen: string[] = [];
  for (let token: string | undefined, first = true; first || token; first = false) {
    const asked = { organizationId, query: "alert", limit: 2, ...(token && { page: token }) };
    const { items, next } = await workspace.ok(admin, organization.search, asked);
    seen.push(...items.map(({ id }) => id));
    token = next?.page;
  }
  expect(seen).toHaveLength(6);
  expect(seen).toEqual([...new Set(seen)].sort());
});

test("an organization search covers only readable content", async () => {
  const { workspace, organizationId, admin, spaceId, make } = await start();
  const other = await make("Handbook", "de");
  const closed = await make("Closed");
  await publishPages(workspace, spaceId, pages);
  await publishPages(workspace, other, [{ title: "Agent", markdown: "agent agent" }]);
  await publishPages(workspace, closed, [{ title: "Agent", markdown: "agent" }]);
  await workspace.ok(admin, space.update, { spaceId: closed, defaultLevel: null });
  const elsewhere = await workspace.organization();
  const stranger = await workspace.member(elsewhere, "admin");
  const reader = await workspace.member(organizationId, "read");
  const asked = { organizationId, query: "agent" };
  const { items } = await workspace.ok(reader, organization.search, asked);
  expect(items.map(({ title, pages: found }) => [title, found.length])).toEqual([
    ["Handbook", 1],
    ["Guide", 2],
  ]);
  const all = await workspace.ok(admin, organization.search, asked);
  expect(all.items.map(({ title }) => title)).toContain("Closed");
  const refused = await workspace.refused(stranger, organization.search, asked);
  expect(refused).toMatchObject({ status: 404 });
});

test("an empty search, or one of punctuation, is refused or finds nothing", async () => {
  const { workspace, admin, spaceId, find } = await start();
  await publishPages(workspace, spaceId, pages);
  const blank = { spaceId, query: "  " };
  expect(await workspace.refused(admin, space.search, blank)).toMatchObject({ status: 400 });
  for (const query of ['"', "***", "AND", 'a" OR space:"', "title:agent", "NEAR(", "-"]) {
    expect(Array.isArray(await find(query))).toBe(true);
  }
  expect(await find("***")).toEqual([]);
});

/** A page with more sections than are removed with their space at once. */
const large = {
  title: "Large",
  markdown: Array.from({ length: 301 }, (_, at) => `## Agent ${at}\n\nText.\n`).join("\n"),
};

async function listIndexedSpaces(db: Queries): Promise<readonly string[]> {
  const { rows } = await sql<{
    space_id: string;
  }>`select distinct space_id from search_sections union select space_id from search_spaces
    union select space_id from search_pages`.execute(db);
  return rows.map(({ space_id }) => space_id);
}

slowTest("the index does not contain purged spaces", async () => {
  const { workspace, admin, organizationId, spaceId, find } = await start(await openWorkspace());
  await publishPages(workspace, spaceId, [large]);
  await find("agent");
  await workspace.ok(admin, space.remove, { spaceId });
  expect(await listIndexedSpaces(workspace.db)).toEqual([spaceId]);
  workspace.passDays(8);
  await workspace.ok(admin, space.list, { organizationId });
  expect(await listIndexedSpaces(workspace.db)).toEqual([]);
});

test.skipIf(onPostgres)(
  "a deleted space is removed from the index, and found after a restore",
  async () => {
    const { workspace, admin, make, spaceId, find } = await start(await openWorkspace());
    const other = await make("Other");
    for (const id of [spaceId, other]) {
      await publishPages(workspace, id, pages);
      expect(await find("agent", id)).toEqual(["Installing the agent", "Alerts"]);
    }
    await workspace.ok(admin, space.remove, { spaceId });
    expect(await listIndexedSpaces(workspace.db)).toEqual([other]);
    const rest = await sql`select rowid from search_words where search_words match 'agent'
      and rowid not in (select id from search_sections)`.execute(workspace.db);
    expect(rest.rows).toEqual([]);
    await workspace.ok(admin, space.restore, { spaceId });
    expect(await find("agent")).toEqual(["Installing the agent", "Alerts"]);
    expect(await find("agent", other)).toEqual(["Installing the agent", "Alerts"]);
  },
);

slowTest(
  "a space that is deleted while it is indexed is found completely after a restore",
  async () => {
    const { workspace, admin, spaceId, find } = await start();
    const many = Array.from({ length: 250 }, (_, at) => ({
      title: `Page ${at}`,
      markdown: at % 100 === 0 ? "An agent." : "Text.",
    }));
    await publishPages(workspace, spaceId, many);
    const search = workspace.ask(admin, space.search, { spaceId, query: "agent" });
    await workspace.ok(admin, space.remove, { spaceId });
    await search;
    await workspace.ok(admin, space.restore, { spaceId });
    expect((await find("agent")).toSorted()).toEqual(["Page 0", "Page 100", "Page 200"]);
  },
);

// On PostgreSQL, the tables exist from the start.
test.skipIf(onPostgres)(
  "the deletion of a space that was never searched creates no index",
  async () => {
    const { workspace, admin, spaceId } = await start(await openWorkspace());
    await workspace.ok(admin, space.remove, { spaceId });
    const tables = sql`select 1 from sqlite_schema where name like 'search%'`;
    expect((await tables.execute(workspace.db)).rows).toEqual([]);
  },
);

describe("a misspelled word", () => {
  test.each(
    sample(
      [
        ["instll", ["Installing the agent"]],
        ["intsaller", ["Installing the agent"]],
        ["installler windws", ["Installing the agent"]],
        ["dahsboards", ["Alerts"]],
        ["Woken nightt", ["Alerts"]],
        // Each word is corrected on its own, also if the others match.
        ["install agnt", ["Installing the agent"]],
        ["agent instll", ["Installing the agent"]],
        ["dahsboards install", ["Installing the agent", "Alerts"]],
        ["dashboards zzzzzzzz", ["Alerts"]],
        // A short word has too many neighbors, and a phrase is searched as written.
        ["rot", []],
        ['"instll"', []],
        ["zzzzzzzz", []],
      ],
      4,
    ),
  )("%s finds pages with a similar word", async (query, titles) => {
    const { workspace, spaceId, find } = await start();
    await publishPages(workspace, spaceId, pages);
    expect(await find(query)).toEqual(titles);
  });

  slowTest("is corrected, wherever it stands in a query of two words", async () => {
    const { workspace, spaceId, find } = await start();
    await publishPages(workspace, spaceId, pages);
    const random = randomFrom();
    const words = ["installer", "windows", "script", "package"];
    for (let round = 0; round < amount({ short: 20, full: 400 }); round++) {
      const [right, word] = [random.pick(words), random.pick(words)];
      const at = 1 + random.below(word.length - 2);
      const wrong = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
      const query = random.pick([`${right} ${wrong}`, `${wrong} ${right}`]);
      expect({ seed: random.seed, query, titles: await find(query) }).toEqual({
        ...{ seed: random.seed, query, titles: ["Installing the agent"] },
      });
    }
  });

  test("is corrected to words of the searched spaces only", async () => {
    const { workspace, make, spaceId, find } = await start();
    await publishPages(workspace, spaceId, pages);
    const other = await make("Other");
    await publishPages(workspace, other, [{ title: "Cooking", markdown: "Add cinnamon.\n" }]);
    expect(await find("cinamon")).toEqual([]);
    expect(await find("cinamon", other)).toHaveLength(1);
    expect(await find("instll", other)).toEqual([]);
  });
});

test("spaces with equal results are listed by id, each on one page", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) {
    const id = await make("Equal");
    await publishPages(workspace, id, [{ title: "Wrench", markdown: "A wrench.\n" }]);
    ids.push(id);
  }
  const listed: string[] = [];
  for (let page: string | undefined; ; ) {
    const asked = {
      organizationId,
      query: "wrench",
      limit: 1,
      ...(page !== undefined && { page }),
    };
    const { items, next } = await workspace.ok(admin, organization.search, asked);
    listed.push(...items.map(({ id }) => id));
    page = next?.page;
    if (page === undefined) break;
  }
  expect(listed).toEqual(ids.toSorted());
});
