import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { serve } from "../../support/platforms/served.ts";

/** A tome whose data is served by a simulated other process. */
async function served() {
  const tome = openTome();
  const folder = (await tome("local path")).stdout.trim();
  await serve({ folder }, { dataFolder: folder });
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "faults.yaml"),
    "rules:\n  - name: busy\n    fault: error\n    status: 503\n    match: GET /v1/user\n",
  );
  writeFileSync(join(cwd, "bad.yaml"), "rules:\n  - fault: drop\n    count: 0\n");
  return { tome: (line: string) => tome(line, { cwd }) };
}

test("a fault plan is started, inspected and ended on a running server", async () => {
  const { tome } = await served();
  expect((await tome("local faults")).stderr).toContain("No fault injection plan.");
  const begun = await tome("local faults faults.yaml");
  expect(begun.stderr).toContain("Started the fault injection plan faults.yaml (1 rule).");
  expect((await tome("whoami --local --retries 0")).code).toBe(7);
  expect((await tome("local faults")).stdout).toBe("busy\terror\t1\t1\n");
  const shown = JSON.parse((await tome("local faults --json")).stdout);
  expect(shown.log).toEqual([
    { call: 1, what: "getAuthenticatedUser", fault: "error", rule: "busy" },
  ]);
  const bad = await tome("local faults bad.yaml");
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain("rules.0.count must be at least 1, not 0.");
  expect((await tome("local faults faults.yaml --end")).code).toBe(2);
  expect((await tome("local faults --end")).code).toBe(0);
  expect((await tome("whoami --local --retries 0")).code).toBe(0);
});

slowTest("the latest requests are listed, and unknown paths have suggestions", async () => {
  const { tome } = await served();
  expect((await tome("local requests")).stderr).toContain("No requests yet.");
  await tome("whoami --local --json id");
  await tome("api GET /v1/orgz --local");
  const listed = JSON.parse((await tome("local requests --json path,status")).stdout);
  expect(listed).toEqual([
    { path: "/v1/user", status: 200 },
    { path: "/v1/orgz", status: 404 },
  ]);
  expect((await tome("local requests --misses")).stdout).toContain("GET /v1/orgs");
  expect(JSON.parse((await tome("local requests --last 1 --json path")).stdout)).toEqual([
    { path: "/v1/orgz" },
  ]);
  await tome("local requests --clear");
  expect((await tome("local requests --json path")).stdout.trim()).toBe("[]");
});

slowTest(
  "the state is a digest that changes only with the data, with and without a server",
  async () => {
    const tome = openTome();
    const digest = async () => JSON.parse((await tome("local state")).stdout).digest;
    const before = await digest();
    await tome("org list --local");
    expect(await digest()).toBe(before);
    await tome("space create --title New --local");
    expect(await digest()).not.toBe(before);
    expect(JSON.parse((await tome("local state --rows")).stdout).rows.spaces[0].title).toBe("New");
  },
);

test("faults and requests without a server are refused with a hint", async () => {
  const tome = openTome();
  for (const line of ["local faults", "local requests"]) {
    const { code, stderr } = await tome(line);
    expect(code).toBe(2);
    expect(stderr).toContain("No server uses the data in");
    expect(stderr).toContain("hint: tome serve");
  }
});
