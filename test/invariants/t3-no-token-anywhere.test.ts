/** The token is in its store and in the Authorization header, and in no output of a command. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takesMany } from "../../src/app/parse/global-flags.ts";
import { createTokenRemover } from "../../src/client/secrets/secrets.ts";
import { type CommandLine, everyLine, parents } from "../support/commands/command-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { answerTo, getOperation } from "../support/generators/any-answers.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  answerJson,
  type Loopback,
  serve,
  serveRaw,
  serveSecurely,
} from "../support/network/loopback.ts";

const canary = "Canary/8d1f+q~Zx=2b77%token-of-nobody";
const header = `Bearer ${canary}`;

/** All places where the token may be. */
const echo = [
  canary,
  header,
  encodeURIComponent(canary),
  encodeURIComponent(canary).replace(/%../g, (one) => one.toLowerCase()),
  ...["", "u:", "user:"].map((before) => Buffer.from(before + canary).toString("base64")),
  Buffer.from(canary).toString("base64url"),
  Buffer.from(canary).toString("hex"),
].join(" ");

/** The texts that must be found nowhere: the token in every encoding. */
const forms = [
  canary,
  canary.replaceAll("/", "\\/"),
  encodeURIComponent(canary),
  encodeURIComponent(canary).replace(/%../g, (one) => one.toLowerCase()),
  Buffer.from(canary).toString("hex"),
  // The base64 of its middle, for every offset in a group of three bytes.
  ...[0, 1, 2].map((at) => Buffer.from(canary.slice(at + 3, at + 27)).toString("base64")),
  ...[0, 1, 2].map((at) => Buffer.from(canary.slice(at + 3, at + 27)).toString("base64url")),
];

const outcomes = ["success", "401", "429", "500", "page", "json", "name", "tls", "crash"] as const;
const channels = ["plain", "debug", "json", "record", "output", "actions", "journal"] as const;
type Outcome = (typeof outcomes)[number];
type Channel = (typeof channels)[number];

let platformUrls: Readonly<Record<Outcome, string>>;
let tome: ReturnType<typeof openTome>;

