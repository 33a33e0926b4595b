import { expect, test } from "vitest";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

test("an export has a row for each event with names and ids, and neutralizes formulas", async () => {
  const { run, ok } = openLocalTome();
  const id = await ok(["space", "create", "--title", "=1+1", "--format", "id"].join(" "));
  await ok(`space update ${id} --title Handbook`);
  const all = JSON.parse(await ok("org audit export --json"));
  expect(all[0]).toMatchObject({
    action: "updateSpaceById",
    description: expect.stringContaining("space"),
    actorType: "user",
    actor: "Owner",
    targetType: "space",
    targetId: id,
    times: 1,
  });
  const csv = await ok("org audit export --action createSpace --format csv");
  expect(csv).toContain(id);
  expect(csv).not.toMatch(/(^|,)"?=1\+1/m);
  const lines = (await ok("org audit export --all --format ndjson")).split("\n");
  expect(lines).toHaveLength(all.length);
  expect(JSON.parse(await ok("org audit export --since 2099-01-01 --json"))).toEqual([]);
  expect(JSON.parse(await ok("org audit export --until yesterday --json"))).toEqual([]);
  const [detailed] = JSON.parse(await ok("org audit export --details --limit 1 --json"));
  expect(detailed).toMatchObject({ targetId: id, token: expect.any(String) });
  const wrong = await run("org audit export --since sometime");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--since must be")]);
});

slowTest(
  "an export contains more events than a page of the API",
  async () => {
    const { tome, ok } = openLocalTome();
    const titles = Array.from({ length: 110 }, (_, at) => `T${at}`);
    const stdin = ["title", ...titles].join("\n");
    const interrupted = () => new Promise<void>(() => {});
    expect((await tome("space create --from - --local", { stdin, interrupted })).code).toBe(0);
    const lines = (await ok("org audit export --all --format ndjson")).split("\n");
    expect(lines.length).toBeGreaterThan(100);
    expect(new Set(lines).size).toBe(lines.length);
  },
  240_000,
);
