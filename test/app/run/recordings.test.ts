/** Recording and replaying complete commands. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Machine } from "../../../src/app/run/machine.ts";
import { openReplaying } from "../../../src/app/run/recordings.ts";
import type { ResolvedSettings } from "../../../src/context.ts";
import { maximumInput } from "../../../src/files/named-file.ts";
import { writeJson } from "../../../src/json/exact-writing.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, closedPort, serve, serveRaw } from "../../support/network/loopback.ts";

const token = "canary+of/the=tape-token";

/** An environment without a network and a login. */
async function elsewhere(folder: string) {
  return { env: { TOME_BASE_URL: await closedPort() }, cwd: folder };
}

slowTest("a recording of the local platform is replayed without token and data", async () => {
  const folder = temporaryFolder();
  const here = openTome({ withSample: true });
  const there = openTome();
  const spaces = await here("space list --local --format id");
  const [first = ""] = spaces.stdout.split("\n");
  const lines = [
    "space list --local --all --json",
    `space get ${first} --local --json`,
    `space links ${first} --local --fail`,
    `page list --space ${first} --local`,
    "collection create --title Recorded --local --json",
    "space get nothing --local",
    "api GET /orgs/{org}/sites --paginate --slurp --local",
    "openapi put bad --file - --wait --local",
  ];
  for (const [at, line] of lines.entries()) {
    const file = join(folder, `${at}.ndjson`);
    const stdin = "openapi: 3.1.0\ninfo: 7\n";
    const was = await here(`${line} --record ${file}`, { stdin, cwd: folder });
    const bare = line.replace(/ --local\b/, "");
    const is = await there(`${bare} --replay ${file}`, { stdin, ...(await elsewhere(folder)) });
    expect(is, line).toEqual(was);
  }
});

test.each([" ", "="])(
  "a recording with --record%s<file> is private and starts with the command line",
  async (separator) => {
    const folder = temporaryFolder();
    const file = join(folder, "f.ndjson");
    const server = await serve((_, response) =>
      answerJson(response, 200, { id: "S1000000000000000000" }),
    );
    const org = "O1000000000000000000";
    const env = { TOME_BASE_URL: server.url, TOME_TOKEN: token, TOME_ORG: org };
    const line = `space get S1000000000000000000 --record${separator}${file}`;
    const parents = { TOME_SPACE: "S2000000000000000000", TOME_SITE: "site_T1000" };
    expect((await openTome()(line, { env: { ...env, ...parents } })).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [head, exchange, ...rest] = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one));
    expect(head).toMatchObject({
      version: 1,
      kind: "record",
      command: ["space", "get", "S1000000000000000000"],
      base: `${server.url}/`,
      parents: { org, space: parents.TOME_SPACE, site: parents.TOME_SITE },
    });
    expect(exchange).toMatchObject({
      kind: "exchange",
      number: 1,
      request: { method: "GET", url: `${server.url}/v1/spaces/S1000000000000000000` },
      answer: { status: 200, body: '{"id":"S1000000000000000000"}' },
    });
    expect(rest).toEqual([]);
    chmodSync(file, 0o644);
    // It is shorter, because fewer parents are set.
    expect((await openTome()(line, { env })).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = readFileSync(file, "utf8").trim().split("\n");
    expect(second.map((one) => JSON.parse(one).kind)).toEqual(["record", "exchange"]);
  },
);

