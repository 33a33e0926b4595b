import { describe, expect, test } from "vitest";
import { MovedBlocks } from "../../../../../src/service/areas/git/export/moved-blocks.ts";
import { planChanges } from "../../../../../src/service/areas/git/export/plan-changes.ts";
import { GitPhases } from "../../../../../src/service/areas/git/phases.ts";
import { getOid } from "../../../../../src/service/engines/git/clone.ts";
import { slowTest } from "../../../../support/generators/amount.ts";

const oid = (text: string) => getOid(Buffer.from(text));

interface FileState {
  /** The id of its page or file. */
  readonly thing?: string;
  /** The text at the last synchronization. */
  readonly synced?: string;
  /** The text in the branch. */
  readonly branch?: string;
  /** The text that the space has now. */
  readonly now?: string;
  readonly isUnchanged?: true;
  readonly isBinary?: true;
  /** A block that leaves the file, with its source. */
  readonly left?: readonly [string, string];
  /** A block that the file gets. */
  readonly gets?: string;
}

interface Situation {
  readonly files: Readonly<Record<string, FileState>>;
  readonly pathsBefore?: readonly string[];
  readonly isSameRemote?: boolean;
  readonly force?: boolean;
}

/** A clone in memory, which has the files of the branch. */
async function plan({ files, isSameRemote = true, force = false, ...rest }: Situation) {
  const states = Object.entries(files);
  const paths = (name: "synced" | "branch" | "now") =>
    states.flatMap(([path, state]) => {
      const text = state[name];
      return text === undefined ? [] : [[path, state, text] as const];
    });
  const texts = new Map(paths("branch").map(([, , text]) => [oid(text), Buffer.from(text)]));
  const sizes: (readonly string[])[] = [];
  const bases: string[] = [];
  const left: string[] = [];
  const moved = new MovedBlocks();
  const result = await planChanges({
    project: {
      files: new Map(
        paths("now").map(([path, { thing, isUnchanged = false, isBinary, ...blocks }, text]) => [
          path,
          {
            ...(thing !== undefined && { thing }),
            ...(isBinary && { isBinary }),
            isUnchanged,
            async write(base) {
              bases.push(`${path} < ${base && Buffer.from(base).toString()}`);
              const moves = moved.of(thing ?? "");
              if (blocks.left) moves.left(...blocks.left);
              return Buffer.from(blocks.gets ? (moves.found(blocks.gets) ?? text) : text);
            },
          },
        ]),
      ),
      pathsBefore: rest.pathsBefore ?? paths("synced").map(([path]) => path),
      leave: (thing, base) => void left.push(`${thing}: ${Buffer.from(base).toString()}`),
    },
    moved,
    branch: new Map(paths("branch").map(([path, , text]) => [path, oid(text)])),
    synced: new Map(
      paths("synced").map(([path, { thing }, text]) => [path, { oid: oid(text), thing }]),
    ),
    ...{ isSameRemote, force },
    clone: {
      read: async (oids: readonly string[]) =>
        new Map(
          oids.flatMap((one) => {
            const bytes = texts.get(one);
            return bytes ? [[one, bytes]] : [];
          }),
        ),
      sizes: async (oids: readonly string[]) => {
        sizes.push(oids);
        return new Map();
      },
    },
    phases: new GitPhases(async () => undefined),
  });
  const changes = Object.fromEntries(
    [...result.changes].map(([path, bytes]) => [path, bytes && Buffer.from(bytes).toString()]),
  );
  const named = (hash: string) =>
    states
      .flatMap(([, state]) => [state.now, state.branch, state.synced])
      .find((text) => text !== undefined && oid(text) === hash);
  return {
    changes,
    conflicting: result.conflicting,
    files: result.files.map((file) => `${file.path} ${file.thing} ${named(file.oid)}`).sort(),
    written: result.written,
    behind: result.behind,
    bases,
    left,
    read: sizes.flat().map(named),
  };
}

