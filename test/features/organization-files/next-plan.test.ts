/** Suggested commands and notes of `tome plan`. */
import { expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

test("plan suggests an apply command with the same deletions, adoptions and platform", async () => {
  const at = await openFolder();
  at.write("content.yaml", { spaces: { one: { title: "One" }, two: { title: "Two" } } });
  expect((await at.run(["apply", at.folder, "--yes"])).code).toBe(0);
  const made = await at.run(["space", "create", "--title", "My own", "--json", "id"]);
  const { id } = JSON.parse(made.stdout);
  at.write("content.yaml", { spaces: { one: { title: "One" }, own: { title: "Own" } } });
  const adopted = ["--prune", "--adopt", "spaces/own=My own"];
  const planned = await at.run(["plan", at.folder, ...adopted]);
  expect(planned.stderr).toContain(
    `To apply these changes: tome apply ${at.folder} --prune --adopt spaces/own=id:${id}`,
  );
  // Each resource is read again before it is written.
  const cutOff = { at: at.count() + 2, when: "before" } as const;
  const cut = await at.run(["apply", at.folder, "--yes", ...adopted], cutOff);
  expect([cut.code, cut.stderr]).toEqual([
    9,
    expect.stringContaining(
      `hint: tome apply ${at.folder} --prune --adopt spaces/own=id:${id} --resume`,
    ),
  ]);
  // A plan in between does not affect the interrupted apply.
  const again = await at.run(["plan", at.folder, ...adopted]);
  expect(again.stderr).toContain("was interrupted");
  expect(again.stderr).toContain(`To apply these changes: tome apply ${at.folder} --resume `);
});

slowTest(
  "a specification that is being processed or failed to process is not reported as drift",
  async () => {
    const at = await openFolder();
    const text = (title: string) =>
      JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
    at.write("specs.yaml", { specs: { things: { file: "things.json" } } });
    const apply = async (file: string) => {
      at.write("things.json", file);
      const { code, stderr } = await at.run(["apply", at.folder, "--yes"]);
      expect(code, stderr).toBe(0);
    };
    const nothingToDo = async (why: string) => {
      const planned = await at.run(["plan", at.folder, "--fail"]);
      expect([planned.code, planned.stderr]).toEqual([0, expect.stringContaining(why)]);
      expect((await at.run(["drift", at.folder])).code).toBe(0);
      await at.run(["apply", at.folder, "--yes"]);
      expect(at.writes()).toEqual([]);
    };
    const { service, db } = at.workspace;
    await apply(text("One"));
    await service.jobs.finish();
    await db.updateTable("specifications").set({ processing_state: "progress" }).execute();
    at.write("things.json", text("Two"));
    const planned = await at.run(["plan", at.folder, "--json"]);
    expect(planned.stdout).toContain('"pending"');
    const before = await db.selectFrom("specifications").selectAll().executeTakeFirstOrThrow();
    await apply(text("Two"));
    await service.jobs.finish();
    // As before the end of the processing.
    const { last_version_id } = before;
    await db
      .updateTable("specifications")
      .set({ processing_state: "progress", last_version_id })
      .execute();
    await nothingToDo(
      "specs/things: text matches the last apply; the platform is still processing",
    );
    await service.jobs.finish();
    await apply("no: specification");
    await service.jobs.finish();
    await nothingToDo("specs/things: text matches the last apply; the platform could not process");
    await apply(text("Three"));
    await service.jobs.finish();
    expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
  },
);