async function platforms(): Promise<Record<Outcome, string>> {
  const refusing = (status: number) => (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(
      response,
      status,
      { error: { code: status, message: `Not with ${echo}` } },
      { "x-request-id": echo, "retry-after": "0", "x-echo": echo },
    );
  const content =
    (type: string, text: string) => (_: unknown, response: Parameters<typeof answerJson>[0]) => {
      response.writeHead(200, { "content-type": type, "x-request-id": canary });
      response.end(text);
    };
  const of = async (server: Promise<Loopback>) => (await server).url;
  return {
    success: await of(
      serve(async ({ method, url }, response) => {
        const endpoint = getOperation(method, url);
        const value = endpoint && (await answerTo(endpoint));
        const status = value === undefined ? 204 : (endpoint?.status ?? 200);
        response.writeHead(status, { "content-type": "application/json", "x-echo": echo });
        response.end(value === undefined ? undefined : JSON.stringify(value));
      }),
    ),
    "401": await of(serve(refusing(401))),
    "429": await of(serve(refusing(429))),
    "500": await of(serve(refusing(500))),
    page: await of(serve(content("text/html", `<title>${echo}</title>`))),
    json: await of(serve(content("application/json", `{"echo":"${echo}`))),
    name: "http://no-such-name.invalid",
    tls: await of(serveSecurely((_, response) => response.end(echo))),
    crash: await of(serveRaw((socket) => socket.end(`HTTP/1.1 ${echo}\r\n${echo}\r\n\r\n`))),
  };
}

/** @returns all output of the command, except the mask for the runner */
async function written(line: CommandLine, outcome: Outcome, channel: Channel, folder: string) {
  const own = temporaryFolder();
  const file = (name: string) => join(own, name);
  const flags: Readonly<Record<Channel, readonly string[]>> = {
    plain: [],
    debug: ["--debug"],
    json: ["--json"],
    record: ["--record", file("record.ndjson")],
    output: [],
    actions: [],
    journal: takesMany(line.verb) ? ["--journal", file("journal")] : ["--debug", "--json"],
  };
  const env = {
    ...parents,
    TOME_BASE_URL: platformUrls[outcome],
    TOME_TOKEN: canary,
    ...(channel === "output" && { TOME_OUTPUT_FILE: file("told.ndjson") }),
    ...(channel === "actions" && {
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: file("summary.md"),
      TOME_OUTPUT_FILE: file("told.ndjson"),
      TOME_DEBUG: "api",
    }),
  };
  const retries = channel === "debug" || channel === "record" ? "1" : "0";
  const ran = await tome([...line.args, ...flags[channel], "--retries", retries], {
    env,
    cwd: folder,
  });
  const masks = channel === "actions" ? `::add-mask::${canary.replaceAll("%", "%25")}\n` : "";
  const stderr = ran.stderr.replace(masks, "");
  return { code: ran.code, texts: [ran.stdout, stderr, ...textsIn(own)] };
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"));
}

function formsIn(texts: readonly string[]): string[] {
  return forms.filter((form) => texts.some((text) => text.includes(form)));
}

slowTest(
  "a token appears in no output of any command, for any behavior of the platform",
  async () => {
    platformUrls = await platforms();
    tome = openTome();
    const folder = temporaryFolder();
    const lines = await everyLine(folder);
    const random = randomFrom();
    const all = lines.flatMap((line) =>
      outcomes.flatMap((outcome) => channels.map((channel) => ({ line, outcome, channel }))),
    );
    // The short run executes each command once, with the next pair of outcome and channel.
    const pairs = outcomes.length * channels.length;
    const first = random.below(pairs);
    const isFull = amount({ short: 0, full: 1 }) === 1;
    const tried = all.filter(
      (_, at) => isFull || at % pairs === (first + Math.floor(at / pairs)) % pairs,
    );
    const codes = new Set<number>();
    const tokens = countFaults();
    for (const { line, outcome, channel } of tried) {
      const told = `tome ${line.words}, ${outcome}, ${channel}, TOME_SEED=${random.seed}`;
      const { code, texts } = await written(line, outcome, channel, folder);
      codes.add(code);
      expect(tokens.add(formsIn(texts)), told).toEqual([]);
    }
    // The outcomes were as intended.
    for (const code of [0, 4, 7]) expect(codes).toContain(code);
    report(
      "T3",
      `${tried.length} commands of ${lines.length}, ${outcomes.length} outcomes, ${channels.length} channels, ${tokens.total()} tokens found`,
    );
  },
  3_600_000,
);

test("an internal error whose message contains the token does not print it", async () => {
  const { withoutTokens } = await import("../../src/app/run/without-tokens.ts");
  const { buildReport: reportOf } = await import("../../src/app/output/report.ts");
  const fault = new TypeError(`Invalid character in header content ["${header}"] ${echo}`);
  expect(formsIn([JSON.stringify(withoutTokens(reportOf(fault), [canary]))])).toEqual([]);
});

test("a token is found in any surrounding text, and nothing else is", () => {
  const random = randomFrom();
  const clean = createTokenRemover(canary);
  const tries = amount({ short: 60, full: 5000 });
  const left = countFaults();
  for (let at = 0; at < tries; at++) {
    const before = Buffer.from(Array.from({ length: random.below(9) }, () => random.below(128)));
    const after = Buffer.from(Array.from({ length: random.below(9) }, () => random.below(128)));
    const bytes = Buffer.concat([before, Buffer.from(canary), after]);
    const encodings = [
      bytes.toString("latin1"),
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ];
    for (const text of encodings) {
      expect(left.add(formsIn([clean(text)])), `TOME_SEED=${random.seed}`).toEqual([]);
    }
    const other = random.next().toString(36).repeat(4);
    expect(clean(other)).toBe(other);
  }
  report("T3", `${4 * tries} texts around the token, ${left.total()} tokens left`);
});