test("a recording contains no secrets: tokens, keys, signed URLs, passwords", async () => {
  const file = join(temporaryFolder(), "f.ndjson");
  const wrapped = Buffer.from(`user:${token}`).toString("base64");
  const answer = {
    echo: [token, encodeURIComponent(token), wrapped, Buffer.from(token).toString("hex")],
    clientSecret: { deep: ["hidden1"] },
    private: true,
    password: 12345098761,
    urls: {
      published: "https://docs.example.com/?shareKey=hidden2&x=shown1",
      file: "https://files.example.com/a.pdf?X-Amz-Signature=hidden3&X-Amz-Credential=hidden4",
      local: "http://tome.localhost/v1/_download/hidden5hidden5hidden5/pdf/abc/a.pdf",
      repository: "https://user:hidden6@git.example.com/docs.git",
    },
    large: 12345678901234567890n,
  };
  const body = writeJson(answer);
  const server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "set-cookie": "s=hidden7" });
    response.end(body);
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: token };
  const tome = openTome();
  const line = [
    "api",
    "POST",
    "/things?token=hidden8&kept=shown2",
    "-f",
    "apiKey=hidden9",
    "-f",
    "url=https://me:hidden0@example.com/x",
    "-H",
    "x-secret: hiddenA",
    "--record",
    file,
  ];
  expect((await tome(line, { env })).code).toBe(0);
  const record = readFileSync(file, "utf8");
  expect(record).not.toMatch(/hidden|12345098761/);
  for (const form of [token, ...answer.echo, wrapped.slice(8, -4)])
    expect(record).not.toContain(form);
  expect(record).toContain("shown1");
  expect(record).toContain("shown2");
  expect(record).toContain("12345678901234567890");
  expect(record).toContain('\\"private\\":true');
  const replayed = line.map((word) => (word === "--record" ? "--replay" : word));
  const { code, stdout, stderr } = await tome(replayed, await elsewhere("/"));
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("12345678901234567890");
});

slowTest(
  "errors, retries, waits and broken connections are replayed unchanged and without delay",
  async () => {
    const file = join(temporaryFolder(), "f.ndjson");
    const server = await serveRaw((socket, before) => {
      if (before === 0) socket.resetAndDestroy();
      else if (before === 1)
        socket.end("HTTP/1.1 429 Too Many\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n");
      else if (before === 2) {
        const head =
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n";
        socket.write(`${head}{"id":`, () => socket.destroy());
      } else
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 29\r\n\r\n{"id":"S1000000000000000000"}',
        );
    });
    const env = { TOME_BASE_URL: server.url, TOME_TOKEN: token };
    const was = await openTome()(`space get S1000000000000000000 --json --record ${file}`, { env });
    expect(was.code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text.trim().split("\n").length).toBe(5);
    // The server requires a wait that is too long for a test.
    writeFileSync(file, text.replace('"retry-after":"0"', '"retry-after":"20"'));
    const is = await openTome()(
      `space get S1000000000000000000 --json --replay ${file}`,
      await elsewhere("/"),
    );
    expect(is).toEqual(was);
  },
);

test("a request that is not in the recording is refused with the most similar one", async () => {
  const file = join(temporaryFolder(), "f.ndjson");
  const server = await serve((_, response) =>
    answerJson(response, 200, { id: "S1000000000000000000" }),
  );
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: token };
  const tome = openTome();
  await tome(`space update S1000000000000000000 --title One --record ${file}`, { env });
  const asked = async (line: string) => {
    const { code, stderr } = await tome(`${line} --replay ${file}`, { env });
    return [code, stderr];
  };
  expect(await asked("space update S2000000000000000000 --title One")).toEqual([
    2,
    expect.stringMatching(
      /has no response to PATCH .*\/S2000000000000000000: the nearest is exchange 1, PATCH .*\/S1000000000000000000\.\nhint: tome space update S1000000000000000000 --title One --replay/,
    ),
  ]);
  expect(await asked("space update S1000000000000000000 --title Two")).toEqual([
    2,
    expect.stringContaining("exchange 1 has a different body"),
  ]);
  expect(await asked("space update S1000000000000000000 --title One")).toEqual([
    0,
    expect.any(String),
  ]);
  expect(server.seen.length).toBe(1);
});

test("a file with other content is neither overwritten nor replayed", async () => {
  const folder = temporaryFolder();
  const ask = { cwd: folder, env: { TOME_TOKEN: token, TOME_BASE_URL: await closedPort() } };
  const tome = openTome();
  writeFileSync(join(folder, "mine.txt"), "keep me");
  expect(await tome("space get S1000000000000000000 --record mine.txt", ask)).toMatchObject({
    code: 2,
  });
  expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("keep me");
  for (const text of [
    "",
    "{}",
    "no",
    '{"version":9,"kind":"record","base":"http://x","command":[],"parents":{}}',
  ]) {
    writeFileSync(join(folder, "record"), text);
    const { code, stderr } = await tome("space get S1000000000000000000 --replay record", ask);
    expect([code, stderr], text).toEqual([2, expect.stringMatching(/record/)]);
  }
  expect(await tome("space get S1000000000000000000 --replay nothing", ask)).toMatchObject({
    code: 2,
  });
  expect(await tome("space get S1000000000000000000 --replay a --record b", ask)).toMatchObject({
    code: 2,
  });
});

