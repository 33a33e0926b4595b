import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { showSpecificationContent } from "../../../src/features/openapi/content.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { type Ask, openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answering } from "../../support/network/answering.ts";

const text = `# Comments stay in the raw text.
openapi: 3.0.3
info: {title: Pets, version: '1'}
paths: {}
components: {schemas: {Large: {maximum: 9223372036854775807}}}
`;

async function start() {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "openapi.yaml"), text);
  const tome = openTome();
  const run = (line: string, ask: Ask = {}) => tome(`${line} --local`, { cwd, ...ask });
  expect((await run("openapi put pets --file openapi.yaml --wait")).code).toBe(0);
  return { cwd, run };
}

slowTest("the files of the latest version are saved, and those of another by id", async () => {
  const { cwd, run } = await start();
  const saved = await run("openapi version content pets --save out");
  expect(saved).toMatchObject({ code: 0, stderr: "Saved 1 file to out.\n" });
  const file = readFileSync(join(cwd, "out/openapi.yaml"), "utf8");
  expect(file).toContain("maximum: 9223372036854775807");
  expect(parse(file).info).toEqual({ title: "Pets", version: "1" });
  const [id] = (await run("openapi version list pets --format id")).stdout.split("\n");
  for (const version of [id, "latest"]) {
    const again = await run(`openapi version content pets ${version} --save out`);
    expect(again.stderr).toBe("Saved 1 file to out; 1 was unchanged.\n");
  }
});

slowTest("an existing file is replaced only with --force", async () => {
  const { cwd, run } = await start();
  mkdirSync(join(cwd, "out"));
  writeFileSync(join(cwd, "out/openapi.yaml"), "mine");
  const refused = await run("openapi version content pets --save out");
  expect(refused.code).toBe(2);
  expect(readFileSync(join(cwd, "out/openapi.yaml"), "utf8")).toBe("mine");
  expect((await run("openapi version content pets --save out --force")).code).toBe(0);
  expect(readFileSync(join(cwd, "out/openapi.yaml"), "utf8")).toContain("Pets");
  expect((await run("openapi version content pets --force")).code).toBe(2);
});

slowTest(
  "without a folder the files are printed, and the raw text is printed unchanged",
  async () => {
    const { run } = await start();
    const printed = await run("openapi version content pets");
    expect(printed.stdout).toContain("9223372036854775807");
    expect(JSON.parse(printed.stdout).filesystem["openapi.yaml"].info.title).toBe("Pets");
    expect((await run("openapi version raw pets")).stdout).toBe(text);
    expect(JSON.parse((await run("openapi version raw pets --json")).stdout)).toEqual({
      text,
      format: "yaml",
    });
  },
);

test.each([
  ["openapi.yaml", 'info:\n  version: "1"\n'],
  ["openapi.yml", 'info:\n  version: "1"\n'],
  ["OPENAPI.YML", 'info:\n  version: "1"\n'],
  ["models/pet.yaml", 'info:\n  version: "1"\n'],
  ["openapi.json", '{\n  "info": {\n    "version": "1"\n  }\n}\n'],
  ["openapi.yaml.json", '{\n  "info": {\n    "version": "1"\n  }\n}\n'],
  ["yaml", '{\n  "info": {\n    "version": "1"\n  }\n}\n'],
])("the file %s is saved in the format of its name", async (name, saved) => {
  const cwd = temporaryFolder();
  const filesystem = { [name]: { info: { version: "1" } } };
  const { context } = openScriptedContext({ answer: () => ({ filesystem }), more: { cwd } });
  const input = { organizationId: "O1", specSlug: "pets", save: "out" };
  await showSpecificationContent(context, input);
  expect(readFileSync(join(cwd, "out", name), "utf8")).toBe(saved);
});

test("file names outside the folder are refused", async () => {
  for (const name of ["../evil.yaml", "/tmp/evil.yaml", "a/../../evil.yaml", "..\\evil.yaml"]) {
    const platform = await answering((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ filesystem: { [name]: {} }, url: "https://example.com/" }));
    });
    const cwd = temporaryFolder();
    const ran = await openTome()(
      `openapi version content pets --org O1000000000000000000 --save out --base-url ${platform.url}`,
      { cwd, env: { TOME_TOKEN: "token" } },
    );
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("Nothing was written");
    expect(existsSync(join(cwd, "evil.yaml"))).toBe(false);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  }
});

slowTest("a missing version is not found", async () => {
  const { run } = await start();
  expect((await run("openapi version raw dogs")).code).toBe(5);
  expect((await run("openapi version content pets V1000000000000000000")).code).toBe(5);
  expect((await run("openapi version get pets V1000000000000000000")).code).toBe(5);
});
