/** Warnings of the platform about ignored inputs and deprecated operations. */
import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";

test("a command reports ignored inputs once, and never with --quiet", async () => {
  const tome = openTome();
  const body = JSON.stringify({
    title: "Acme",
    withDefaultSite: true,
    openapiUrl: "https://a.example/s",
  });
  const made = await tome("org create --input - --local --json id", { stdin: body });
  expect(made.code).toBe(0);
  const note = (field: string) =>
    `${field} has no effect: the local platform creates no site with an organization.\n`;
  expect(made.stderr).toContain(note("withDefaultSite"));
  expect(made.stderr.split(note("openapiUrl"))).toHaveLength(2);
  const quiet = await tome("org create --input - --local --quiet", { stdin: body });
  expect([quiet.code, quiet.stderr]).toEqual([0, ""]);
  const plain = await tome("org create --title Plain --local");
  expect(plain.stderr).not.toContain("effect");
});

test("a deprecated operation is marked in help, and reported when it is used", async () => {
  const tome = openTome();
  const { stdout: help } = await tome("site section move --help");
  expect(help.replace(/\s+/g, " ")).toContain("(deprecated: use tome site sort)");
  const moved = await tome("site section move id:none --before id:other --site id:none --local");
  expect(moved.stderr).toContain("tome site section move is deprecated: use tome site sort.\n");
  const { stderr } = await tome("site section list --site id:none --local");
  expect(stderr).not.toContain("deprecated");
});
