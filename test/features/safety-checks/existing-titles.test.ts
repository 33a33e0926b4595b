import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { UsageError } from "../../../src/errors.ts";
import {
  ExistingTitles,
  isTitledKind,
  lockCreations,
} from "../../../src/features/safety-checks/existing-titles.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

test("teams, collections, spaces and sites have titles", () => {
  const kinds = ["team", "collection", "space", "site", "member", "link", "section"];
  expect(kinds.filter(isTitledKind)).toEqual(["team", "collection", "space", "site"]);
});

describe("the resources with a title", () => {
  const open = (isFresh?: (kind: string) => boolean) => {
    const items = [
      { id: "1", title: "Guide" },
      { id: "2", title: "guide" },
      { id: "3", title: "Guide", deletedAt: "2026" },
      { id: "4", title: "Guide", deletedAt: null },
    ];
    const { client, sent } = openScriptedClient(() => ({ items }));
    return { titles: new ExistingTitles(client, "O1", isFresh), sent };
  };

  test.each([
    ["team", "/orgs/O1/teams"],
    ["collection", "/orgs/O1/collections"],
    ["space", "/orgs/O1/spaces"],
    ["site", "/orgs/O1/sites"],
  ] as const)("are read once for the kind %s, without deleted ones", async (kind, path) => {
    const { titles, sent } = open();
    const found = await Promise.all([titles.find(kind, "Guide"), titles.find(kind, "Guide")]);
    for (const all of found) expect(all.map(({ id }) => id)).toEqual(["1", "4"]);
    expect(await titles.find(kind, "Other")).toEqual([]);
    expect(sent).toEqual([`GET ${path}?limit=1000`]);
  });

  test("are read again for each title of a fresh kind", async () => {
    const { titles, sent } = open((kind) => kind === "space");
    for (const kind of ["space", "space", "team", "team"] as const)
      await titles.find(kind, "Guide");
    expect(sent.map(String).toSorted()).toEqual([
      ...["GET /orgs/O1/spaces?limit=1000", "GET /orgs/O1/spaces?limit=1000"],
      "GET /orgs/O1/teams?limit=1000",
    ]);
  });
});

describe("the lock of creations", () => {
  const lock = async (baseUrl: string, organizationId: string, errors: readonly Error[] = []) => {
    const folder = join(temporaryFolder(), "settings");
    const paths: string[] = [];
    const rest = [...errors];
    const context = createPartial<Context>({
      settings: { baseUrl: { value: baseUrl } },
      store: { path: folder },
      lockFile: async (path: string) => {
        expect(existsSync(folder)).toBe(true);
        paths.push(path.slice(folder.length + 1));
        const error = rest.shift();
        if (error !== undefined) throw error;
        return async () => void paths.push("released");
      },
    });
    const release = await lockCreations(context, organizationId);
    await release();
    return paths;
  };

  test("is that of the platform and the organization", async () => {
    const [first, released] = await lock("https://a.example", "O1");
    expect([first, released]).toEqual([
      expect.stringMatching(/^creations-[0-9a-f]{16}$/),
      "released",
    ]);
    expect((await lock("https://a.example", "O1"))[0]).toBe(first);
    expect((await lock("https://a.example", "O2"))[0]).not.toBe(first);
    expect((await lock("https://b.example", "O1"))[0]).not.toBe(first);
  });

  slowTest("is waited for while another run has it", async () => {
    expect(await lock("https://a.example", "O1", [new UsageError("Taken.")])).toHaveLength(3);
  });

  test("reports other errors at once", async () => {
    await expect(lock("https://a.example", "O1", [new Error("No space.")])).rejects.toThrow(
      "No space.",
    );
  });
});
