import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const node = process.execPath;

/**
 * Writes the environment and input of a program to a file, because its streams are those of the
 * test.
 */
const look = `
const { TOME_BASE_URL, TOME_TOKEN, TOME_ORG, TOME_ADMIN_TOKEN } = process.env;
const ask = async (path, token) => {
  const headers = { authorization: "Bearer " + token };
  const answer = await fetch(TOME_BASE_URL + path, { headers });
  return { status: answer.status, body: await answer.json() };
};
Promise.all([
  ask("/v1/orgs/" + TOME_ORG + "/spaces?limit=1000", TOME_TOKEN),
  ask("/_tome/state?settled=true", TOME_ADMIN_TOKEN),
]).then(([spaces, state]) => {
  const { env } = process;
  require("node:fs").writeFileSync(process.argv[2], JSON.stringify({ env, spaces, state }));
  process.exit(Number(process.argv[3] ?? 0));
});
`;

function program() {
  const folder = temporaryFolder();
  const file = join(folder, "look.cjs");
  writeFileSync(file, look);
  const report = join(folder, "seen.json");
  return { folder, file, report, seen: () => JSON.parse(readFileSync(report, "utf8")) };
}

slowTest("a program uses a separate platform, which is deleted afterwards", async () => {
  const tome = openTome();
  const { folder, file, report, seen } = program();
  const env = { TOME_SPACE: "another", TOME_PROFILE: "local", KEPT: "yes" };
  const ran = await tome(["local", "exec", "--", node, file, report], { env, cwd: folder });
  expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
  const found = seen();
  expect(found.spaces).toMatchObject({ status: 200, body: { items: [] } });
  expect(found.state.status).toBe(200);
  expect(found.env).toMatchObject({
    KEPT: "yes",
    TOME_PROFILE: "default",
    GITBOOK_ENDPOINT: found.env.TOME_BASE_URL,
    GITBOOK_TOKEN: found.env.TOME_TOKEN,
    GITBOOK_ORGANIZATION: found.env.TOME_ORG,
  });
  expect(found.env.TOME_SPACE).toBeUndefined();
  await expect(fetch(`${found.env.TOME_BASE_URL}/healthz`)).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(["look.cjs", "seen.json"]);
  expect((await tome("space list --local --json title")).stdout.trim()).toBe("[]");
});

slowTest("the platform starts with sample data and faults if requested", async () => {
  const tome = openTome();
  const { folder, file, report, seen } = program();
  writeFileSync(join(folder, "faults.yaml"), "rules:\n  - fault: error\n    status: 503\n");
  const words = ["local", "exec", "--seed", "--", node, file, report];
  await tome(words, { cwd: folder });
  expect(seen().spaces.body.items.length).toBeGreaterThan(10);
  await tome(words.toSpliced(2, 0, "--faults", "faults.yaml"), { cwd: folder });
  expect(seen().spaces.status).toBe(503);
});

slowTest("two runs with the same seed have the same data", async () => {
  const tome = openTome();
  const { folder, file, report, seen } = program();
  const run = async (seed: string) => {
    const words = ["local", "exec", "--seed", "--repeatable", seed, "--", node, file, report];
    expect((await tome(words, { cwd: folder })).code).toBe(0);
    return seen().state.body;
  };
  const one = await run("7");
  expect(await run("7")).toEqual(one);
  expect(one.now).toBe("2026-01-01T00:00:00.000Z");
});

slowTest("the exit code is that of the program, and tome prints nothing", async () => {
  const tome = openTome();
  const { file, report } = program();
  const ended = await tome(["local", "exec", "--", node, file, report, "42"]);
  expect(ended).toEqual({ code: 42, stdout: "", stderr: "" });
  const killed = await tome(["local", "exec", "--", "sh", "-c", "kill -TERM $$"]);
  expect(killed.code).toBe(143);
});

slowTest("signals to tome are forwarded to the program", async () => {
  const tome = openTome();
  const folder = temporaryFolder();
  const patient =
    "process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); require('node:fs').writeFileSync('up', '')";
  const before = process.listeners("SIGTERM");
  const running = tome(["local", "exec", "--", node, "-e", patient], { cwd: folder });
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toContain("up");
  const added = process.listeners("SIGTERM").filter((one) => !before.includes(one));
  for (const listener of added) listener("SIGTERM");
  expect((await running).code).toBe(9);
  expect(process.listeners("SIGTERM")).toEqual(before);
});

test("a program that cannot be run is refused with the reason", async () => {
  const tome = openTome();
  const missing = await tome("local exec -- no-such-program-here");
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain(
    "no-such-program-here cannot be run: the program was not found.",
  );
  expect((await tome("local exec")).code).toBe(2);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "bad.json"), '{"rules":[{"fault":"error","status":1000}]}');
  const bad = await tome("local exec --faults bad.json -- true", { cwd: folder });
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain(
    "The fault plan bad.json is invalid: rules.0.status must be at most 599, not 1000.",
  );
  const clock = await tome("local exec --clock 2026-01-01T00:00:00Z -- true");
  expect(clock.stderr).toContain("--clock requires --repeatable");
});
