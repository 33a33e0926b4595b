/** The result of a write that ended without a response, found in the current state. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";

/** A history, and its last write without the record of its response. */
function open() {
  const { run, ok, state } = openWithHistory();
  const folder = join(state, "tome", "history");
  const forgetEnd = () => {
    const [name = ""] = readdirSync(folder).filter((one) => one.endsWith(".ndjson"));
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    writeFileSync(join(folder, name), `${lines.slice(0, -1).join("\n")}\n`);
  };
  const unrecorded = async (line: string) => {
    const ran = await run(line, { TOME_HISTORY: "off" });
    expect(ran.code, ran.stderr).toBe(0);
    return ran.stdout;
  };
  const show = async () => {
    const { stdout, stderr } = await run("history show --json outcome,because");
    expect(stderr).not.toContain("Unknown");
    return JSON.parse(stdout);
  };
  return { run, ok, unrecorded, forgetEnd, show };
}

const create = "team create --title Guides --json id";

describe("a creation", () => {
  slowTest("that is in the list was done, and can be undone", async () => {
    const { ok, forgetEnd, show } = open();
    await ok(create);
    forgetEnd();
    expect(await show()).toMatchObject({ outcome: "done" });
    await ok("undo --yes");
    expect(await ok("team list --json title")).toBe("[]");
  });

  for (const [offset, outcome] of [
    ["-4m", "done"],
    ["-6m", "refused"],
  ]) {
    slowTest(`on a platform whose clock differs by ${offset} was ${outcome}`, async () => {
      const { ok, forgetEnd, show } = open();
      await ok(`local clock --advance ${offset}`);
      await ok(create);
      forgetEnd();
      expect(await show()).toMatchObject({ outcome });
    });
  }

  slowTest("is not taken for an earlier one with the same fields", async () => {
    const { run, ok, unrecorded, forgetEnd, show } = open();
    await ok("local clock --advance -2h");
    const { id: earlier } = JSON.parse(await unrecorded(create));
    await ok("local clock --reset");
    const { id } = JSON.parse(await ok(create));
    forgetEnd();
    // As if the request had not arrived.
    await unrecorded(`team delete ${id} --yes`);
    expect(await show()).toMatchObject({ outcome: "refused" });
    expect((await run("undo --yes")).code).toBe(2);
    expect(await ok("team list --json id")).toContain(earlier);
  });

  test("is unknown if two resources have the same fields", async () => {
    const { ok, unrecorded, forgetEnd, show } = open();
    await ok(create);
    forgetEnd();
    await unrecorded(create);
    expect(await show()).toMatchObject({ outcome: "unknown" });
  });

  slowTest("is not taken for a resource that another write of the history created", async () => {
    const { ok, unrecorded, forgetEnd, show } = open();
    await ok(create);
    const { id } = JSON.parse(await ok(create));
    forgetEnd();
    await unrecorded(`team delete ${id} --yes`);
    expect(await show()).toMatchObject({ outcome: "refused" });
  });

  slowTest("is unknown if the API does not show when such resources were created", async () => {
    const { run, ok, forgetEnd, show } = open();
    const { id } = JSON.parse(await ok("collection create --title Guides --json id"));
    forgetEnd();
    const because = `The result is still unknown: the API does not show when the matching resource ${id} was created.`;
    expect(await show()).toEqual({ outcome: "unknown", because });
    expect((await run("undo --yes")).stderr).toContain(because);
    expect(await ok("collection list --json id")).toContain(id);
  });

  slowTest("is not taken for one with other fields", async () => {
    const { ok, unrecorded, forgetEnd, show } = open();
    const { id } = JSON.parse(await ok(create));
    forgetEnd();
    await unrecorded(`team update ${id} --title Handbooks`);
    expect(await show()).toMatchObject({ outcome: "refused" });
  });
});
