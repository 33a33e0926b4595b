/** The files of each program that the setup of agents writes, with exact contents. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context, JsonObject } from "../../../src/context.ts";
import { type AgentProgramName, programs } from "../../../src/features/agents/programs.ts";
import { setUpAgent } from "../../../src/features/agents/setup.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

type Input = Parameters<typeof setUpAgent>[1];

/** A project and a home folder with these files. */
function open(files: Readonly<Record<string, string>> = {}) {
  const [cwd, home] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [cwd, home]) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }
  const context = createPartial<Context>({ cwd, env: { HOME: home }, version: "1.2.3" });
  const run = async (input: Input) => {
    const result = await setUpAgent(context, input);
    if (result === undefined || !("list" in result)) throw new Error("no list");
    const [rows = []] = result.list as readonly (readonly JsonObject[])[];
    return {
      rows: rows.map(({ client, part, state, permission, file }) => [
        client,
        part,
        state,
        permission,
        String(file).replace(cwd, "project").replace(home, "home"),
      ]),
      notes: result.notes?.() ?? [],
      columns: result.columns,
    };
  };
  const read = (name: string, scope: "project" | "user" = "project") =>
    readFileSync(join(scope === "user" ? home : cwd, name), "utf8");
  return { run, read, cwd, home };
}

const names = Object.keys(programs) as AgentProgramName[];
const cases = names.flatMap((name) =>
  (["project", "user"] as const).map((scope) => [name, scope] as const),
);
const restart = ["Restart the program, and check with: tome agent setup --status"];

describe("the setup", () => {
  test.each(cases)("of %s writes its files for the %s, once", async (name, scope) => {
    const { run, read } = open();
    const program = programs[name];
    const file = program.settings[scope];
    const location = scope === "user" ? "home" : "project";
    const flags = scope === "user" ? { user: true } : { project: true };
    const expected = (state: string, server = state) => [
      [name, "skill", state, null, `${location}/${program.skills}/tome/SKILL.md`],
      ...(file === undefined
        ? []
        : [
            [
              name,
              "server",
              server,
              server === "missing" ? null : "read-only",
              `${location}/${file}`,
            ],
          ]),
    ];
    const client = [name];
    const status = await run({ client, ...flags, status: true });
    expect([status.rows, status.notes]).toEqual([expected("missing"), []]);
    const first = await run({ client: [name, name], ...flags });
    expect([first.rows, first.notes]).toEqual([expected("installed"), restart]);
    const again = await run({ client, ...flags });
    expect([again.rows, again.notes]).toEqual([expected("current"), []]);
    if (file !== undefined) {
      const server =
        name === "opencode"
          ? { type: "local", command: ["tome", "mcp"], enabled: true }
          : { ...(name === "vscode" && { type: "stdio" }), command: "tome", args: ["mcp"] };
      expect(read(file, scope)).toBe(
        program.format === "toml"
          ? '[mcp_servers.tome]\ncommand = "tome"\nargs = ["mcp"]\n'
          : `${JSON.stringify({ [program.servers]: { tome: server } }, null, 2)}\n`,
      );
    }
    expect(read(`${program.skills}/tome/SKILL.md`, scope)).toContain("1.2.3");
  });

  test.each([
    [".claude", "claude"],
    [".mcp.json", "claude"],
    ["CLAUDE.md", "claude"],
    [".codex", "codex"],
    [".cursor", "cursor"],
    [".gemini", "gemini"],
    ["GEMINI.md", "gemini"],
    [".opencode", "opencode"],
    ["opencode.json", "opencode"],
    [".config/opencode", "opencode"],
    [".vscode", "vscode"],
  ])("finds the program with %s", async (sign, name) => {
    const { run } = open({ [`${sign}/x`]: "" });
    const { rows } = await run({ status: true }).catch((error: Error) => ({
      rows: [[error.message]],
    }));
    const [first] = rows;
    // A settings file that is a folder cannot be read, but its program was found.
    expect(String(first?.[0])).toContain(/json$/.test(sign) ? sign : name);
  });

  test("needs a program, and one folder", async () => {
    const { run, cwd } = open();
    await expect(run({})).rejects.toMatchObject({
      message: `No agent was found in ${cwd}. Name one with --client.`,
      hint: "tome agent setup --client claude",
    });
    await expect(run({ project: true, user: true })).rejects.toMatchObject({
      message: "Specify either --project or --user, not both.",
      hint: "tome agent setup --help",
    });
  });

  test("has columns for each part", async () => {
    const { run } = open();
    expect((await run({ client: ["claude"], status: true })).columns).toEqual([
      { header: "CLIENT", path: "client" },
      { header: "PART", path: "part" },
      { header: "STATE", path: "state" },
      { header: "PERMISSION", path: "permission" },
      { header: "FILE", path: "file" },
    ]);
  });
});

