/** References to revisions and comments by their position. */
import { describe, expect, test } from "vitest";
import { findByPosition } from "../../../../src/app/resolve/references/position.ts";
import {
  openScriptedClient,
  type ScriptedRequest,
} from "../../../support/network/scripted-client.ts";

/** A platform with this number of comments on pages of at most this size, and with these revisions. */
function openPlatform(comments: number, largestPage: number, revisions = 0) {
  return openScriptedClient(({ line }: ScriptedRequest) => {
    const url = new URL(line.replace("GET ", "http://x"));
    if (/\/comments$/.test(url.pathname)) {
      const start = Number(url.searchParams.get("page") ?? 0);
      const size = Math.min(Number(url.searchParams.get("limit")), largestPage);
      const end = Math.min(start + size, comments);
      const items = Array.from({ length: end - start }, (_, at) => ({ id: `K${start + at}` }));
      return { items, ...(end < comments && { next: { page: String(end) } }) };
    }
    const [, at] = /\/revisions\/R(\d+)$/.exec(url.pathname) ?? [];
    if (at === undefined) return { revision: "R0" };
    return { parents: Number(at) + 1 < revisions ? [`R${Number(at) + 1}`, "other"] : [] };
  });
}

const within = { spaceId: "S1" };
const inRequest = { ...within, changeRequestId: "C1" };

describe.each([
  ["of a space", within],
  ["of a change request", inRequest],
])("a comment %s", (_, location) => {
  test.each(
    [1, 2, 3, 1000].flatMap((size) => [0, 1, 2, 3, 6].map((back) => [back, size] as const)),
  )("that is %i before the latest is found, with %i comments on a page", async (back, size) => {
    const { client } = openPlatform(7, size);
    for (const word of back === 0 ? ["latest", "latest~0"] : [`latest~${back}`]) {
      const asked = { of: ["comment"] as const, word, label: "<comment>", within: location };
      expect(await findByPosition(asked, client)).toEqual({ noun: "comment", id: `K${back}` });
    }
  });

  test.each([
    [0, "latest", "There are 0 comments."],
    [1, "latest~1", "There is 1 comment."],
    [7, "latest~7", "There are 7 comments."],
  ])("of %i is not found with %s", async (count, word, message) => {
    const { client } = openPlatform(count, 3);
    const asked = { of: ["comment"] as const, word, label: "<comment>", within: location };
    await expect(findByPosition(asked, client)).rejects.toThrow(
      `No comment matches "${word}". ${message}`,
    );
  });
});

test.each([
  ["latest", "1"],
  ["latest~2", "3"],
  ["latest~998", "999"],
  ["latest~1500", "1000"],
])("%s requests only as many comments as it needs, at most a page: %s", async (word, limit) => {
  const { client, sent } = openPlatform(2000, 1000);
  await findByPosition({ of: ["comment"], word, label: "<comment>", within }, client);
  expect(new URL(String(sent[0]).replace("GET ", "http://x")).searchParams.get("limit")).toBe(
    limit,
  );
});

describe("a revision", () => {
  test.each([0, 1, 2])("that is %i before the latest is found by its parents", async (back) => {
    const { client, sent } = openPlatform(0, 1, 3);
    const asked = {
      of: ["revision"] as const,
      word: `latest~${back}`,
      label: "--revision",
      within,
    };
    expect(await findByPosition(asked, client)).toEqual({ noun: "revision", id: `R${back}` });
    expect(sent).toHaveLength(1 + back);
  });

  test.each([
    [1, "latest~1", "The space has 1 revision; the oldest is latest."],
    [3, "latest~3", "The space has 3 revisions; the oldest is latest~2."],
    [3, "latest~9", "The space has 3 revisions; the oldest is latest~2."],
  ])("of %i is not found with %s", async (count, word, message) => {
    const { client } = openPlatform(0, 1, count);
    const asked = { of: ["revision"] as const, word, label: "--revision", within };
    await expect(findByPosition(asked, client)).rejects.toThrow(
      `No revision matches --revision "${word}". ${message}`,
    );
  });
});

test.each(["comment", "revision"] as const)(
  "without a terminal, a position of a %s selects nothing to delete, and nothing is sent",
  async (noun) => {
    const { client, sent } = openPlatform(7, 3, 3);
    const asked = { of: [noun], word: "latest", label: "<x>", within, strict: true };
    await expect(findByPosition(asked, client)).rejects.toThrow(
      "Without a terminal for confirmation, this command accepts only the id.",
    );
    expect(sent).toEqual([]);
  },
);
