import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { liveKey } from "../../../../src/features/organization-files/live.ts";
import { refuseRenamedSpaces } from "../../../../src/features/organization-files/planning/renamed-spaces.ts";

type RenameContext = Parameters<typeof refuseRenamedSpaces>[0];

interface Case {
  /** The title of the site space on the platform; undefined if it was deleted there. */
  readonly liveTitle?: string | undefined;
  readonly prune?: boolean;
  readonly site?: string;
  /** Whether the files still have the earlier site space. */
  readonly isKept?: boolean;
  /** Whether the lock file no longer manages it. */
  readonly left?: boolean;
  readonly restores?: boolean;
}

/** Whether a new site space with the title New is refused as the renamed one of the lock file. */
function isRefused(one: Case): boolean {
  const { liveTitle, prune, site = "docs", isKept = false, left = false, restores } = one;
  const oldAddress = "sites/docs/old";
  const newAddress = `sites/${site}/new`;
  const step = {
    does: "create",
    kind: "space",
    address: "spaces/new",
    title: "New",
    ...(restores && { restores: "S9" }),
  };
  const live =
    liveTitle === undefined
      ? []
      : [
          [
            liveKey("site-space", "Y1"),
            { title: liveTitle, fields: new Map([["space", "spaces/old"]]) },
          ] as const,
        ];
  const context = {
    folder: { content: undefined },
    wanted: {
      impliedSpaces: new Map([[newAddress, "spaces/new"]]),
      things: new Map([[newAddress, {}], ...(isKept ? [[oldAddress, {}] as const] : [])]),
    },
    locked: new Map([[oldAddress, { kind: "site-space", id: "Y1", left, fields: new Map() }]]),
    live: new Map(live),
    steps: [step],
    input: { prune },
  } as unknown as RenameContext;
  try {
    refuseRenamedSpaces(context);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(`${oldAddress} was removed from the files`);
    return true;
  }
}

test.each([
  [{ liveTitle: "New" }, true],
  // Without --prune, another title is another space, and the old one stays.
  [{ liveTitle: "Old" }, false],
  [{ liveTitle: "Old", prune: true }, true],
  [{ liveTitle: "New", prune: true }, true],
  [{ liveTitle: undefined, prune: true }, false],
  [{ liveTitle: "New", site: "blog", prune: true }, false],
  [{ liveTitle: "New", isKept: true, prune: true }, false],
  [{ liveTitle: "New", left: true, prune: true }, false],
  [{ liveTitle: "New", restores: true, prune: true }, false],
] as const)("a new space in place of %j is refused: %s", (one, expected) => {
  expect(isRefused(one)).toBe(expected);
});
