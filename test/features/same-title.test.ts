import { describe, expect, test } from "vitest";
import {
  openTitleQuestion,
  openTitleWarning,
  type TitledNoun,
} from "../../src/features/same-title.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

slowTest("a second resource with the same title is created only after a confirmation", async () => {
  const tome = openTome();
  for (const noun of ["team", "space", "collection", "site"]) {
    await tome(`${noun} create --title Writers --local`);
    const declined = await tome(`${noun} create --title Writers --local`, { answers: ["n"] });
    expect([declined.code, declined.stderr]).toEqual([
      3,
      expect.stringContaining(`Another ${noun} has the title "Writers".`),
    ]);
    const count = async () => JSON.parse((await tome(`${noun} list --local --json`)).stdout).length;
    expect(await count()).toBe(1);
    // Scripts use ids.
    await tome(`${noun} create --title Writers --local`);
    expect(await count()).toBe(2);
    await tome(`${noun} create --title Writers --yes --local`, { answers: [] });
    expect(await count()).toBe(3);
  }
});

slowTest(
  "a second share link, MCP server, section group or webhook with the same name is confirmed too",
  async () => {
    const tome = openTome({ withSample: true });
    const site = ["--site", "Lumen documentation"];
    for (const [line, sentence] of [
      [
        ["site", "share-link", "create", "--name", "Partners", ...site],
        'Another share link has the name "Partners". Commands need an id to tell them apart.',
      ],
      [
        ["site", "mcp-server", "create", "--name", "Orders", "--url", "https://a.example", ...site],
        'Another MCP server has the name "Orders". Commands need an id to tell them apart.',
      ],
      [
        ["site", "section-group", "create", "--title", "Partners", ...site],
        'Another section group has the title "Partners". Commands need an id or a path to tell them apart.',
      ],
      [
        ["org", "webhook", "create", "https://hooks.example/tome"],
        'Another webhook has the URL "https://hooks.example/tome". Commands need an id to tell them apart.',
      ],
    ] as const) {
      expect((await tome([...line, "--local"])).code).toBe(0);
      const declined = await tome([...line, "--local"], { answers: ["n"] });
      expect([declined.code, declined.stderr]).toEqual([3, expect.stringContaining(sentence)]);
      const confirmed = await tome([...line, "--local"], { answers: ["y"] });
      expect([confirmed.code, confirmed.stderr]).toEqual([0, expect.not.stringContaining("undo")]);
    }
  },
);

test("an ambiguous name is chosen from a list on a terminal", async () => {
  const tome = openTome();
  for (let count = 0; count < 2; count++) await tome("team create --title Writers --local");
  const picked = await tome("team get Writers --local --json id,title", {
    answers: ["1"],
    env: { TOME_ACCESSIBLE: "1" },
  });
  expect([picked.code, picked.stderr]).toEqual([0, expect.stringContaining("Which team?")]);
  const refused = await tome("team get Writers --local");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("0 members")]);
});

describe("the resources with a title", () => {
  const open = (titles: readonly string[], options: object = {}) => {
    const lookUps: unknown[] = [];
    const { context } = openScriptedContext({
      ...options,
      more: {
        candidates: async (...args: unknown[]) => {
          lookUps.push(args);
          return titles.map((title) => ({ title }));
        },
      },
    });
    return { context, lookUps };
  };

  test.each<readonly [TitledNoun, object, readonly string[], string | undefined]>([
    ["space", { title: "Guide" }, [], undefined],
    ["space", { title: "Guide" }, ["guide", "Guides"], undefined],
    ["space", {}, [""], undefined],
    [
      "space",
      { title: "Guide" },
      ["Guide"],
      'Another space has the title "Guide". Commands need an id or a path to tell them apart. Create it anyway?',
    ],
    [
      "team",
      { title: "Docs" },
      ["Docs", "x", "Docs"],
      '2 other teams have the title "Docs". Commands need an id to tell them apart. Create it anyway?',
    ],
    [
      "provider",
      { label: "Okta", title: "x" },
      ["Okta"],
      'Another SAML provider has the label "Okta". Commands need an id to tell them apart. Create it anyway?',
    ],
  ])("%s with %j among %j", async (noun, input, titles, expected) => {
    expect(await openTitleQuestion(noun)(open(titles).context, input as never)).toBe(expected);
  });

  test("are looked up in the organization and the site", async () => {
    const { context, lookUps } = open([]);
    const input = { name: "Press", organizationId: "O1", siteId: "X1" };
    await openTitleQuestion("shareLink")(context, input);
    await openTitleQuestion("shareLink")(context, { name: "Press" });
    const nowhere = { organizationId: undefined, siteId: undefined };
    expect(lookUps).toEqual([
      ["shareLink", { organizationId: "O1", siteId: "X1" }],
      ["shareLink", nowhere],
    ]);
  });

  const warning =
    'Another space has the title "Guide". Commands need an id or a path to tell them apart. To remove the new space: tome undo';
  test.each<readonly [object, readonly string[], string | undefined]>([
    [{ screen: true }, ["Guide", "Guide"], warning],
    [{ screen: true }, ["Guide"], undefined],
    [{ screen: true }, [], undefined],
    [{ screen: true, yes: true, confirms: true }, ["Guide", "Guide"], warning],
    [{ screen: true, confirms: true }, ["Guide", "Guide"], undefined],
    [{ screen: false }, ["Guide", "Guide"], undefined],
    [{ screen: false, yes: true, confirms: true }, ["Guide", "Guide"], undefined],
  ])("are warned about after the creation: %j, %j", async (options, titles, expected) => {
    const { context, lookUps } = open(titles, options);
    expect(await openTitleWarning("space")(context, { title: "Guide" })).toBe(expected);
    if (!("screen" in options && options.screen)) expect(lookUps).toEqual([]);
  });
});
