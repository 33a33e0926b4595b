import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome, type Ran } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const manifest = `
name: demo
title: Demo
description: Shows how it is done
scopes: [space:content:read]
visibility: unlisted
script: from the manifest
secrets:
  KEPT: canary-kept
blocks:
  - id: board
    title: Board
`;

/** A folder with a manifest, a script and an image, and a tome in it. */
function start() {
  const cwd = temporaryFolder();
  const tome = openTome();
  writeFileSync(join(cwd, "integration.yaml"), manifest);
  writeFileSync(join(cwd, "index.js"), "export default {};");
  writeFileSync(join(cwd, "icon.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]));
  const run = (line: string, ask: Parameters<typeof tome>[1] = {}) =>
    tome(`${line} --local`, { cwd, ...ask });
  const publish = (flags: string, ask: Parameters<typeof tome>[1] = {}) =>
    run(`integration publish demo ${flags}`, ask);
  return { cwd, run, publish };
}

function getBody({ stdout }: Ran): Record<string, unknown> {
  return JSON.parse(stdout).body;
}

test("an integration is published from a manifest, and its next version with other flags", async () => {
  const { run, publish } = start();
  const first = await publish("--manifest integration.yaml --script index.js");
  expect(first).toMatchObject({ code: 0, stderr: "Published demo as version 1.\n" });
  const second = await publish("--manifest integration.yaml --title Demonstration --json");
  expect(JSON.parse(second.stdout)).toMatchObject({
    name: "demo",
    version: 2,
    title: "Demonstration",
    visibility: "unlisted",
    blocks: [{ id: "board", title: "Board" }],
  });
  const shown = await run("integration get demo");
  expect(shown.stdout).toMatch(/^version\t2$/m);
});

test("flags are enough, and the script can come from standard input", async () => {
  const { publish } = start();
  const { code, stderr } = await publish(
    '--title Demo --description "A demo" --scope space:content:read --scope openapi:read --script -',
    { stdin: "export default 1;" },
  );
  expect(stderr).toBe("Published demo as version 1.\n");
  expect(code).toBe(0);
});

test("a dry run shows the request with the files, and only the names of secrets", async () => {
  const { run, publish } = start();
  const ran = await publish(
    "--manifest integration.yaml --script index.js --icon icon.png --preview-image icon.png --secret GIVEN=canary-given --secret FROM_ENV --org Acme0000000000000000 --dry-run",
    { env: { FROM_ENV: "canary-env" } },
  );
  expect(ran.code).toBe(0);
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]).toString("base64");
  expect(getBody(ran)).toMatchObject({
    organization: "Acme0000000000000000",
    title: "Demo",
    script: "export default {};",
    icon: bytes,
    previewImages: [bytes],
    secrets: { KEPT: "[removed]", GIVEN: "[removed]", FROM_ENV: "[removed]" },
  });
  expect(getBody(ran)).not.toHaveProperty("name");
  expect(ran.stdout + ran.stderr).not.toContain("canary");
  expect((await run("integration get demo")).code).toBe(5);
});

test("--input is an alias of --manifest", async () => {
  const { publish } = start();
  expect((await publish("--input integration.yaml")).code).toBe(0);
  const both = await publish("--input integration.yaml --manifest integration.yaml");
  expect(both).toMatchObject({ code: 2, stdout: "" });
});

slowTest("a missing or invalid value is reported with its flag, and nothing is sent", async () => {
  const { cwd, run, publish } = start();
  const short = await publish("--title D");
  expect(short.stderr).toContain("--title must have at least 2 characters (it has 1)");
  const missing = await publish("--title Demo");
  expect(missing.code).toBe(2);
  for (const said of ["--description is required", "--scope is required", "--script is required"]) {
    expect(missing.stderr).toContain(said);
  }
  writeFileSync(join(cwd, "faulty.yaml"), `${manifest}blockz: []\n`);
  const unknown = await publish("--manifest faulty.yaml");
  expect(unknown.stderr).toContain(
    "The field blockz of the manifest is not a field of this operation.",
  );
  writeFileSync(join(cwd, "short.yaml"), manifest.replace("Board", "B"));
  const nested = await publish("--manifest short.yaml");
  expect(nested.stderr).toContain("The field blocks.0.title of the manifest must have at least 2");
  const list = await run("integration list --json");
  expect(JSON.parse(list.stdout)).toEqual([]);
});

test.each([
  ["--manifest gone.yaml", "The file gone.yaml cannot be read: no such file"],
  ["--manifest integration.yaml --script gone.js", "The file gone.js cannot be read"],
  ["--manifest - --script -", "Standard input can be read only once"],
  ["--manifest integration.yaml --secret =canary", "the key of number 1 is empty"],
  ["--manifest integration.yaml --secret UNSET_KEY", "--secret UNSET_KEY has no value"],
  ["--manifest index.js", "must contain a JSON or YAML object"],
])("publishing with %s is refused", async (flags, message) => {
  const { code, stderr } = await start().publish(flags);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("canary");
});

test("the manifest of another integration is refused", async () => {
  const { run } = start();
  const { code, stderr } = await run("integration publish other --manifest integration.yaml");
  expect(code).toBe(2);
  expect(stderr).toContain('integration.yaml is for "demo", not for other');
});
