/** Responses of a newer platform are preserved: unknown fields and values, large numbers, order. */
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { openClient } from "../../src/client/client.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { runJq } from "../../src/terminal/formats/jq.ts";
import { toJsonText } from "../../src/terminal/formats/json-text.ts";
import { toYamlText } from "../../src/terminal/formats/yaml-text.ts";
import { type CommandLine, everyLine, parents } from "../support/commands/command-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { answerTo, endpoints, getOperation } from "../support/generators/any-answers.ts";
import { newerText, spelled } from "../support/generators/newer-answers.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

const answered = (
  await Promise.all(
    endpoints.map(async (endpoint) => ({ endpoint, value: await answerTo(endpoint) })),
  )
).filter(({ value }) => typeof value === "object" && value !== null);

/** The texts that a client and the output formats produce from a response. */
async function readBy(endpoint: Endpoint, text: string) {
  const client = openClient({
    baseUrl: "http://127.0.0.1",
    token: "token",
    userAgent: "tome/test",
    retries: 0,
    transport: async () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: text,
    }),
  });
  const ids = Object.keys(endpoint.input).map((name) => [name, "X1000000000000000000"]);
  const { value = null } = await client.call(endpoint, Object.fromEntries(ids));
  return value;
}

slowTest(
  "every operation returns unknown fields and values of a newer platform",
  async () => {
    const random = randomFrom();
    const tried = sample(answered, 120);
    const documents = amount({ short: tried.length, full: 5000 });
    let changed = 0;
    const losses = countFaults();
    for (let at = 0; at < documents; at++) {
      const { endpoint, value } = tried[at % tried.length] ?? random.pick(answered);
      const text = newerText(value, random, endpoint.list ? ["items"] : []);
      const told = `${endpoint.operation}, TOME_SEED=${random.seed}`;
      if (text !== JSON.stringify(value)) changed++;
      const seen = await readBy(endpoint, text);
      losses.add(spelled(toJsonText(seen)) !== spelled(text));
      expect(spelled(toJsonText(seen)), told).toBe(spelled(text));
      expect(spelled(toJsonText(seen, 2)), told).toBe(spelled(text));
      if (at % 5 !== 0) continue;
      const yaml = parseDocument(await toYamlText(seen), { intAsBigInt: true, uniqueKeys: true });
      expect(yaml.errors, told).toEqual([]);
      expect(spelled(getText(yaml.toJS({ mapAsMap: true }))), told).toBe(spelled(text));
      if (at % 25 !== 0) continue;
      const [once = ""] = await runJq(".", seen);
      expect(spelled(once), told).toBe(spelled(text));
    }
    expect(changed).toBeGreaterThan(documents / 2);
    report(
      "C10",
      `${documents} answers of ${tried.length} operations changed, ${losses.total()} losses`,
    );
  },
  3_600_000,
);

/** Done, or the result that a generated response reports; the input is always valid. */
const asTheAnswerSays = (code: number) => [0, 1, 6, 8, 9, 10].includes(code);

