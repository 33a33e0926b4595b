import { expect, test } from "vitest";
import { tree } from "../../src/commands/tree.ts";
import type { NounCommands, Verb } from "../../src/commands/verb.ts";
import { buildChanges } from "../../src/contract/endpoint.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { openMany } from "./bulk/many.ts";

/** The mutations that update or move a resource and require no field for it. */
async function actsThatMayChangeNothing(): Promise<string[]> {
  const lines: string[] = [];
  const walk = (path: string, command: Verb | NounCommands): void => {
    if (command.kind === "noun") {
      for (const [name, inner] of Object.entries(command.verbs)) walk(`${path} ${name}`, inner);
    } else if (
      command.kind === "mutation" &&
      command.endpoints.some((one) => buildChanges(one).length > 0)
    ) {
      lines.push([path, ...command.arguments.map((_, at) => `A${at}000000000000000000`)].join(" "));
    }
  };
  for (const [name, branch] of Object.entries(tree)) walk(name, await branch.load());
  return lines;
}

const parents =
  "--org O1000000000000000000 --space S1000000000000000000 --site T1000000000000000000";
const further: Readonly<Record<string, string>> = {
  "member update A0000000000000000000": "--role edit",
  "team add A0000000000000000000 A1000000000000000000": "--role owner",
};
const needing = (await actsThatMayChangeNothing()).filter((line) => !(line in further));

function willing() {
  return serve((_, response) =>
    answerJson(response, 200, { object: "thing", id: "A0000000000000000000" }),
  );
}

test("the list of updates and moves is complete", () => {
  expect(needing).toEqual([
    "org update A0000000000000000000",
    "org webhook update A0000000000000000000",
    "org invite update A0000000000000000000",
    "collection update A0000000000000000000",
    "collection move A0000000000000000000",
    "space update A0000000000000000000",
    "space move A0000000000000000000",
    "saml update A0000000000000000000",
    "site update A0000000000000000000",
    "site section update A0000000000000000000",
    "site section move A0000000000000000000",
    "site section-group update A0000000000000000000",
    "site section-group move A0000000000000000000",
    "site space update A0000000000000000000",
    "site space move A0000000000000000000",
    "site external-link update A0000000000000000000",
    "site share-link update A0000000000000000000",
    "site mcp-server update A0000000000000000000",
    "site channel update A0000000000000000000",
    "site auth update A0000000000000000000",
    "site context connection update A0000000000000000000",
    "integration installation update A0000000000000000000 A1000000000000000000",
    "integration installation space update A0000000000000000000 A1000000000000000000",
    "integration installation site update A0000000000000000000 A1000000000000000000",
    "comment update A0000000000000000000",
    "comment reply update A0000000000000000000 A1000000000000000000",
    "cr update A0000000000000000000",
  ]);
});

test.each(needing)("tome %s without a change is refused, and sends nothing", async (line) => {
  const server = await willing();
  const { run } = openMany(server.url);
  const given = `${line} ${listParents(line)}`;
  for (const [ask, stdin] of [
    [given, ""],
    [`${given} --input -`, "{}"],
  ] as const) {
    const { code, stderr } = await run(ask, { stdin });
    expect({ ask, code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toMatch(/needs a (new value|destination)\. Specify at least one of --/);
  }
  expect(server.seen).toEqual([]);
});

/** Parents that the command accepts, except the target itself. */
function listParents(line: string): string {
  if (/^(comment|cr) /.test(line)) return "--space S1000000000000000000";
  const [, kind] = /^integration installation (space|site) /.exec(line) ?? [];
  if (kind === "space") return "--space S1000000000000000000";
  if (kind === "site") return "--site T1000000000000000000";
  return /^site (section|space|share-link|external-link|mcp-server|channel|context)/.test(line)
    ? parents.replace("--space S1000000000000000000 ", "")
    : "";
}

test("the message names the available flags", async () => {
  const { run } = openMany((await willing()).url);
  const update = await run("space update S1000000000000000000");
  expect(update.stderr).toContain("tome space update needs a new value");
  expect(update.stderr).toContain("--title, --emoji,");
  expect(update.stderr).toContain("--reviewer");
  expect((await run("space move S1000000000000000000")).stderr).toContain(
    "destination. Specify at least one of --parent, --before, --after.",
  );
  expect(
    (await run("space move S1000000000000000000 --input -", { stdin: '{"position":{}}' })).code,
  ).toBe(2);
});

test("null, false and an empty list are changes", async () => {
  const { run } = openMany((await willing()).url);
  expect((await run("space move S1000000000000000000 --no-parent")).code).toBe(0);
  expect((await run("space update S1000000000000000000 --no-emoji")).code).toBe(0);
  expect((await run("org update O1000000000000000000 --no-ai")).code).toBe(0);
  expect(
    (await run("org update O1000000000000000000 --input -", { stdin: '{"emailDomains":[]}' })).code,
  ).toBe(0);
  expect((await run("team put T1000000000000000000 U1000000000000000000")).code).toBe(0);
});

test("a row without a new value is named, and no row is sent", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stderr } = await run("space update --from -", {
    stdin: "id,title\nS1000000000000000000,Guide\nS2000000000000000000,\n",
  });
  expect(code).toBe(2);
  expect(stderr).toContain("tome space update needs a new value");
  expect(server.seen).toEqual([]);
});

test("a file without changes is refused", async () => {
  const server = await willing();
  const { run } = openMany(server.url);
  const { code, stderr } = await run(
    "cr edit C1000000000000000000 --space S1000000000000000000 --input -",
    {
      stdin: '{"changes":[]}',
    },
  );
  expect(code).toBe(2);
  expect(stderr).toContain("at least one change");
  expect(server.seen).toEqual([]);
});
