import { expect, test } from "vitest";
import { findColumnTitles } from "../../../src/app/output/column-titles.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

test("titles are found for ids in columns that refer to resources, also in lists and objects", async () => {
  const { client, sent } = openScriptedClient(({ line }) => {
    const id = /S\d/.exec(line)?.[0];
    return id === "S4" ? 404 : { id, title: `Title of ${id}` };
  });
  const columns = [
    { header: "SPACE", path: "space", refers: "space" },
    { header: "SPACES", path: "more.spaces", refers: "space" },
    { header: "ID", path: "id" },
  ] as const;
  const rows = [
    { id: "S9", space: "S1", more: { spaces: ["S2", "S3"] } },
    { id: "S8", space: null, more: { spaces: ["S4", 5, "S1"] } },
    { id: "S7" },
  ];
  const titles = await findColumnTitles(client, columns, rows, {});
  expect(Object.fromEntries(titles)).toEqual({
    S1: "Title of S1",
    S2: "Title of S2",
    S3: "Title of S3",
  });
  expect(sent.map((line) => /S\d/.exec(String(line))?.[0]).sort()).toEqual([
    "S1",
    "S2",
    "S3",
    "S4",
  ]);
});