slowTest(
  "every command prints the complete response of a newer platform, and exits by its status",
  async () => {
    const random = randomFrom();
    /** The responses that a command receives; a repeated operation gets the same one. */
    const sent = new Map<Endpoint, string>();
    let listOfLine: readonly string[] = [];
    const server = await serve(async ({ method, url }, response) => {
      const endpoint = getOperation(method, url);
      const value = answered.find((one) => one.endpoint === endpoint)?.value;
      if (endpoint !== undefined && value !== undefined && !sent.has(endpoint)) {
        const lists = [...(endpoint.list ? ["items"] : []), ...listOfLine];
        sent.set(endpoint, newerText(value, random, lists));
      }
      const text = endpoint && sent.get(endpoint);
      response.writeHead(text === undefined ? 204 : 200, { "content-type": "application/json" });
      response.end(text);
    });
    const folder = temporaryFolder();
    const env = { ...parents, TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
    const tome = openTome();
    const all = (await everyLine(folder)).filter(({ verb }) => verb.kind !== "custom");
    const lines = sample(all, 60);
    const rounds = amount({ short: 1, full: 10 });
    let shown = 0;
    const losses = countFaults();
    for (let round = 0; round < rounds; round++) {
      for (const line of lines) {
        sent.clear();
        listOfLine = listIn(line) ?? [];
        const told = `tome ${line.words}, TOME_SEED=${random.seed}`;
        const { code, stdout, stderr } = await tome([...line.args, "--json"], { env, cwd: folder });
        const ended = [asTheAnswerSays(code), /fault of tome/.test(stderr)];
        expect(ended, `${told}: ${stderr}`).toEqual([true, false]);
        const asked = server.seen.at(-1);
        const endpoint = getOperation(asked?.method ?? "", asked?.url ?? "");
        const text = endpoint && sent.get(endpoint);
        if (endpoint === undefined || text === undefined) continue;
        // A secret is printed only if the command names it.
        if (stderr.includes("Hidden secret")) continue;
        shown++;
        const [name] = endpoint.list ? ["items"] : (listIn(line) ?? []);
        const isWhole = name === undefined || name === ".";
        const whole = isWhole ? spelled(text) : getMember(text, name);
        losses.add(spelled(stdout) !== whole);
        expect(spelled(stdout), told).toBe(whole);
        // A table has a cell for any value.
        const table = await tome([...line.args, "--format", "table"], { env, cwd: folder });
        const laidOut = [asTheAnswerSays(table.code), table.stderr.includes("fault of tome")];
        expect(laidOut, told).toEqual([true, false]);
      }
    }
    const lost = `${losses.total()} losses`;
    report("C10", `${shown} commands shown answers of a later platform whole, ${lost}`);
  },
  3_600_000,
);

test("a duplicate field with two values is refused at any depth", async () => {
  const random = randomFrom();
  const tries = amount({ short: 8, full: 1000 });
  for (let at = 0; at < tries; at++) {
    const { endpoint, value } = random.pick(answered);
    const text = newerText(value, random, endpoint.list ? ["items"] : []);
    const indexes = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
    const start = random.pick(indexes);
    const rest = text.slice(start);
    const comma = rest.startsWith("}") ? "" : ",";
    const twice = `${text.slice(0, start)}"twice":1,"twice":2${comma}${rest}`;
    if (insideString(text, start)) continue;
    await expect(readBy(endpoint, twice), `TOME_SEED=${random.seed}`).rejects.toThrow(
      'the field "twice" is a duplicate',
    );
  }
  report("C10", `${tries} answers with a member given twice, all refused`);
});

test("unknown fields survive reading, editing and writing back", async () => {
  const schema =
    '{"type":"object","x-new":{"404":1,"200":12345678901234567890,"z":null,"a":[9007199254740993]},"properties":{}}';
  const server = await serve(({ method }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(method === "GET" ? `{"jsonSchema":${schema},"more":1}` : "{}");
  });
  const env = { ...parents, TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  const tome = openTome();
  const got = await tome("site adaptive-schema get T1000000000000000000 --jq .jsonSchema", { env });
  expect(spelled(got.stdout)).toBe(schema);
  const put = await tome("site adaptive-schema put T1000000000000000000 --file -", {
    env,
    stdin: got.stdout,
  });
  expect([put.code, put.stderr]).toEqual([0, expect.any(String)]);
  expect(server.seen.at(-1)?.body).toBe(`{"jsonSchema":${schema}}`);
});

function listIn({ verb }: CommandLine): readonly string[] | undefined {
  return verb.kind === "query" && verb.listIn !== undefined ? [verb.listIn] : undefined;
}

/** The source text of a field, cut out of a text. */
function getMember(text: string, name: string): string {
  const whole = spelled(text);
  const start = startOfMember(whole, JSON.stringify(name));
  let depth = 0;
  for (const { 0: part, index } of whole.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === "[" || part === "{") depth++;
    else if ((part === "]" || part === "}") && --depth === 0)
      return whole.slice(start, start + index + 1);
  }
  throw new Error(`There is no ${name}.`);
}

function startOfMember(whole: string, name: string): number {
  let depth = 0;
  for (const { 0: part, index } of whole.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === "[" || part === "{") depth++;
    else if (part === "]" || part === "}") depth--;
    else if (depth === 1 && part === name && whole[index + part.length] === ":")
      return index + part.length + 1;
  }
  throw new Error(`There is no ${name}.`);
}

function insideString(text: string, position: number): boolean {
  return (text.slice(0, position).replace(/\\./g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}

/** JSON of a value parsed from YAML, whose objects are maps. */
function getText(value: unknown): string {
  if (value instanceof Map) {
    const members = [...value].map(
      ([name, one]) => `${JSON.stringify(String(name))}:${getText(one)}`,
    );
    return `{${members.join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(getText).join(",")}]`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