describe("the permission of a server", () => {
  test.each(["claude", "codex"] as const)("of %s is set, kept and replaced", async (name) => {
    const { run } = open();
    const permission = async (input: Input) => {
      const { rows } = await run({ client: [name], ...input });
      return rows.find(([, part]) => part === "server")?.slice(2, 4);
    };
    expect(await permission({ allow: "write" })).toEqual(["installed", "write"]);
    expect(await permission({})).toEqual(["current", "write"]);
    expect(await permission({ allow: "delete", status: true })).toEqual(["outdated", "write"]);
    expect(await permission({ allow: "delete" })).toEqual(["updated", "delete"]);
    expect(await permission({ remove: true })).toEqual(["removed", null]);
    expect(await permission({ remove: true })).toEqual(["missing", null]);
  });
});

describe("other settings", () => {
  const server = '[mcp_servers.tome]\ncommand = "tome"\nargs = ["mcp"]\n';

  test.each<[string, string, string, string]>([
    ["none", "", server, ""],
    ["a table before", "[a]\nb = 1\n", `[a]\nb = 1\n\n${server}`, "[a]\nb = 1\n"],
    [
      "an older server between tables",
      '[a]\nb = 1\n\n[mcp_servers.tome]\ncommand = "old"\n\n[c]\nd = 2\n',
      `[a]\nb = 1\n\n[c]\nd = 2\n\n${server}`,
      "[a]\nb = 1\n\n[c]\nd = 2\n",
    ],
    [
      "an older server at the end",
      '[a]\nb = 1\n[mcp_servers.tome]\ncommand = "old"\n',
      `[a]\nb = 1\n\n${server}`,
      "[a]\nb = 1\n",
    ],
  ])("in TOML stay: %s", async (_, text, withServer, without) => {
    const { run, read } = open(text === "" ? {} : { ".codex/config.toml": text });
    await run({ client: ["codex"] });
    expect(read(".codex/config.toml")).toBe(withServer);
    await run({ client: ["codex"], remove: true });
    expect(read(".codex/config.toml")).toBe(without);
  });

  test("in TOML with the same server keep their blank lines", async () => {
    const text = `[mcp_servers.tome]\n\ncommand = "tome"\nargs = ["mcp"]\n\n\n[a]\nb = 1\n`;
    const { run, read } = open({ ".codex/config.toml": text });
    expect((await run({ client: ["codex"] })).rows[1]?.[2]).toBe("current");
    expect(read(".codex/config.toml")).toBe(text);
  });

  test("in JSON stay, in any layout, also without a server to remove", async () => {
    const text = '{"other":1,"mcpServers":{"own":{"command":"x"}}}';
    const { run, read } = open({ ".mcp.json": text });
    await run({ client: ["claude"], remove: true });
    expect(read(".mcp.json")).toBe(text);
    await run({ client: ["claude"] });
    expect(JSON.parse(read(".mcp.json"))).toEqual({
      other: 1,
      mcpServers: { own: { command: "x" }, tome: { command: "tome", args: ["mcp"] } },
    });
    await run({ client: ["claude"], remove: true });
    expect(JSON.parse(read(".mcp.json"))).toEqual(JSON.parse(text));
  });

  test.each(["[]", "null", "{", '"x"'])("in JSON that is %s are refused", async (text) => {
    const { run, read } = open({ ".mcp.json": text });
    await expect(run({ client: ["claude"] })).rejects.toThrow(
      '.mcp.json is not a JSON object, so tome does not change it. Add the server "tome" with the command: tome mcp.',
    );
    expect(read(".mcp.json")).toBe(text);
  });

  test("that are blank get the server", async () => {
    const { run, read } = open({ ".mcp.json": " \n" });
    expect((await run({ client: ["claude"] })).rows[1]?.[2]).toBe("installed");
    expect(JSON.parse(read(".mcp.json"))).toHaveProperty("mcpServers.tome");
  });

  test("removal deletes the skill", async () => {
    const { run, cwd } = open();
    await run({ client: ["claude"] });
    await run({ client: ["claude"], remove: true });
    expect(existsSync(join(cwd, ".claude/skills/tome/SKILL.md"))).toBe(false);
  });
});
