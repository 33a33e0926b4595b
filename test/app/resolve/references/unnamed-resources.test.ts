import { expect, test } from "vitest";
import { listUnnamed } from "../../../../src/app/resolve/references/unnamed-resources.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const comment = (more: object) => ({
  id: "K1",
  body: { markdown: "Fix this." },
  postedBy: { displayName: "Ada" },
  postedAt: "2026-01-01T00:00:00Z",
  status: "open",
  ...more,
});

test.each([
  [{}, {}],
  [{ body: { markdown: "  Fix\n\n this.\t Now " } }, { title: "Fix this. Now" }],
  [{ body: { markdown: "" } }, { title: "(no text)" }],
  [{ body: { markdown: " \n " } }, { title: "(no text)" }],
  [{ body: undefined }, { title: "(no text)" }],
  [{ status: undefined }, { path: "Ada" }],
  [{ postedBy: undefined }, { path: "open" }],
  [{ postedBy: {}, status: "" }, { path: "" }],
  [{ postedAt: undefined }, { updated: "" }],
])("a comment with %j", async (more, shown) => {
  const { client, sent } = openScriptedClient(() => ({ items: [comment(more)] }));
  expect(await listUnnamed("comment", { spaceId: "S1" }, async () => client)).toEqual([
    { id: "K1", title: "Fix this.", path: "Ada, open", updated: "2026-01-01T00:00:00Z", ...shown },
  ]);
  expect(sent).toHaveLength(1);
});

test.each([
  [{ spaceId: "S1" }, "/spaces/S1/comments"],
  [{ spaceId: "S1", changeRequestId: "C1" }, "/spaces/S1/change-requests/C1/comments"],
])("all pages of the comments of %j are listed in order", async (within, path) => {
  const { client, sent } = openScriptedClient(({ line }) =>
    line.includes("page=")
      ? { items: [comment({ id: "K3" })] }
      : { items: [comment({ id: "K1" }), comment({ id: "K2" })], next: { page: "2" } },
  );
  const all = await listUnnamed("comment", within, async () => client);
  expect(all.map(({ id }) => id)).toEqual(["K1", "K2", "K3"]);
  expect(sent.map((line) => new URL(String(line).slice(4), "http://x").pathname)).toEqual([
    path,
    path,
  ]);
});

test.each([
  ["comment", {}],
  ["comment", { changeRequestId: "C1" }],
  ["revision", { spaceId: "S1" }],
  ["space", { spaceId: "S1" }],
] as const)("no %s is listed in %j, without a request", async (noun, within) => {
  const { client, sent } = openScriptedClient();
  expect(await listUnnamed(noun, within, async () => client)).toEqual([]);
  expect(sent).toEqual([]);
});
