import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../../../src/app/main.ts";
import { getIdsFolder, rememberAddress } from "../../../src/app/resolve/id-cache.ts";
import { openContext } from "../../../src/app/run/composition.ts";
import type { Machine } from "../../../src/app/run/machine.ts";
import { custom } from "../../../src/commands/verb.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, closedPort, serve } from "../../support/network/loopback.ts";

const org = "O1000000000000000000";

const buildDocument = (text: unknown) => ({
  object: "document",
  data: {},
  nodes: [
    {
      object: "block",
      type: "paragraph",
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
    },
  ],
});

test.each<[string, unknown, number, string]>([
  ["a document", buildDocument("Be brief."), 0, "Be brief.\n"],
  ["a document with a number as a text", buildDocument(7), 7, ""],
  ["a text", "Be brief.", 7, ""],
])(
  "%s as rich text in a response is printed as Markdown or refused",
  async (_, instructions, code, stdout) => {
    const server = await serve((_, response) => answerJson(response, 200, { instructions }));
    const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
    const ran = await openTome()("org instructions get", { env });
    expect([ran.code, ran.stdout], ran.stderr).toEqual([code, stdout]);
    if (code !== 0) {
      expect(ran.stderr).toContain(
        "error: The response contains rich text that cannot be converted to Markdown. Use --json to print it.",
      );
      expect(ran.stderr).toContain("status 502");
    }
  },
);

test("a replayed command does not request the newest version", async () => {
  const file = join(temporaryFolder(), "doctor.ndjson");
  const tome = openTome();
  const registry = await serve((_, response) => answerJson(response, 200, { version: "9.8.7" }));
  const env = { npm_config_registry: registry.url };
  const line = "doctor --updates --local --json check,found";
  await tome(`${line} --record ${file}`, { env });
  const { stdout } = await tome(`${line} --replay ${file}`, { env });
  expect(stdout).toContain("not checked because requests are disabled");
  expect(registry.seen).toEqual([]);
});

test.each([
  ["", 4, false],
  ["--dry-run", 0, true],
  ["--local", 0, true],
])(
  "without a token, tome org create %s ends with %d, prompted: %s",
  async (flag, code, prompts) => {
    let isPrompted = false;
    const answer = async () => {
      isPrompted = true;
      return "Acme";
    };
    const env = { TOME_BASE_URL: await closedPort() };
    const ran = await openTome()(`org create ${flag}`.trim(), { env, answers: [answer] });
    expect([ran.code, isPrompted], ran.stderr).toEqual([code, prompts]);
  },
);

test.each<[string, boolean, boolean]>([
  ["config set format json", true, true],
  ["config unset format", true, true],
  ["config unset retries format", true, true],
  ["config unset base-url", false, true],
  ["config unset format base-url", false, true],
  ["config unset data-dir", false, false],
  ["config set data-dir data", true, false],
])(
  "after tome %s, completion knows the location of the ids: %s, with --local: %s",
  async (line, isKnown, isLocalKnown) => {
    const home = temporaryFolder();
    const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
    const tome = openTome();
    rememberAddress("default", "https://api.example.com/v1", env);
    rememberAddress("local", "https://local.example.com/v1", env);
    const isSet = (profile: string) => existsSync(join(getIdsFolder(env), profile, ".current"));
    expect([isSet("default"), isSet("local")]).toEqual([true, true]);
    const { code, stderr } = await tome(line, { env });
    expect([code, isSet("default"), isSet("local")], stderr).toEqual([0, isKnown, isLocalKnown]);
  },
);

test("a replayed command needs no token to prompt for a value", async () => {
  const cwd = temporaryFolder();
  const head = {
    ...{ version: 1, kind: "record", command: [], base: "http://127.0.0.1:9/", parents: {} },
    ...{ tome: "1.2.3", node: "v24", system: "linux x64", recordedAt: "2026-01-01T00:00:00Z" },
  };
  writeFileSync(join(cwd, "r.ndjson"), `${JSON.stringify(head)}\n`);
  let isPrompted = false;
  const answer = async () => {
    isPrompted = true;
    return "Acme";
  };
  const env = { TOME_BASE_URL: await closedPort() };
  const ran = await openTome()("org create --replay r.ndjson", { cwd, env, answers: [answer] });
  expect([isPrompted, ran.stderr]).toEqual([true, expect.not.stringContaining("has no token")]);
});

test("a command of an agent uses no folder of this machine", async () => {
  const cwd = temporaryFolder();
  const verb = custom({ summary: "Test", fields: {}, load: async () => async () => undefined });
  const open = async (delegation?: Machine["delegation"]) => {
    const machine = createPartial<Machine>({
      ...{ stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() },
      ...{ env: { HOME: cwd, TOME_CONFIG_DIR: cwd }, cwd, delegation },
    });
    const flags = { shared: new Map(), repeated: new Map() };
    const { context, close } = await openContext(machine, verb, flags, [], main, "test");
    await close();
    return context;
  };
  const ofUser = await open();
  expect(() => ofUser.requireLocalFolders("./docs")).not.toThrow();
  expect(ofUser.cwd).toBe(cwd);
  const ofAgent = await open({ isReadOnly: false, files: new Map(), client: "agent 1" });
  expect(() => ofAgent.requireLocalFolders("./docs")).toThrow(
    "Commands of an agent cannot use files and folders of this machine: ./docs.",
  );
  expect(ofAgent.cwd.startsWith(cwd)).toBe(false);
  await expect(ofAgent.readText("a.md")).rejects.toThrow("cannot read the file");
  await expect(ofAgent.saveFile("a.md", new Uint8Array(), true)).rejects.toThrow("cannot write");
  await expect(ofAgent.writePrivateFile("a.md", "")).rejects.toThrow("cannot write");
});
