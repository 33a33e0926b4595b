import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findCheckout, listCheckout } from "../../src/programs/checkout.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

test("during a merge conflict, each file is listed once", async () => {
  const folder = temporaryFolder();
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", args, { cwd: folder, input, stdio: "pipe" });
  git(["init", "--quiet"]);
  const paths = ["README.md", "guide/page.md"];
  // In a conflict, the index has the base and both sides.
  const entries = [1, 2, 3].flatMap((side) =>
    paths.map((path) => `100644 ${String(side).repeat(40)} ${side}\t${path}\n`),
  );
  git(["update-index", "--index-info"], entries.join(""));
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "Text");
  }
  const list = async (below: string) => {
    const checkout = await findCheckout(join(folder, below));
    if (checkout === undefined) throw new Error("There is no checkout.");
    return (await listCheckout(checkout, join(folder, below)))?.toSorted();
  };
  expect(await list("")).toEqual(paths);
  expect(await list("guide")).toEqual(["page.md"]);
});
