import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeSkill } from "../../../src/features/agents/skill.ts";
import { version } from "../../../src/version.ts";
import { openTome, type Ran } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const clients = ["claude", "codex", "cursor", "gemini", "opencode", "vscode"] as const;
const files = {
  claude: ".mcp.json",
  codex: ".codex/config.toml",
  cursor: ".cursor/mcp.json",
  gemini: ".gemini/settings.json",
  opencode: "opencode.json",
  vscode: ".vscode/mcp.json",
};

function openProject() {
  const cwd = temporaryFolder();
  const tome = openTome();
  const run = (line: string): Promise<Ran> => tome(`agent setup ${line}`, { cwd });
  const states = async (line: string) =>
    JSON.parse((await run(`${line} --json client,part,state`)).stdout).map(
      ({ part, state }: { part: string; state: string }) => `${part} ${state}`,
    );
  return { cwd, run, states };
}

test("--project names the default, and excludes --user", async () => {
  const { run, states } = openProject();
  await run("--client claude --project");
  expect(await states("--client claude --status")).toEqual(["skill current", "server current"]);
  const both = await run("--client claude --project --user");
  expect(both.code).toBe(2);
  expect(both.stderr).toContain("Specify either --project or --user, not both.");
});

describe.each(clients)("for %s", (client) => {
  test("the skill and the server are installed once, reported and removed", async () => {
    const { cwd, states } = openProject();
    const all = (state: string) => [`skill ${state}`, `server ${state}`];
    expect(await states(`--client ${client} --status`)).toEqual(all("missing"));
    expect(await states(`--client ${client}`)).toEqual(all("installed"));
    expect(await states(`--client ${client}`)).toEqual(all("current"));
    expect(await states("--status")).toEqual(all("current"));
    const settings = readFileSync(join(cwd, files[client]), "utf8");
    expect(settings).toContain("mcp");
    expect(await states(`--client ${client} --allow write`)).toEqual([
      "skill current",
      "server updated",
    ]);
    expect(await states(`--client ${client}`)).toEqual(all("current"));
    expect(await states(`--client ${client} --remove`)).toEqual(all("removed"));
    expect(await states(`--client ${client} --status`)).toEqual(all("missing"));
  });

  test("other settings stay as they are", async () => {
    const { cwd, run } = openProject();
    const path = join(cwd, files[client]);
    mkdirSync(join(path, ".."), { recursive: true });
    const own =
      client === "codex"
        ? 'model = "o5"\n\n[mcp_servers.other]\ncommand = "other"\n\n[tui]\nmouse = true\n'
        : `${JSON.stringify({ model: "x", mcpServers: { other: { command: "other" } } }, null, 2)}\n`;
    writeFileSync(path, own);
    await run(`--client ${client}`);
    const changed = readFileSync(path, "utf8");
    if (client === "codex")
      expect(changed).toBe(`${own}\n[mcp_servers.tome]\ncommand = "tome"\nargs = ["mcp"]\n`);
    else expect(JSON.parse(changed)).toMatchObject(JSON.parse(own));
    await run(`--client ${client} --remove`);
    if (client === "codex") expect(readFileSync(path, "utf8")).toBe(own);
    else expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject(JSON.parse(own));
  });
});

describe("an entry of another author", () => {
  const write = (cwd: string, entry: object, others: object = {}) =>
    writeFileSync(
      join(cwd, ".mcp.json"),
      JSON.stringify({ mcpServers: { tome: entry, ...others } }, null, 1),
    );

  test.each([
    { command: "sh", args: ["-c", "id"] },
    { command: "tome", args: ["mcp"], env: { NODE_OPTIONS: "--import ./own.mjs" } },
    { command: "./tome", args: ["mcp"] },
    { command: "tome", args: ["mcp", "--base-url", "https://other.example"] },
  ])("is reported as outdated and replaced: %j", async (entry) => {
    const { cwd, run, states } = openProject();
    write(cwd, entry);
    const { stdout } = await run("--client claude --status --json part,state,permission");
    expect(JSON.parse(stdout)).toContainEqual({
      part: "server",
      state: "outdated",
      permission: null,
    });
    expect(await states("--client claude")).toContain("server updated");
    const { mcpServers } = JSON.parse(readFileSync(join(cwd, ".mcp.json"), "utf8"));
    expect(mcpServers.tome).toEqual({ command: "tome", args: ["mcp"] });
  });

  test("shows the permission of the server tome, beside another server with the same flags", async () => {
    const { cwd, run } = openProject();
    const args = ["--allow", "delete"];
    write(cwd, { command: "tome", args: ["mcp", ...args] }, { other: { command: "other", args } });
    const { stdout } = await run("--client claude --status --json part,state,permission");
    expect(JSON.parse(stdout)).toContainEqual({
      part: "server",
      state: "current",
      permission: "delete",
    });
  });
});

