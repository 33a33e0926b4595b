/** Output for CI systems: annotations, masks, summary and records, of real commands. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildReport } from "../../../src/app/output/report.ts";
import { openPipeline } from "../../../src/app/pipeline/pipeline.ts";
import type { Machine } from "../../../src/app/run/machine.ts";
import { ApiError, IncompleteError } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { hostile, openStep as step, token } from "../../support/pipelines/pipeline-step.ts";
import { ordersIn } from "../../support/pipelines/runner.ts";

test("on GitHub Actions each finding and the final error are annotations", async () => {
  const { env, folder } = await step();
  const { code, stderr } = await openTome()("space links S1000000000000000000 --fail", {
    env,
    cwd: folder,
  });
  expect(code).toBe(10);
  const said = ordersIn(stderr).filter(({ name }) => name !== "add-mask");
  expect(said).toEqual([
    {
      name: "error",
      properties: { title: "tome space links: broken-link" },
      data: 'A link on "Start" points to gone.md, which was not found.\nhttps://example.com/p',
    },
    {
      name: "error",
      properties: { title: "tome space links: broken-link" },
      data: expect.any(String),
    },
    {
      name: "error",
      properties: { title: "tome space links: findings" },
      data: "2 links are broken.",
    },
  ]);
});

slowTest("a hostile title cannot control an annotation, a log, a summary or a record", async () => {
  const { env, folder, read } = await step([hostile]);
  for (const form of ["", "--json", "--format yaml", "--format csv", "--format table"]) {
    const ran = await openTome()(`space links S1000000000000000000 ${form}`, { env, cwd: folder });
    expect(ordersIn(ran.stdout), form).toEqual([]);
    const names = ordersIn(ran.stderr).map(({ name }) => name);
    expect(names, form).toEqual(["add-mask", "error"]);
  }
  const jq = [
    "space",
    "links",
    "S1000000000000000000",
    "--jq",
    ".[].locationReferences[].page.title",
  ];
  const ran = await openTome()(jq, { env, cwd: folder });
  expect(ran.stdout).toContain("\\u{3a}:stop-commands");
  expect(ordersIn(ran.stdout)).toEqual([]);
  const summary = read("summary.md");
  expect(summary).not.toMatch(/(?<!\\)(?:<|\*)|\S(?<!\\)\|\S/);
  expect(summary).not.toContain("\u001b");
  expect(ordersIn(summary)).toEqual([]);
  const [first = ""] = read("told.ndjson").split("\n");
  expect(JSON.parse(first).place.name).toBe(hostile);
});

test("the token is masked before a request is sent, and appears nowhere else", async () => {
  const { env, folder, read } = await step();
  const tome = openTome();
  const heard: string[] = [];
  const { stderr, stdout } = await tome("space links S1000000000000000000 --debug", {
    env,
    cwd: folder,
    heard: (text) => heard.push(text),
  });
  expect(stderr.startsWith(`::add-mask::${token}\n`)).toBe(true);
  expect(stderr.replace(`::add-mask::${token}\n`, "")).not.toContain(token);
  expect(stdout + read("summary.md") + read("told.ndjson")).not.toContain(token);
});

test("tokens that a command creates or prints are masked first", async () => {
  const env = { GITHUB_ACTIONS: "true" };
  const tome = openTome();
  for (const line of ["local token create", "auth token --local"]) {
    const { stdout, stderr } = await tome(line, { env });
    expect(ordersIn(stderr)).toContainEqual({
      name: "add-mask",
      properties: {},
      data: stdout.trim(),
    });
  }
});

test("an error is one annotation with its hint, status and request id", async () => {
  const { env, folder } = await step();
  const refusing = await serve((_, response) =>
    answerJson(
      response,
      404,
      { error: { code: 404, message: "No such\n::warning::space" } },
      { "x-request-id": "r1" },
    ),
  );
  const ran = await openTome()("space get S1000000000000000000", {
    env: { ...env, TOME_BASE_URL: refusing.url },
    cwd: folder,
  });
  expect(ran.code).toBe(5);
  expect(ordersIn(ran.stderr)).toEqual([
    expect.objectContaining({ name: "add-mask" }),
    {
      name: "error",
      properties: { title: "tome space get: not_found" },
      data: "No such ::warning::space\nhint: tome space list\nstatus 404, request r1",
    },
  ]);
  const usage = await openTome()("space get --nonsense", { env, cwd: folder });
  expect(ordersIn(usage.stderr)).toMatchObject([{ name: "error" }]);
});

test("with JSON errors, the last line is the complete error object", async () => {
  const { env, folder } = await step();
  const ran = await openTome()("space links S1000000000000000000 --fail --json", {
    env,
    cwd: folder,
  });
  const last = ran.stderr.trimEnd().split("\n").at(-1) ?? "";
  expect(JSON.parse(last).error.code).toBe("findings");
});

test("the summary is one table of the commands of a step and their findings", async () => {
  const { env, folder, read } = await step(["Start"]);
  const tome = openTome();
  writeFileSync(env.GITHUB_STEP_SUMMARY, "## Mine");
  await tome("space links S1000000000000000000 --fail", { env, cwd: folder });
  await tome("space links S1000000000000000000", { env, cwd: folder });
  expect(read("summary.md")).toBe(`## Mine

| Command | Result | Details |
| --- | --- | --- |
| tome space links | findings | 1 link is broken. |
| tome space links | broken-link | A link on "Start" points to gone.md, which was not found. (https\\://example.com/p) |
| tome space links | done |  |
| tome space links | broken-link | A link on "Start" points to gone.md, which was not found. (https\\://example.com/p) |
`);
});

test("the output file has a versioned record for each finding and the command, and is private", async () => {
  const { env, folder, read } = await step(["Start"]);
  await openTome()("space links S1000000000000000000 --fail", { env, cwd: folder });
  const records = read("told.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records).toEqual([
    {
      version: 1,
      type: "finding",
      command: "space links",
      rule: "broken-link",
      level: "error",
      message: 'A link on "Start" points to gone.md, which was not found.',
      place: { name: "Start", address: "https://example.com/p" },
    },
    {
      version: 1,
      type: "command",
      command: "space links",
      code: "findings",
      exitCode: 10,
      message: "1 link is broken.",
      hint: null,
      status: null,
      requestId: null,
      retryable: false,
      id: null,
      findings: 1,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      milliseconds: expect.any(Number),
    },
  ]);
  expect(statSync(env.TOME_OUTPUT_FILE).mode & 0o777).toBe(0o600);
});

slowTest("concurrent commands append complete lines to the output file", async () => {
  const { env, folder, read } = await step(Array.from({ length: 200 }, (_, at) => `Page ${at}`));
  const tome = openTome();
  await Promise.all(
    Array.from({ length: 8 }, () => tome("space links S1000000000000000000", { env, cwd: folder })),
  );
  const records = read("told.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect(records.length).toBe(8 * 51);
  // The output of one command is contiguous.
  expect(records.map((type, at) => (at % 51 === 50) === (type === "command"))).not.toContain(false);
});

test("an output file that cannot be written is an error before a request is sent", async () => {
  const { env, folder, server } = await step();
  mkdirSync(join(folder, "folder"));
  const tome = openTome();
  const lost = { ...env, TOME_OUTPUT_FILE: "folder" };
  expect((await tome("space links S1000000000000000000", { env: lost, cwd: folder })).code).toBe(2);
  expect(
    (await tome("space links S1000000000000000000 --report junit=folder", { env, cwd: folder }))
      .code,
  ).toBe(2);
  expect(
    (await tome("space links S1000000000000000000 --report csv=x", { env, cwd: folder })).code,
  ).toBe(2);
  const { code, stderr } = await tome("space get S1000000000000000000 --report junit=x", {
    env,
    cwd: folder,
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('The flag --report is not supported by "tome'),
  ]);
  expect(server.seen).toEqual([]);
});

test.each([
  ["--report junit=out", {}],
  ["--report sarif=out", {}],
  ["--report markdown=out", {}],
  ["--record out", {}],
  ["", { TOME_OUTPUT_FILE: "out" }],
])("a link planted in a checkout is not written through: %s %o", async (flags, variables) => {
  for (const target of ["existing", "missing"]) {
    const { env, folder, server } = await step();
    const outside = temporaryFolder();
    writeFileSync(join(outside, "existing"), "");
    symlinkSync(join(outside, target), join(folder, "out"));
    const { code, stderr } = await openTome()(`space links S1000000000000000000 ${flags}`, {
      env: { ...env, ...variables },
      cwd: folder,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("does not write through links")]);
    expect(server.seen).toEqual([]);
    expect(readdirSync(outside)).toEqual(["existing"]);
    expect(readFileSync(join(outside, "existing"), "utf8")).toBe("");
  }
});

test("a report can be written to a stream of the process", async () => {
  const { env, folder } = await step();
  const line = "space links S1000000000000000000 --fail --report junit=/dev/null";
  expect((await openTome()(line, { env, cwd: folder })).code).toBe(10);
});

test("each failed item of a bulk run is an annotation", async () => {
  const { env, folder, read } = await step();
  const failing = await serve(({ url }, response) =>
    url.endsWith("/B1000000000000000000")
      ? answerJson(response, 404, { error: { code: 404, message: "No such space." } })
      : answerJson(response, 200, { id: "A1000000000000000000", title: "New" }),
  );
  const { code, stderr } = await openTome()(
    "space update A1000000000000000000 B1000000000000000000 --edit-mode locked",
    {
      env: { ...env, TOME_BASE_URL: failing.url },
      cwd: folder,
      interrupted: () => new Promise(() => {}),
    },
  );
  expect(code, stderr).toBe(9);
  expect(ordersIn(stderr)).toContainEqual({
    name: "error",
    properties: { title: "tome space update: item-failed" },
    data: "No such space.\nB1000000000000000000",
  });
  expect(read("told.ndjson")).toContain('"rule":"item-failed"');
});

test("a failed row of a file is an annotation at its line", async () => {
  const { env, folder, read } = await step();
  const failing = await serve(({ body }, response) =>
    body.includes('"C"')
      ? answerJson(response, 409, { error: { code: 409, message: "There is one." } })
      : answerJson(response, 201, { id: "A1000000000000000000", title: "New" }),
  );
  writeFileSync(join(folder, "spaces.csv"), "title\nA\nB\nC\nD\n");
  const { code } = await openTome()("space create --org O1000000000000000000 --from spaces.csv", {
    env: { ...env, TOME_BASE_URL: failing.url },
    cwd: folder,
    interrupted: () => new Promise(() => {}),
  });
  expect(code).toBe(9);
  expect(read("told.ndjson")).toMatch(/spaces\.csv.*"line":4/);
});

test("a line without a command is no row of the summary", async () => {
  const { env, folder, read } = await step();
  writeFileSync(env.GITHUB_STEP_SUMMARY, "");
  const unknown = await openTome()("nosuch", { env, cwd: folder });
  expect([unknown.code, read("summary.md")]).toEqual([2, ""]);
  expect((await openTome()("--help", { env, cwd: folder })).code).toBe(0);
  expect(read("summary.md")).toBe("");
  await openTome()("space get --nosuch", { env, cwd: folder });
  expect(read("summary.md")).toContain("| tome space get | usage |");
});

describe("a stream that is a file, which no runner reads", () => {
  /** A pipeline on GitHub Actions whose streams are these descriptors. */
  function openOn({ stdout, stderr }: { readonly stdout?: number; readonly stderr?: number }) {
    let told = "";
    const write = (text: string) => {
      told += text;
      return true;
    };
    const machine = createPartial<Machine>({
      ...{ env: { GITHUB_ACTIONS: "true" }, cwd: temporaryFolder() },
      ...{ stdout: { fd: stdout }, stderr: { fd: stderr, write } },
    });
    return { machine: openPipeline(machine).machine, told: () => told };
  }

  test("gets no line that masks a secret, because it would reveal it", () => {
    const file = openSync(join(temporaryFolder(), "log"), "w");
    try {
      const toFile = openOn({ stderr: file });
      toFile.machine.conceal?.("secret-token");
      expect(toFile.told()).toBe("");
      for (const stderr of [undefined, 1_000_000]) {
        const { machine, told } = openOn({ ...(stderr !== undefined && { stderr }) });
        for (const secret of ["secret-token", "secret-token", "two words", "ä"]) {
          machine.conceal?.(secret);
        }
        expect(told()).toBe("::add-mask::secret-token\n");
      }
    } finally {
      closeSync(file);
    }
  });

  test("gets its text unchanged", () => {
    const file = openSync(join(temporaryFolder(), "out"), "w");
    try {
      const order = "::stop-commands::x";
      expect(openOn({ stdout: file }).machine.guard).toBeUndefined();
      expect(openOn({}).machine.guard?.(order)).not.toBe(order);
      expect(openOn({ stderr: file }).machine.guardNotes?.(order)).not.toBe(order);
    } finally {
      closeSync(file);
    }
  });
});

describe("a report that cannot be written at the end", () => {
  /** A pipeline whose report file becomes a folder while the command runs. */
  function openBroken() {
    const cwd = temporaryFolder();
    let stderr = "";
    const write = (text: string) => {
      stderr += text;
      return true;
    };
    const pipeline = openPipeline(
      createPartial<Machine>({ env: {}, cwd, stdout: {}, stderr: { write } }),
    );
    pipeline.start("check");
    pipeline.reportTo(["junit=report.xml"]);
    rmSync(join(cwd, "report.xml"));
    mkdirSync(join(cwd, "report.xml"));
    return { end: pipeline.end, told: () => stderr };
  }

  test.each<[error: Error, code: number]>([
    [new ApiError(404, "Not found."), 5],
    [new IncompleteError("findings", "2 links are broken."), 10],
  ])("leaves the exit code of the command: %s", async (error, code) => {
    const { end, told } = openBroken();
    expect(await end(error, buildReport(error))).toBe(code);
    expect(told()).toContain("error: The report could not be written: ");
  });

  test("is the failure of a command that succeeded", async () => {
    const { end, told } = openBroken();
    expect(await end(undefined, undefined)).not.toBe(0);
    expect(told()).toContain("error: The report could not be written: ");
  });
});
