import { beforeAll, describe, expect, test } from "vitest";
import type { ContentChange } from "../../../../../src/contract/cr-content.model.ts";
import { parseMarkdown, writeMarkdown } from "../../../../../src/document/markdown.ts";
import {
  commitProposal,
  prepareProposal,
  proposeEdit,
} from "../../../../../src/service/areas/change-requests/proposals/propose-edit.ts";
import { readTree } from "../../../../../src/service/areas/content/revisions.ts";
import {
  getDocuments,
  putDocuments,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { createId } from "../../../../../src/service/core/ids.ts";
import { readChangeRequest } from "../../../../../src/service/core/rows/change-request-rows.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { type Desk, openDesk } from "../../../../support/organizations/changes.ts";
import { page } from "../../../../support/organizations/content.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});

interface Sent {
  readonly block: number;
  readonly markdown: string;
}

/** Proposes an edit of a page with this text, and returns the blocks of each request. */
async function propose(markdown: string, respond: (blocks: readonly Sent[]) => unknown) {
  const { db } = desk.workspace;
  const [document = ""] = await putDocuments(db, desk.spaceId, [parseMarkdown(markdown)]);
  const requests: (readonly Sent[])[] = [];
  const complete = async (messages: readonly { readonly content: string }[]) => {
    const { page: blocks } = JSON.parse(messages[1]?.content ?? "");
    requests.push(blocks);
    const response = respond(blocks);
    return typeof response === "string" ? response : JSON.stringify({ edits: response });
  };
  const change = await proposeEdit(
    { db, caller: desk.admin, newId: createId, complete },
    {
      spaceId: desk.spaceId,
      page: page("p1", { title: "Guide", document }),
      task: { instructions: ["Fix it."], data: {} },
    },
  );
  const edited =
    change?.operation === "update_page" && change.document && "document" in change.document
      ? writeMarkdown(change.document.document)
      : undefined;
  return { requests, edited, page: change?.operation === "update_page" ? change.page : undefined };
}

describe("a proposed edit", () => {
  const text = "# Title\n\nOne\n\nTwo\n\nThree\n";
  const all = ["# Title", "One", "Two", "Three"];

  test.each<[string, readonly Sent[], string | undefined]>([
    ["no edit", [], undefined],
    ["an edit without a change", [{ block: 2, markdown: "One" }], undefined],
    ["one block", [{ block: 2, markdown: "First" }], "# Title\n\nFirst\n\nTwo\n\nThree\n"],
    [
      "blocks in any order, with more and fewer blocks",
      [
        { block: 4, markdown: "Last" },
        { block: 2, markdown: "A\n\nB" },
        { block: 3, markdown: "" },
      ],
      "# Title\n\nA\n\nB\n\nLast\n",
    ],
  ])("changes %s", async (_, edits, expected) => {
    const { requests, edited, page: id } = await propose(text, () => edits);
    expect(requests).toEqual([all.map((markdown, at) => ({ block: at + 1, markdown }))]);
    expect([edited, id]).toEqual([expected, expected === undefined ? undefined : "p1"]);
  });

  test("is made in parts of at most 8,000 characters, without longer blocks", async () => {
    const [half, rest, long, whole] = [4000, 4001, 8001, 8000].map((length) => "x".repeat(length));
    const { requests, edited } = await propose(
      [half, half, "y", long, rest, half, whole].join("\n\n"),
      (blocks) => blocks.map(({ block }) => ({ block, markdown: `New ${block}` })),
    );
    expect(requests.map((blocks) => blocks.map(({ block }) => block))).toEqual([
      [1, 2],
      [3, 5],
      [6],
      [7],
    ]);
    expect(edited?.trim().split("\n\n")).toEqual([
      ...["New 1", "New 2", "New 3", long, "New 5", "New 6", "New 7"],
    ]);
  });

  slowTest("is not made of a page with more than ten parts", async () => {
    const block = "x".repeat(8000);
    const build = (count: number) => Array.from({ length: count }, () => block).join("\n\n");
    expect((await propose(build(10), () => [])).requests).toHaveLength(10);
    let requests = 0;
    const run = propose(build(11), () => {
      requests++;
      return [];
    });
    await expect(run).rejects.toMatchObject({
      status: 409,
      message: 'The page "Guide" is too long for the language model.',
    });
    expect(requests).toBe(0);
  });

  test("is not made from a response without edits", async () => {
    await expect(propose(text, () => "Nothing.")).rejects.toMatchObject({
      status: 502,
      message: 'The language model did not return valid edits for the page "Guide".',
    });
  });
});

slowTest("a proposal changes the pages that were not edited in the meantime", async () => {
  const { workspace, spaceId, admin } = desk;
  const { db, now } = workspace;
  const [one = "", two = "", three = ""] = await desk.publish(
    { title: "One", markdown: "1" },
    { title: "Two", markdown: "2" },
    { title: "Three", markdown: "3" },
  );
  const id = await desk.begin();
  const write = (pageId: string, markdown: string): ContentChange => ({
    ...{ operation: "update_page", page: pageId, document: { markdown } },
  });
  const call = { db, now, caller: admin, newId: createId, enqueue: async () => {} };
  const prepare = async (...changes: ContentChange[]) =>
    prepareProposal(call, await readChangeRequest(db, spaceId, id), changes);
  const commit = async (proposal: Awaited<ReturnType<typeof prepare>>) =>
    db.transaction().execute(async (transaction) => {
      const row = await readChangeRequest(transaction, spaceId, id);
      return commitProposal({ ...call, db: transaction } as never, row, proposal);
    });
  const read = async () => {
    const { revision } = await desk.get(id);
    const pages = [...getTreeIndex(await readTree(db, revision)).pages.values()].slice(-3);
    const hashes = pages.flatMap((treePage) => treePage.page.document ?? []);
    const documents = await getDocuments(db, spaceId, hashes);
    return pages.map((treePage) => {
      const document = documents.get(treePage.page.document ?? "");
      return document && writeMarkdown(document).trim();
    });
  };
  const proposal = await prepare(write(one, "A"), write(two, "2"), write(three, "C"));
  // An edit to the same text is no change.
  expect([...proposal.pages.keys()]).toEqual([one, three]);
  await desk.write(id, three, "Edited");
  expect(await commit(proposal)).toBe(1);
  expect(await read()).toEqual(["A", "2", "Edited"]);
  const { revision } = await desk.get(id);
  expect(await commit(proposal)).toBe(0);
  expect((await desk.get(id)).revision).toBe(revision);
});