test("an older skill is outdated, and is updated", async () => {
  const { cwd, states } = openProject();
  await states("--client claude");
  const path = join(cwd, ".claude/skills/tome/SKILL.md");
  writeFileSync(path, readFileSync(path, "utf8").replace(version, "0.0.1"));
  expect(await states("--client claude --status")).toEqual(["skill outdated", "server current"]);
  expect(await states("--client claude")).toEqual(["skill updated", "server current"]);
  expect(readFileSync(path, "utf8")).toBe(writeSkill(version));
});

test("an integer beyond 2^53 in other settings keeps its digits", async () => {
  const { cwd, run } = openProject();
  writeFileSync(join(cwd, ".mcp.json"), '{ "limit": 12345678901234567890 }');
  await run("--client claude");
  expect(readFileSync(join(cwd, ".mcp.json"), "utf8")).toContain('"limit": 12345678901234567890');
});

test.each(["a link", "a folder"])("settings that are %s are not written through", async (kind) => {
  const { cwd, run } = openProject();
  const outside = join(temporaryFolder(), "settings.json");
  writeFileSync(outside, "{}");
  if (kind === "a link") symlinkSync(outside, join(cwd, ".mcp.json"));
  else mkdirSync(join(cwd, ".mcp.json"));
  const { code, stderr } = await run("--client claude");
  expect([code, stderr]).toEqual([2, expect.stringContaining(".mcp.json is ")]);
  expect(readFileSync(outside, "utf8")).toBe("{}");
});

test("settings that are not JSON are refused and kept", async () => {
  const { cwd, run } = openProject();
  writeFileSync(join(cwd, ".mcp.json"), "// comment\n{}\n");
  const { code, stderr } = await run("--client claude");
  expect(code).toBe(2);
  expect(stderr).toContain(".mcp.json is not a JSON object");
  expect(readFileSync(join(cwd, ".mcp.json"), "utf8")).toBe("// comment\n{}\n");
});

test("without a client in use, the command names the flag", async () => {
  const { cwd, run } = openProject();
  const { code, stderr } = await run("");
  expect(code).toBe(2);
  expect(stderr).toContain("--client");
  expect(existsSync(join(cwd, ".claude"))).toBe(false);
});

slowTest("every command of the skill runs on the sample workspace", async () => {
  const tome = openTome({ withSample: true });
  const cwd = temporaryFolder();
  const blocks = [...writeSkill(version).matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => text,
  );
  const lines = blocks.flatMap((text) => text.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const [words = "", file] = line.replace(/^tome /, "").split(" > ");
    const [command = "", rest] = words.split(" -- ");
    const { code, stdout, stderr } = await tome(
      `${command} --local --no-input${rest === undefined ? "" : ` -- ${rest}`}`,
      { cwd },
    );
    // Findings have exit code 10.
    expect([0, 10], `${line}: ${stderr}`).toContain(code);
    if (file !== undefined) writeFileSync(join(cwd, file), `${stdout}\nOne more line.\n`);
  }
});

test.each([
  ["claude", { mcpServers: { tome: { command: "tome", args: ["mcp"] } } }],
  ["cursor", { mcpServers: { tome: { command: "tome", args: ["mcp"] } } }],
  ["gemini", { mcpServers: { tome: { command: "tome", args: ["mcp"] } } }],
  ["opencode", { mcp: { tome: { type: "local", command: ["tome", "mcp"], enabled: true } } }],
  ["vscode", { servers: { tome: { type: "stdio", command: "tome", args: ["mcp"] } } }],
] as const)("the settings of %s start the server", async (client, expected) => {
  const { cwd, run } = openProject();
  await run(`--client ${client}`);
  expect(JSON.parse(readFileSync(join(cwd, files[client]), "utf8"))).toEqual(expected);
});

test("a restart is only advised if a part was installed or updated", async () => {
  const { run } = openProject();
  const advice = "Restart the program, and check with: tome agent setup --status";
  const notes = async (line: string) => (await run(`--client claude ${line}`)).stderr;
  expect(await notes("")).toContain(advice);
  expect(await notes("")).not.toContain(advice);
  expect(await notes("--allow write")).toContain(advice);
  expect(await notes("--status")).not.toContain(advice);
  expect(await notes("--remove")).not.toContain(advice);
});
