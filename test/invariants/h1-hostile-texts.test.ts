/**
 * Text of other users is displayed and never interpreted, neither by a terminal nor by a CI runner.
 */
import { expect, test } from "vitest";
import { type CommandLine, everyLine, parents } from "../support/commands/command-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import {
  obeyedIn,
  withoutOwnColors,
  withoutOwnLinks,
  withoutPromptMoves,
} from "../support/generators/hostile.ts";
import { spelled } from "../support/generators/newer-answers.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";
import { furtherOrdersIn, type Order, ordersIn } from "../support/pipelines/runner.ts";
import { hostilePlatform } from "../support/platforms/hostile-platform.ts";

/** The commands that copy a document byte by byte, with its destination. */
const handedOn: Readonly<Record<string, readonly string[]>> = {
  "file get": ["piped"],
  "page get": ["piped"],
  "openapi version raw": ["piped", "actions", "azure"],
};

/** The ways to observe each command. */
const looks = [
  "screen",
  "colors",
  "links",
  "piped",
  "json",
  "yaml",
  "csv",
  "actions",
  "refused in actions",
  "azure",
  "refused in teamcity",
  "refused",
] as const;

const flags: Readonly<Record<(typeof looks)[number], readonly string[]>> = {
  screen: ["--no-color"],
  colors: [],
  links: [],
  piped: [],
  json: ["--json"],
  yaml: ["--format", "yaml"],
  csv: ["--format", "csv"],
  actions: [],
  "refused in actions": ["--json"],
  azure: [],
  "refused in teamcity": [],
  refused: ["--debug"],
};

slowTest(
  "no control character reaches a terminal and no command the CI runner, from any field of any command",
  async () => {
    const random = randomFrom();
    const platform = await hostilePlatform(random);
    const folder = temporaryFolder();
    const lines = sample(await everyLine(folder), 40);
    const tome = openTome();
    const rounds = amount({ short: 1, full: 6 });
    const first = random.below(looks.length);
    let shown = 0;
    const obeyed = countFaults();
    async function look(line: CommandLine, how: (typeof looks)[number]): Promise<void> {
      platform.refuse(how.startsWith("refused"));
      const isScreen = ["screen", "colors", "links", "refused"].includes(how);
      const env = {
        ...parents,
        TOME_BASE_URL: platform.url,
        TOME_TOKEN: "token",
        // No spinner, which would appear only for slow responses.
        TERM: "dumb",
        ...((how === "colors" || how === "links") && { FORCE_COLOR: "1" }),
        ...(how === "links" && { FORCE_HYPERLINK: "1" }),
        ...(how.endsWith("actions") && { GITHUB_ACTIONS: "true" }),
        ...(how === "azure" && { TF_BUILD: "True" }),
        ...(how === "refused in teamcity" && { TEAMCITY_VERSION: "2026.1" }),
      };
      const ask = { env, cwd: folder, ...(isScreen && { screen: true as const, answers: [] }) };
      const ran = await tome([...line.args, ...flags[how], "--retries", "0"], ask);
      const told = `tome ${line.words}, ${how}, TOME_SEED=${random.seed}, ${ran.stderr.slice(0, 300)}`;
      expect(ran.stderr.includes("fault of tome"), told).toBe(false);
      // CSV lines end as in its standard.
      const stdout = how === "csv" ? ran.stdout.replaceAll("\r\n", "\n") : ran.stdout;
      const withoutOwn = (text: string) => withoutOwnColors(withoutOwnLinks(text));
      const isColored = how === "colors" || how === "links" || how === "refused";
      const texts = isColored
        ? [withoutOwn(stdout), withoutOwn(ran.stderr)]
        : [stdout, withoutPromptMoves(ran.stderr)];
      if (!handedOn[line.words]?.includes(how)) {
        expect(obeyed.add(texts.flatMap(obeyedIn)), told).toEqual([]);
      }
      if (how.endsWith("actions")) {
        expect(obeyed.add(ordersIn(ran.stdout)), told).toEqual([]);
        expect(
          obeyed.add(ordersIn(ran.stderr).filter((order) => !isOwn(order, line))),
          told,
        ).toEqual([]);
      }
      if (how === "azure" || how === "refused in teamcity") {
        expect(obeyed.add(furtherOrdersIn(ran.stdout + ran.stderr)), told).toEqual([]);
      }
      if (how === "json" && line.verb.kind !== "custom" && ran.code === 0 && ran.stdout !== "") {
        const endsWithin = spelled(platform.last()).includes(spelled(ran.stdout));
        const isDeed = /^\{"(?:id|deleted|done)"/.test(spelled(ran.stdout));
        const leavesOut =
          /Hidden secrets?: |Not printed, because (?:it is a secret|they are secrets)/.test(
            ran.stderr,
          );
        expect(endsWithin || isDeed || leavesOut, told).toBe(true);
      }
      shown++;
    }
    for (let round = 0; round < rounds; round++) {
      for (const [at, line] of lines.entries()) {
        const some = amount({ short: 1, full: looks.length });
        for (let turn = 0; turn < some; turn++)
          await look(line, looks[(first + at + turn * 4 + round) % looks.length] ?? "screen");
      }
    }
    report(
      "H1",
      `${shown} commands in ${looks.length} ways with hostile texts in every field, ${obeyed.total()} obeyed`,
    );
  },
  3_600_000,
);

/**
 * Whether tome itself writes the CI command: masks of secrets, and annotations with the command.
 */
function isOwn({ name, properties, data }: Order, { words, args }: CommandLine): boolean {
  if (name === "add-mask") return data === "token" || args.includes(data);
  const isAnnotation = ["error", "warning", "notice"].includes(name);
  return isAnnotation && properties.title?.startsWith(`tome ${words}: `) === true;
}

test("lines of a megabyte are shown completely and without control characters", async () => {
  const long = `${"x\u001b[2J".repeat(170_000)}\n::error::x`;
  const server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "S1000000000000000000", title: long }));
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  const tome = openTome();
  const screen = await tome("space get S1000000000000000000 --no-color", { env, screen: true });
  expect([screen.code, obeyedIn(screen.stdout)]).toEqual([0, []]);
  const json = await tome("space get S1000000000000000000 --json", { env });
  expect(JSON.parse(json.stdout).title).toBe(long);
  const actions = await tome("space get S1000000000000000000 --jq .title", {
    env: { ...env, GITHUB_ACTIONS: "true" },
  });
  expect(ordersIn(actions.stdout)).toEqual([]);
});