const kept = { synced: "same", branch: "same", now: "same" };

test("only files of changed pages are written", async () => {
  expect(
    await plan({
      files: {
        "b.md": { thing: "changed", synced: "1\n2\n3\n", branch: "1\n2\n3\n", now: "1\nx\ny" },
        "a.md": { thing: "unchanged", ...kept, now: "reformatted", isUnchanged: true },
        "c.md": { thing: "new", now: "one\ntwo\n" },
        "d.md": { thing: "gone", synced: "gone", branch: "gone" },
        "e.png": { thing: "image", synced: "old", branch: "old", now: "newer", isBinary: true },
        "f.md": { thing: "equal", ...kept },
        "SUMMARY.md": { synced: "list", branch: "list", now: "" },
        ".gitbook.yaml": { synced: "root: .", branch: "root: ." },
        "other.txt": { branch: "other" },
      },
      pathsBefore: ["a.md", "b.md", "d.md", "e.png", "f.md", "SUMMARY.md", "never.md"],
    }),
  ).toEqual({
    changes: {
      "b.md": "1\nx\ny",
      "c.md": "one\ntwo\n",
      "d.md": null,
      "e.png": "newer",
      "SUMMARY.md": "",
    },
    conflicting: [],
    files: [
      ".gitbook.yaml undefined root: .",
      "SUMMARY.md undefined ",
      "a.md unchanged same",
      "b.md changed 1\nx\ny",
      "c.md new one\ntwo\n",
      "e.png image newer",
      "f.md equal same",
    ],
    written: [
      {
        ...{ path: "SUMMARY.md", change: "changed", thing: undefined },
        ...{ bytes: 0, lines: { added: 0, removed: 1 } },
      },
      {
        ...{ path: "b.md", change: "changed", thing: "changed" },
        ...{ bytes: 5, lines: { added: 2, removed: 2 } },
      },
      {
        ...{ path: "c.md", change: "added", thing: "new" },
        ...{ bytes: 8, lines: { added: 2, removed: 0 } },
      },
      { path: "d.md", change: "removed", thing: "gone", bytes: 0 },
      { path: "e.png", change: "changed", thing: "image", bytes: 5 },
    ],
    behind: 0,
    bases: [
      "b.md < 1\n2\n3\n",
      "f.md < same",
      "SUMMARY.md < list",
      "c.md < undefined",
      "e.png < undefined",
    ],
    left: ["gone: gone"],
    read: ["1\n2\n3\n", "same", "list", "gone"],
  });
});

test("a page that moves keeps its file's contents, and its former file is not a removal", async () => {
  const files = {
    "a.md": { thing: "page", synced: "old", branch: "old" },
    "b.md": { thing: "page", now: "old and new" },
    "c.md": { thing: "other", synced: "c", branch: "c" },
  };
  const moved = { bytes: 11, lines: { added: 1, removed: 1 }, path: "b.md", thing: "page" };
  expect(await plan({ files })).toMatchObject({
    changes: { "a.md": null, "b.md": "old and new", "c.md": null },
    written: [
      { ...moved, change: "moved", from: "a.md" },
      { path: "c.md", change: "removed", thing: "other", bytes: 0 },
    ],
    bases: ["b.md < old"],
    left: ["other: c"],
  });
  // Another file that already has the name is changed, and the former file is removed.
  const taken = { ...files, "b.md": { ...files["b.md"], branch: "else" } };
  expect((await plan({ files: taken, force: true })).written).toEqual([
    { path: "a.md", change: "removed", thing: "page", bytes: 0 },
    { ...moved, change: "changed" },
    { path: "c.md", change: "removed", thing: "other", bytes: 0 },
  ]);
});

