import { describe, expect, test } from "vitest";
import type { Context } from "../../../../src/context.ts";
import { UsageError } from "../../../../src/errors.ts";
import {
  adopt,
  adoptSiteSpaces,
} from "../../../../src/features/organization-files/planning/adopt.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import {
  byAddress,
  byLiveKey,
  desired,
  live,
  locked,
  resourceIds,
} from "../../../support/organizations/plan-parts.ts";

describe("adopt", () => {
  const things = byAddress([
    desired("space", "spaces/a"),
    desired("space", "spaces/b"),
    desired("member", "members/x@y.z"),
    desired("site", "sites/s"),
    desired("section", "sites/s/p"),
    desired("team", "teams/t"),
  ]);

  /** The bound addresses, the lock, the lookups and the checked ids of `--adopt`. */
  async function run(values: readonly string[], { isGone = false } = {}) {
    const lock = new Map([
      ["spaces/b", locked("space", "S-b")],
      ["sites/s", locked("site", "X1")],
    ]);
    const ids = resourceIds(lock);
    const lookups: object[] = [];
    const checked: string[] = [];
    const context = createPartial<Context>({
      lookUp: async (lookup: { readonly word: string }) => {
        lookups.push(lookup);
        return { id: lookup.word };
      },
    });
    const adopted = await adopt(
      context,
      { organizationId: "O1", adopt: values },
      things,
      lock,
      ids,
      async (kind, id) => {
        checked.push(`${kind} ${id}`);
        return isGone;
      },
    );
    return { adopted: [...adopted], lock: Object.fromEntries(lock), ids, lookups, checked };
  }

  test("binds an address to the resource with the name", async () => {
    const { adopted, lock, ids, lookups, checked } = await run([
      "spaces/a=S=9",
      "sites/s/p=P1",
      "teams/t=new",
    ]);
    expect(adopted).toEqual(["spaces/a", "sites/s/p"]);
    expect(lock["spaces/a"]).toEqual(locked("space", "S=9"));
    expect(lock["sites/s/p"]).toEqual(locked("section", "P1"));
    expect(ids.getAddress("space", "S=9")).toBe("spaces/a");
    expect(lock).not.toHaveProperty("teams/t");
    const shared = { label: "--adopt", strict: true };
    expect(lookups).toEqual([
      {
        of: ["space"],
        word: "S=9",
        within: { organizationId: "O1", siteId: undefined },
        ...shared,
      },
      {
        of: ["siteSection"],
        word: "P1",
        within: { organizationId: "O1", siteId: "X1" },
        ...shared,
      },
    ]);
    expect(checked).toEqual([]);
  });

  test("looks a site up in the organization", async () => {
    const { lookups } = await run(["sites/s=X9"], { isGone: true });
    expect(lookups).toMatchObject([
      { of: ["site"], within: { organizationId: "O1", siteId: undefined } },
    ]);
  });

  test("does nothing for the same resource", async () => {
    const { adopted, checked } = await run(["spaces/b=S-b"]);
    expect([adopted, checked]).toEqual([[], []]);
  });

  test("replaces a resource that no longer exists, and no other one", async () => {
    const { adopted, lock, checked } = await run(["spaces/b=S9"], { isGone: true });
    expect([adopted, lock["spaces/b"]?.id, checked]).toEqual([["spaces/b"], "S9", ["space S-b"]]);
    await expect(run(["spaces/b=S9"])).rejects.toThrow(
      new UsageError("--adopt spaces/b=S9: spaces/b is already the space S-b."),
    );
  });

  test.each([
    ["spaces/a", "--adopt must have the form spaces/<key>=<name or id>, not spaces/a."],
    ["spaces/a=", "--adopt must have the form spaces/<key>=<name or id>, not spaces/a=."],
    ["=S1", "--adopt must have the form spaces/<key>=<name or id>, not =S1."],
    ["spaces/z=S1", "--adopt spaces/z=S1: spaces/z is not an adoptable resource in the files."],
    [
      "members/x@y.z=U1",
      "--adopt members/x@y.z=U1: members/x@y.z is not an adoptable resource in the files.",
    ],
    ["spaces/a=S-b", "--adopt spaces/a=S-b: S-b is already managed as spaces/b."],
  ])("%s is refused", async (value, message) => {
    await expect(run([value])).rejects.toThrow(new UsageError(message));
  });
});

describe("adoptSiteSpaces", () => {
  const part = (address: string, space: string, section: string | null = "sites/s/p") =>
    desired("site-space", address, { space, section });
  const current = byLiveKey([
    live("site-space", "Y1", { space: "spaces/a", section: "sites/s/p" }),
    live("site-space", "Y2", { space: "spaces/a", section: "sites/s/q" }),
    live("site-space", "Y3", { space: "spaces/b", section: "sites/s/p" }),
    live("section", "Y4", { space: "spaces/c", section: "sites/s/p" }),
    live("site-space", "Y5", { space: "spaces/d", section: "sites/s/p" }),
    live("site-space", "Y6", { space: "spaces/g", section: "sites/s/p" }),
  ]);

  test("binds each site space of an adopted section once", () => {
    const things = byAddress([
      part("sites/s/one", "spaces/a"),
      part("sites/s/two", "spaces/a"),
      part("sites/s/b", "spaces/b"),
      part("sites/s/c", "spaces/c"),
      part("sites/s/d", "spaces/d"),
      part("sites/s/e", "spaces/a", "sites/s/q"),
      part("sites/s/g", "spaces/g"),
      desired("link", "sites/s/f", { space: "spaces/b", section: "sites/s/p" }),
    ]);
    // The site space in the lock stays, although another one shows the same space.
    const bound = {
      "sites/s/d": locked("site-space", "Y9"),
      "sites/s/g": locked("site-space", "Y8"),
    };
    const lock = new Map(Object.entries(bound));
    const ids = resourceIds(lock);
    ids.set("site-space", "sites/s/other", "Y5");
    expect(adoptSiteSpaces(new Set(["sites/s/p"]), things, current, lock, ids)).toBe(true);
    expect(Object.fromEntries(lock)).toEqual({
      ...bound,
      "sites/s/one": locked("site-space", "Y1"),
      "sites/s/b": locked("site-space", "Y3"),
    });
    expect(ids.getAddress("site-space", "Y1")).toBe("sites/s/one");
  });

  test("binds nothing without an adopted section, or if a site space is managed", () => {
    const things = byAddress([part("sites/s/d", "spaces/d")]);
    const lock = new Map();
    const ids = resourceIds(lock);
    expect(adoptSiteSpaces(new Set(["sites/s/x"]), things, current, lock, ids)).toBe(false);
    ids.set("site-space", "sites/s/other", "Y5");
    expect(adoptSiteSpaces(new Set(["sites/s/p"]), things, current, lock, ids)).toBe(false);
    expect(lock.size).toBe(0);
  });
});
