import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { toLiveKey } from "../../../../src/features/organization-files/live.ts";
import type { LockRecord } from "../../../../src/features/organization-files/lock.ts";
import { refuseRenamedSpaces } from "../../../../src/features/organization-files/planning/renamed-spaces.ts";
import type {
  DesiredResource,
  Live,
} from "../../../../src/features/organization-files/resource.ts";
import type { PlanStep } from "../../../../src/features/organization-files/step.ts";

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
  const step: PlanStep = {
    does: "create",
    kind: "space",
    address: "spaces/new",
    title: "New",
    changes: [],
    ...(restores && { restores: "S9" }),
  };
  const part: DesiredResource = {
    address: newAddress,
    kind: "site-space",
    fields: new Map(),
    lists: new Set(),
    whole: new Set(),
    protect: false,
    location: { file: "sites/docs.yaml", path: [] },
  };
  const live = new Map<string, Live>();
  if (liveTitle !== undefined) {
    const fields = new Map([["space", "spaces/old"]]);
    const one: Live = { kind: "site-space", id: "Y1", title: liveTitle, fields };
    live.set(toLiveKey(one.kind, one.id), one);
  }
  const old: LockRecord = { kind: "site-space", id: "Y1", protect: false, left, fields: new Map() };
  const things = new Map([[newAddress, part]]);
  if (isKept) things.set(oldAddress, { ...part, address: oldAddress });
  const context: RenameContext = {
    folder: { content: undefined },
    wanted: { impliedSpaces: new Map([[newAddress, "spaces/new"]]), things },
    locked: new Map([[oldAddress, old]]),
    live,
    steps: [step],
    input: { prune },
  };
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