describe("changes of the branch", () => {
  const files = {
    "changed.md": { thing: "a", synced: "1", branch: "2", now: "3" },
    "same.md": { thing: "b", synced: "1", branch: "2", now: "2" },
    "removed.md": { thing: "c", synced: "1", branch: "2" },
    "behind.md": { thing: "d", synced: "1", branch: "2", now: "1", isUnchanged: true },
    "deleted.md": { thing: "e", synced: "1", now: "1", isUnchanged: true },
    "vanished.md": { thing: "f", synced: "1", now: "2" },
    "added.md": { thing: "g", branch: "1", now: "2" },
    "new.md": { thing: "h", now: "2" },
  } as const;
  const conflicting = ["added.md", "changed.md", "removed.md", "vanished.md"];

  test("that the space changed differently are conflicts", async () => {
    const result = await plan({ files });
    expect({ ...result, conflicting: result.conflicting.toSorted() }).toMatchObject({
      changes: { "new.md": "2" },
      conflicting,
      behind: 6,
      files: [
        "added.md g 2",
        "behind.md d 1",
        "changed.md a 3",
        "deleted.md e 1",
        "new.md h 2",
        "same.md b 2",
        "vanished.md f 2",
      ],
    });
    expect(result.written.map(({ path, change }) => `${change} ${path}`)).toEqual([
      "changed added.md",
      "changed changed.md",
      "added new.md",
      "removed removed.md",
      "added vanished.md",
    ]);
  });

  test("are overwritten by force", async () => {
    expect(await plan({ files, force: true })).toMatchObject({
      changes: {
        "changed.md": "3",
        "removed.md": null,
        "vanished.md": "2",
        "added.md": "2",
        "new.md": "2",
      },
      conflicting: [],
      behind: 3,
    });
  });

  test("of another remote are conflicts only for existing files", async () => {
    const result = await plan({ files, isSameRemote: false });
    expect(result).toMatchObject({
      changes: { "deleted.md": "1", "vanished.md": "2", "new.md": "2" },
      behind: 0,
    });
    expect(result.conflicting.toSorted()).toEqual(["added.md", "changed.md", "removed.md"]);
  });
});

test("a file is written again if a later file has the source of its blocks", async () => {
  const existing = { synced: "x", branch: "x" };
  const result = await plan({
    files: {
      "a.md": { thing: "a", ...existing, now: "printed", gets: "block" },
      "b.md": { thing: "b", ...existing, now: "b", left: ["block", "source"] },
      "c.md": { thing: "c", ...existing, now: "c", gets: "unknown" },
    },
  });
  expect([result.changes, result.bases]).toEqual([
    { "a.md": "source", "b.md": "b", "c.md": "c" },
    ["a.md < x", "b.md < x", "c.md < x", "a.md < x"],
  ]);
});

test("blocks of a removed page are available, but not those of a moved page or of a file", async () => {
  const gone = { synced: "x", branch: "x" };
  const { left } = await plan({
    files: {
      "page.md": { thing: "page", ...gone },
      "image.png": { thing: "image", ...gone },
      "former.md": { thing: "moved", ...gone },
      "new.md": { thing: "moved", now: "x" },
      "unnamed.md": gone,
      "away.md": { thing: "away", synced: "x" },
    },
  });
  expect(left).toEqual(["page: x"]);
});

slowTest("a text with more changes than a diff can count is new as a whole", async () => {
  const lines = (word: string) =>
    [...Array.from({ length: 1500 }, (_, at) => `${word}${at}`), "same"].join("\n");
  const [before, now] = [lines("a"), lines("b")];
  const { written } = await plan({
    files: { "a.md": { thing: "a", synced: before, branch: before, now } },
  });
  expect(written[0]?.lines).toEqual({ added: 1501, removed: 1501 });
});

test("more files than one process reads at once are all written", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 51 }, (_, at) => [
      `${at}.md`,
      { thing: `${at}`, synced: "x", branch: "x", now: `${at}` },
    ]),
  );
  const { changes, bases } = await plan({ files });
  expect([Object.keys(changes).length, new Set(bases).size]).toEqual([51, 51]);
});
