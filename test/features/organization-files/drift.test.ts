import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** An exported folder, and a space that was renamed on the platform since. */
async function start() {
  const { run, ok } = openLocalTome();
  await ok("space create --title Handbook");
  const folder = join(temporaryFolder(), "acme");
  await ok(`export ${folder}`);
  await ok("space update Handbook --title Manual");
  const drift = async () => JSON.parse((await run(`drift ${folder} --json`)).stdout);
  return { run, folder, drift };
}

slowTest("a change has the value of the last apply and the current one", async () => {
  const { run, folder, drift } = await start();
  const change = { address: "spaces/handbook", field: "title", now: '"Manual"' };
  expect(await drift()).toMatchObject([{ ...change, before: '"Handbook"' }]);
  const { code, stdout } = await run(`drift ${folder}`);
  expect([code, stdout]).toEqual([
    10,
    expect.stringContaining('spaces/handbook\ttitle\t"Handbook"\t"Manual"\t'),
  ]);
});

test("the former value is unknown if the files were edited or cannot be read", async () => {
  const { folder, drift } = await start();
  const file = join(folder, "content.yaml");
  const text = readFileSync(file, "utf8");
  for (const edited of [text.replace("title: Handbook", "title: Guide"), "spaces: ["]) {
    writeFileSync(file, edited);
    expect(await drift()).toMatchObject([{ field: "title", before: "", now: '"Manual"' }]);
  }
});
