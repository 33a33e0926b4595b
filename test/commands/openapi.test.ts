import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

async function start() {
  const tome = openTome({ withSample: true });
  const run = (line: string) => tome(`${line} --local`);
  return run;
}

test("the sample specification is listed, shown, and has two versions", async () => {
  const run = await start();
  const listed = await run("openapi list --json slug,processingState,visibility");
  expect(JSON.parse(listed.stdout)).toEqual([
    { slug: "lumen-api", processingState: "complete", visibility: "public" },
  ]);
  const shown = await run("openapi get lumen-api");
  expect(shown.stdout).toMatch(/^processingState\tcomplete$/m);
  expect(
    (await run("openapi versions list lumen-api --format id")).stdout.trim().split("\n"),
  ).toHaveLength(2);
  const latest = await run("openapi version get lumen-api --json id,url");
  const named = await run("openapi version get lumen-api latest --json id,url");
  expect(named.stdout).toBe(latest.stdout);
  const content = await run("openapi version content lumen-api");
  expect(JSON.parse(content.stdout).filesystem["openapi.yaml"].info.version).toBe("1.1.0");
});

slowTest(
  "a specification is made public and private, and deleted only with confirmation",
  async () => {
    const run = await start();
    const hidden = await run("openapi update lumen-api --visibility private");
    expect(hidden.stderr).toBe("The visibility of lumen-api is private.\n");
    expect((await run("openapi update lumen-api")).code).toBe(2);
    expect((await run("openapi delete lumen-api")).code).toBe(2);
    const deleted = await run("openapi delete lumen-api --yes");
    expect(deleted.stderr).toBe("Deleted the API specification lumen-api.\n");
    const again = await run("openapi delete lumen-api --yes");
    expect(again).toMatchObject({ code: 0 });
    expect((await run("openapi get lumen-api")).code).toBe(5);
  },
);
