import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

async function start() {
  const tome = openTome({ withSample: true });
  const run = (line: string) => tome(`${line} --local`);
  return run;
}

slowTest("an integration is installed, listed with its targets, and uninstalled", async () => {
  const run = await start();
  const installed = await run("integration install whiteboard --json");
  const { id, spaces } = JSON.parse(installed.stdout);
  expect(installed.code).toBe(0);
  const again = await run("integration install whiteboard");
  expect(again.code).toBe(6);
  expect(again.stderr).toContain(`already installed in this organization, as ${id}`);
  const shown = await run(`integration installation get whiteboard ${id}`);
  expect(shown.stdout).toMatch(/^status\tactive$/m);
  const listed = await run("integration spaces whiteboard --all --extended --json");
  expect(JSON.parse(listed.stdout)).toHaveLength(spaces);
  const unasked = await run(`integration uninstall whiteboard ${id}`);
  expect(unasked.code).toBe(2);
  expect(unasked.stderr).toContain("--yes");
  const gone = await run(`integration uninstall whiteboard ${id} --yes`);
  expect(gone).toMatchObject({ code: 0, stderr: "Uninstalled whiteboard.\n" });
  const none = await run("integration installations whiteboard --json");
  expect(JSON.parse(none.stdout)).toEqual([]);
});

test("the list accepts the platform's filters", async () => {
  const run = await start();
  const names = async (flags: string) =>
    JSON.parse((await run(`integration list ${flags} --json`)).stdout).map(
      ({ name }: { name: string }) => name,
    );
  expect(await names("")).toEqual(["link-watch", "whiteboard"]);
  expect(await names("--blocks")).toEqual(["whiteboard"]);
  expect(await names("--no-blocks")).toEqual(["link-watch"]);
  expect(await names("--block-domain example.com")).toEqual(["whiteboard"]);
  expect(await names("--category content --target space")).toEqual(["link-watch"]);
  expect(await names("--search WHITE")).toEqual(["whiteboard"]);
  expect((await run("integration list --format id")).stdout).toBe("link-watch\nwhiteboard\n");
});

test("a tunnel on this machine is refused with the flag that allows it", async () => {
  const run = await start();
  const refused = await run("integration dev link-watch --tunnel-url http://localhost:3000/");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("--allow-private");
  expect(refused.stdout).toBe("");
});

test("unpublishing an integration requires confirmation", async () => {
  const run = await start();
  expect((await run("integration unpublish link-watch")).code).toBe(2);
  const done = await run("integration unpublish link-watch --yes");
  expect(done.stderr).toBe("Unpublished link-watch and removed its installations.\n");
  const again = await run("integration unpublish link-watch --yes");
  expect(again.code).toBe(0);
  expect(again.stderr).toContain("Integration link-watch not found. No changes were made.");
});

slowTest(
  "a version with more permissions is shown as pending, and accepted with --yes",
  async () => {
    const tome = openTome({ withSample: true });
    const run = (line: string, stdin = "") => tome(`${line} --local`, { stdin });
    const installed = await run("integration install whiteboard --json");
    const { id } = JSON.parse(installed.stdout);
    const published = await run(
      'integration publish whiteboard --org "Open Source Docs" --title Whiteboard --description Boards --visibility public --scope space:content:read --scope space:git:sync --script -',
      "export default {};",
    );
    expect(published.stderr).toContain("Published whiteboard as version 2 in ");
    const listed = await run("integration installations whiteboard --json id,pendingPermissions");
    expect(JSON.parse(listed.stdout)).toEqual([
      { id, pendingPermissions: { version: 2, scopes: ["space:git:sync"] } },
    ]);
    const shown = await run(`integration installation get whiteboard ${id}`);
    expect(shown.stdout).toMatch(/^pendingPermissions\.scopes\tspace:git:sync$/m);
    const events = "org audit list --action publishIntegration --json actor";
    expect(JSON.parse((await run(events)).stdout)).toContainEqual({
      actor: { type: "integration", id: "whiteboard", label: "Whiteboard" },
    });

    const accept = `integration installation accept whiteboard ${id}`;
    expect((await run(`${accept} --yes`)).code).toBe(2);
    expect((await run(`${accept} --integration-version 2`)).code).toBe(2);
    const older = await run(`${accept} --integration-version 1 --yes`);
    expect([older.code, older.stderr]).toEqual([6, expect.stringContaining("is 2, not 1")]);
    expect(await run(`${accept} --integration-version 2 --yes`)).toMatchObject({
      code: 0,
      stderr: `Accepted version 2 of whiteboard for the installation ${id}.\n`,
    });
    const after = await run(`integration installation get whiteboard ${id} --json`);
    expect(JSON.parse(after.stdout)).not.toHaveProperty("pendingPermissions");
  },
);
