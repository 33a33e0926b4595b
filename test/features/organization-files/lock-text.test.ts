/** The text of a lock file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import {
  type Lock,
  readLock,
  refuseOtherOrganization,
  toLockText,
  writeLock,
} from "../../../src/features/organization-files/lock.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { locked } from "../../support/organizations/plan-parts.ts";

const lock: Lock = {
  platform: "https://a.example",
  organization: "O1",
  serial: 3,
  things: new Map([
    ["teams/b", locked("team", "T1", { title: "2", "members/a@x.org": "1" }, { protect: true })],
    ["spaces/a", locked("space", "S1", {}, { left: true })],
    ["sites/c", locked("site", "X1", {}, { left: true, protect: true })],
  ]),
};
const text = {
  ...{ tome: "organization", version: 1, platform: "https://a.example", organization: "O1" },
  serial: 3,
  things: {
    "sites/c": { kind: "site", id: "X1", protect: true, left: true, fields: {} },
    "spaces/a": { kind: "space", id: "S1", left: true, fields: {} },
    "teams/b": {
      ...{ kind: "team", id: "T1", protect: true },
      fields: { "members/a@x.org": "1", title: "2" },
    },
  },
};

async function read(content: unknown) {
  const cwd = temporaryFolder();
  const body = typeof content === "string" ? content : JSON.stringify(content);
  if (content !== undefined) writeFileSync(join(cwd, "tome.lock.json"), body);
  return readLock(createPartial<Context>({ cwd }), ".");
}

test("a lock is written in a stable order, without absent marks, and read again", async () => {
  expect(toLockText(lock)).toBe(`${JSON.stringify(text, undefined, 2)}\n`);
  expect(await read(toLockText(lock))).toEqual(lock);
  const saved: unknown[] = [];
  const context = createPartial<Context>({
    saveFile: async (path: string, bytes: Buffer, isOverwritten: boolean) =>
      void saved.push([path, String(bytes), isOverwritten]),
  });
  await writeLock(context, "org", lock);
  expect(saved).toEqual([["org/tome.lock.json", toLockText(lock), true]]);
});

test("a folder without a lock has none, and an old lock has the serial 0", async () => {
  expect(await read(undefined)).toBeUndefined();
  const { serial: _, ...old } = text;
  expect((await read(old))?.serial).toBe(0);
  const unmarked = { a: { kind: "space", id: "S1", protect: 1, left: "yes" } };
  expect((await read({ ...text, things: unmarked }))?.things.get("a")).toEqual(
    locked("space", "S1"),
  );
});

describe("a lock is refused", () => {
  const invalid = "tome.lock.json is not a valid lock file. Restore it from version control.";
  const broken = (address: string) => `tome.lock.json has an invalid entry: "${address}".`;
  test.each<readonly [unknown, string]>([
    ["{", invalid],
    [[], invalid],
    [{ ...text, tome: "backup" }, invalid],
    [{ ...text, things: [] }, invalid],
    [{ ...text, version: 2 }, "tome.lock.json was written by an incompatible version of tome."],
    [{ ...text, things: { a: { kind: "planet", id: "S1" } } }, broken("a")],
    [{ ...text, things: { a: { kind: "space", id: 1 } } }, broken("a")],
    [{ ...text, things: { a: { kind: "space" } } }, broken("a")],
  ])("with the content %j", async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  const copy =
    "To use these files for another organization, copy the folder without the lock file.";
  test.each([
    ["https://a.example", "O1", undefined],
    ["https://a.example", "O2", `belongs to the organization O1, not to O2. ${copy}`],
    [
      "https://b.example",
      "O1",
      `belongs to the organization O1 on https://a.example, not to O1 on https://b.example. ${copy}`,
    ],
  ])("unless it is used on %s for %s", (platform, organization, message) => {
    const use = () => refuseOtherOrganization(lock, "org", { platform, organization });
    if (message === undefined) expect(use).not.toThrow();
    else expect(use).toThrow(`org/tome.lock.json ${message}`);
    expect(() =>
      refuseOtherOrganization(undefined, "org", { platform, organization }),
    ).not.toThrow();
  });
});