test.each([
  ["--record mine.txt", "The file mine.txt exists and is not a recording. Choose another file."],
  ["--record no/file", "The file no/file of --record cannot be written (ENOENT)."],
  ["--record docs", "The file docs of --record cannot be written (EISDIR)."],
  ["--replay none", "The file none of --replay cannot be read (ENOENT)."],
  ["--replay docs", "The file docs of --replay cannot be read (EISDIR)."],
  ["--replay large", "The file large exceeds the input limit of 256 MiB."],
  ["--replay a --record b", "--record and --replay cannot be combined."],
])("%s is refused: %s", async (flags, message) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "docs"));
  writeFileSync(join(cwd, "mine.txt"), "keep me");
  writeFileSync(join(cwd, "large"), "");
  truncateSync(join(cwd, "large"), maximumInput + 1);
  const env = { TOME_TOKEN: token, TOME_BASE_URL: await closedPort() };
  const ran = await openTome()(`space get S1000000000000000000 ${flags}`, { cwd, env });
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
});

test("a replay uses the platform and parents of the recording, unless the command names others", async () => {
  const cwd = temporaryFolder();
  const tome = openTome();
  const parents = { TOME_ORG: "O1", TOME_SPACE: "S1", TOME_SITE: "T1" };
  const env = { TOME_TOKEN: token, TOME_BASE_URL: await closedPort() };
  const line = "space get S1000000000000000000 --record r.ndjson --retries 0";
  await tome(line, { cwd, env: { ...env, ...parents } });
  const { settings } = await openReplaying("r.ndjson", createPartial<Machine>({ cwd }));
  const from = "record r.ndjson";
  const base = { value: `${env.TOME_BASE_URL}/`, from };
  const none = createPartial<ResolvedSettings>({ local: true });
  const recorded = {
    org: { value: "O1", from },
    space: { value: "S1", from },
    site: { value: "T1", from },
  };
  expect(settings(none)).toEqual({ local: false, baseUrl: base, ...recorded });
  for (const name of ["org", "space", "site"] as const) {
    const own = { value: "other", from: `flag --${name}` };
    expect(settings({ ...none, [name]: own })).toMatchObject({ ...recorded, [name]: own });
  }
});

/** The open files of this process in a folder. */
function listOpenFiles(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${number}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test
  .runIf(process.platform === "linux")
  .each([
    "space get S1000000000000000000 --record new.ndjson",
    "space get S1000000000000000000 --record earlier.ndjson",
    "space get S1000000000000000000 --record mine.txt",
    "space get S1000000000000000000 --replay earlier.ndjson",
    "space links S1000000000000000000 --report junit=new.xml",
    "space update S1000000000000000000 S2000000000000000000 --emoji x --journal new.ndjson",
  ])("all files that tome %s opens are closed when it ends", async (line) => {
  const cwd = temporaryFolder();
  const tome = openTome();
  const env = {
    ...{ TOME_TOKEN: token, TOME_BASE_URL: await closedPort(), XDG_STATE_HOME: cwd },
    ...{
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: "summary.md",
      TOME_OUTPUT_FILE: "out.ndjson",
    },
  };
  writeFileSync(join(cwd, "mine.txt"), "title: B");
  writeFileSync(join(cwd, "summary.md"), "");
  await tome("space get S1000000000000000000 --record earlier.ndjson --retries 0", { cwd, env });
  expect(listOpenFiles(cwd)).toEqual([]);
  await tome(`${line} --retries 0`, { cwd, env });
  expect(listOpenFiles(cwd)).toEqual([]);
  expect(readFileSync(join(cwd, "out.ndjson"), "utf8").trim().split("\n").length).toBeGreaterThan(
    1,
  );
});
