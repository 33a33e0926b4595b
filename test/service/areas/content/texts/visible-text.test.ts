/** Targets of references that a visitor sees, in many texts and in those that cannot be evaluated. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  findInclusions,
  loadTextReferences,
} from "../../../../../src/service/areas/content/texts/inclusions.ts";
import {
  loadTextSpaces,
  type TextSpace,
} from "../../../../../src/service/areas/content/texts/text-spaces.ts";
import {
  findTargets,
  getKey,
  type ListTargets,
  removeVisibleTargets,
} from "../../../../../src/service/areas/content/texts/visible-text.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { countFullTurns } from "../../../../support/machine/count-turns.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { onPostgres } from "../../../../support/platforms/postgres/databases.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

let fixture: SitesFixture;
beforeAll(async () => {
  fixture = await openSitesFixture();
});

/** On PostgreSQL, further turns start while the database responds. */
const testTurns = test.skipIf(onPostgres);

const beta = "visitor.claims.beta";
const when = (condition: string, text: string) => `{% if ${condition} %}\n${text}\n{% endif %}\n`;

const listFiles: ListTargets = (references) =>
  references.flatMap((ref) => (ref.kind === "file" ? ref.file : []));
const toFile = (file: string): ContentReference => ({ kind: "file", file });

function createWork() {
  return { db: fixture.workspace.db, caller: "site" };
}

const put = (spaceId: string, markdown: string) =>
  putDocument(fixture.workspace.db, spaceId, parseMarkdown(markdown));

async function openSpace(spaceId: string, content: ContentTree): Promise<TextSpace> {
  const spaces = await loadTextSpaces(fixture.workspace.db, [spaceId], async () => content);
  const [space] = spaces;
  if (!space) throw new Error(`The space ${spaceId} was not loaded.`);
  return space;
}

/** @returns the remaining targets, and whether all texts were evaluated */
async function remove(
  space: TextSpace,
  targets: readonly string[],
  claims: Readonly<Record<string, boolean>> = {},
) {
  const remaining = new Set(targets);
  const isComplete = await removeVisibleTargets(createWork(), remaining, {
    visitor: { site: "site", spaces: new Set([space.space.id]), claims },
    spaces: [space],
    find: (source) => findTargets(createWork(), source, listFiles),
    listTargets: listFiles,
  });
  return { remaining: [...remaining], isComplete };
}

slowTest("targets are found in settings of pages, and in texts under any condition", async () => {
  const spaceId = await fixture.space("Guide");
  const document = await put(spaceId, `![](/files/a)\n\n${when("false", "![](/files/b)")}`);
  const cover = { ref: toFile("c"), refDark: toFile("d"), yPos: 0 };
  const content = tree(
    [
      page("text", { document, cover }),
      page("plain", { document: await put(spaceId, "Text.") }),
      page("link", { type: "link", target: toFile("e") }),
    ],
    { reusableContents: [{ id: "r", title: "r", document: await put(spaceId, "![](/files/a)") }] },
  );
  expect(await findTargets(createWork(), { id: spaceId, tree: content }, listFiles)).toEqual({
    inSettings: new Set(["c", "d", "e"]),
    inTexts: new Map([
      ["text", ["a", "b"]],
      ["r", ["a"]],
    ]),
    textsByTarget: new Map([
      ["a", ["text", "r"]],
      ["b", ["text"]],
    ]),
  });
});

test("the key of spaces names their content and the values of conditions", async () => {
  const spaceId = await fixture.space("Guide");
  const space = await openSpace(spaceId, tree([page("a")]));
  const renamed = { ...space, space: { ...space.space, title: "Other" } };
  const changed = { ...space, tree: tree([page("a")]) };
  const keys = [[], [space], [space, space], [renamed], [changed]].map(getKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(getKey([{ ...space }])).toBe(getKey([space]));
});

test("a text that cannot be read fails, and its targets are not taken for hidden", async () => {
  const { db } = fixture.workspace;
  const spaceId = await fixture.space("Guide");
  const document = await put(spaceId, when(beta, "![](/files/a)"));
  const space = await openSpace(spaceId, tree([page("text", { document })]));
  expect(await remove(space, ["a", "b"])).toEqual({ remaining: ["a", "b"], isComplete: true });
  expect(await remove(space, ["a", "b"], { beta: true })).toEqual({
    ...{ remaining: ["b"], isComplete: true },
  });
  const { body } = await db
    .selectFrom("documents")
    .select("body")
    .where("space_id", "=", spaceId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("documents")
    .set({ body: body.slice(1) })
    .where("space_id", "=", spaceId)
    .execute();
  await expect(remove(space, ["a", "b"])).rejects.toThrow(SyntaxError);
});

describe("in turns with the work of other callers,", () => {
  async function createContent(spaceId: string, texts: number): Promise<ContentTree> {
    const document = await put(spaceId, "![](/files/a)");
    const reusableContents = [{ id: "r", title: "r", document }];
    const pages = Array.from(
      { length: texts - 1 },
      (_, at): ContentPage => page(`p${at}`, { document }),
    );
    return tree(pages, { reusableContents });
  }

  /** @returns the turns of work on many texts beyond those of the same work on a few */
  async function countMore(
    run: (space: TextSpace) => Promise<unknown>,
    prepare: (space: TextSpace) => Promise<unknown>,
  ): Promise<number> {
    const spaceId = await fixture.space("Guide");
    const counts = [];
    for (const texts of [4000, 499]) {
      const space = await openSpace(spaceId, await createContent(spaceId, texts));
      await prepare(space);
      counts.push(await countFullTurns(() => run(space)));
    }
    const [many = 0, few = 0] = counts;
    return many - few;
  }

  const find = ({ space, tree: content }: TextSpace) =>
    findTargets(createWork(), { id: space.id, tree: content }, listFiles);
  const readReferences = ({ space, tree: content }: TextSpace) =>
    loadTextReferences(createWork(), space.id, content);

  testTurns("targets are found", async () => {
    expect(await countMore(find, readReferences)).toBeGreaterThanOrEqual(5);
  });

  testTurns("the texts that contain each other, and those with targets, are examined", async () => {
    const examine = async (space: TextSpace) => {
      const linkedTargets = await find(space);
      return () =>
        removeVisibleTargets(createWork(), new Set(["a"]), {
          visitor: { site: "site", spaces: new Set(), claims: {} },
          spaces: [space],
          find: async () => linkedTargets,
          listTargets: listFiles,
        });
    };
    const runs = new Map<TextSpace, () => Promise<boolean>>();
    const more = await countMore(
      async (space) => runs.get(space)?.(),
      async (space) => {
        await findInclusions(createWork(), space.space.id, space.tree);
        runs.set(space, await examine(space));
      },
    );
    // Both steps have a turn for each 500 texts.
    expect(more).toBeGreaterThanOrEqual(9);
  });
});
