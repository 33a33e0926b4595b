import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedPlatform } from "../../../src/app/run/local-platform.ts";
import type { RunningPlatform, ServeOptions } from "../../../src/context.ts";
import type { WireRequest } from "../../../src/contract/wire.ts";
import { UsageError } from "../../../src/errors.ts";
import { getReadyFile } from "../../../src/service/server/ready-file.ts";
import { openTome, type Tome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { atEnd } from "../../support/machine/at-end.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { serve } from "../../support/network/loopback.ts";

async function createSpace(): Promise<Tome> {
  const tome = openTome();
  expect((await tome("space create --title Handbook --local")).code).toBe(0);
  return tome;
}

slowTest("other commands can use the data while a confirmation waits", async () => {
  const tome = await createSpace();
  let other = "";
  const deleted = await tome("space delete Handbook --local", {
    answers: [
      async () => {
        const { stdout, stderr } = await tome("space list --local --json title");
        other = stdout + stderr;
        return "y";
      },
    ],
  });
  expect(JSON.parse(other)).toContainEqual({ title: "Handbook" });
  expect([deleted.code, deleted.stderr]).toEqual([0, expect.stringContaining("Deleted the space")]);
  expect((await tome("space list --local")).stdout).not.toContain("Handbook");
});

slowTest("other commands can use the data while a value or a choice is prompted for", async () => {
  const tome = await createSpace();
  await tome("space create --title Handbook --local");
  const codes: number[] = [];
  const list = async (typed: string) => {
    codes.push((await tome("space list --local")).code);
    return typed;
  };
  const env = { TOME_ACCESSIBLE: "1" };
  const picked = await tome("space get Handbook --local", { env, answers: [() => list("1")] });
  expect([picked.code, picked.stderr]).toEqual([0, expect.stringContaining("Which space?")]);
  const created = await tome("space create --local", { answers: [() => list("Guide")] });
  expect([created.code, codes]).toEqual([0, [0, 0]]);
});

slowTest(
  "a command continues on a server that was started while its confirmation waited",
  async () => {
    const tome = await createSpace();
    let stop = () => {};
    let server: ReturnType<Tome> | undefined;
    const deleted = await tome("space delete Handbook --local", {
      answers: [
        async () => {
          await new Promise<void>((resolve) => {
            server = tome("serve --port 0", {
              heard: () => resolve(),
              interrupted: () =>
                new Promise((end) => {
                  stop = end;
                }),
            });
          });
          return "y";
        },
      ],
    });
    expect([deleted.code, deleted.stderr]).toEqual([
      0,
      expect.stringContaining("Deleted the space"),
    ]);
    stop();
    expect((await server)?.code).toBe(0);
    expect((await tome("space list --local")).stdout).not.toContain("Handbook");
  },
);

test("a second server of the same data is refused, and the message names the first", async () => {
  const tome = openTome();
  const second = { code: 0, stderr: "" };
  let hear = () => {};
  const ready = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const served = await tome("serve --port 0", {
    heard: () => hear(),
    async interrupted() {
      await ready;
      Object.assign(second, await tome("serve --port 0"));
    },
  });
  expect([served.code, second.code]).toEqual([0, 6]);
  expect(second.stderr).toMatch(
    /The data in .* is already served at http:\/\/127\.0\.0\.1:\d+\.\nhint: tome serve --data <another folder>/,
  );
});

test("a server whose port is in use leaves the data to other commands", async () => {
  const tome = openTome();
  const { url } = await serve(() => undefined);
  const data = join(temporaryFolder(), "data");
  const { code, stderr } = await tome(`serve --data ${data} --port ${new URL(url).port}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining("in use")]);
  expect(existsSync(join(data, "tome.sqlite"))).toBe(true);
  expect(existsSync(join(data, "serve.json"))).toBe(false);
});

test.each(["none", "only"])("serve --jobs %s requires a database", async (jobs) => {
  const { code, stderr } = await openTome()(`serve --port 0 --jobs ${jobs}`);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`--jobs ${jobs} requires --database, because no other process can use`),
  ]);
});

/** Runs commands while the data is served. @returns the output of the server */
async function whileServed(tome: Tome, flags: string, work: () => Promise<void>): Promise<string> {
  let output = "";
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { code, stderr } = await tome(`serve --port 0 ${flags}`, {
    heard(text) {
      output += text;
      start();
    },
    async interrupted() {
      await started;
      await work();
    },
  });
  expect(code, stderr).toBe(0);
  return output;
}

slowTest(
  "a platform that another command serves is administered and used as if it were not",
  async () => {
    const tome = openTome();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "plan.json"), JSON.stringify({ seed: 7, rules: [] }));
    const results = new Map<string, unknown>();
    const lines = [
      "local clock --json offset",
      "local token create --label CI --json label",
      "local faults plan.json --json seed",
      "local faults --json seed",
      "local faults --end --json rules",
      "org get --local --json title",
    ];
    const output = await whileServed(tome, "", async () => {
      for (const line of lines) {
        const { code, stdout, stderr } = await tome(line, { cwd });
        results.set(line, code === 0 ? JSON.parse(stdout) : stderr);
      }
    });
    expect([...results.values()]).toEqual([
      ...[{ offset: 0 }, { label: "CI" }, { seed: 7 }, { seed: 7 }, { rules: [] }],
      { title: "My organization" },
    ]);
    expect(output).not.toMatch(/^site /m);
  },
);

slowTest(
  "serve --seed loads the sample workspace once, and prints the URL of its site",
  async () => {
    const tome = openTome();
    const titles: string[] = [];
    for (const round of [1, 2]) {
      const output = await whileServed(tome, "--seed", async () => {
        titles.push((await tome("org list --local --json title")).stdout);
      });
      expect([round, output]).toEqual([round, expect.stringMatching(/^site +http:\/\/\S+:\d+$/m)]);
    }
    expect(await whileServed(tome, "", async () => {})).not.toMatch(/^site /m);
    expect(titles[0]).not.toBe("");
    expect(titles[1]).toBe(titles[0]);
  },
);

type Variables = Readonly<Record<string, string>>;

/** A platform of this process that closes after the test. */
function openPlatform(folder = temporaryFolder(), environment: Variables = {}) {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const platform = createEmbeddedPlatform({
    ...{ folder, environment, warn },
    ...{ version: "1.2.3", build: "test" },
  });
  atEnd(() => platform.close());
  return { ...platform, warnings };
}

describe("the database of a platform", () => {
  const address = "postgres://ada@db.example.com/tome";

  test.each<[Variables, string | undefined]>([
    [{}, undefined],
    [{ TOME_DATABASE: "" }, undefined],
    [{ TOME_DATABASE: address }, address],
  ])("with the variables %j is %s", (environment, database) => {
    const { platform } = openPlatform("/data", environment);
    const location = database === undefined ? "/data" : "postgres://db.example.com/tome";
    expect(platform).toMatchObject({ folder: "/data", database, location });
  });

  test.each([
    [address, 0],
    ["postgres://ada:canary@db.example.com/tome", 1],
  ])("of a flag is %s, which takes precedence, with %i warnings", (flag, count) => {
    const { platform, warnings } = openPlatform("/data", { TOME_DATABASE: "postgres://other/db" });
    expect(platform.on(flag)).toMatchObject({
      database: flag,
      location: "postgres://db.example.com/tome",
    });
    expect(warnings.filter((text) => text.includes("can see the password"))).toHaveLength(count);
    expect(warnings.join()).not.toContain("canary");
  });
});

describe("the platform of a folder", () => {
  test("has a token and an organization of its own", async () => {
    const folder = temporaryFolder();
    const { platform, ownToken, connect } = openPlatform(folder);
    const { token, url } = await platform.access();
    expect(await ownToken()).toEqual({ value: token, from: `data in ${folder}` });
    expect(await connect()).toMatchObject({ token, baseUrl: "http://tome.localhost" });
    expect(url).toBeUndefined();
    const organization = await platform.organization();
    expect(await platform.administer("GET", "/beginning")).toMatchObject({ organization });
  });

  test("refuses invalid requests of the administration with the message of the platform", async () => {
    const { platform } = openPlatform();
    await expect(platform.administer("POST", "/tokens/nothing/revoke")).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining("token"),
    });
  });

  test("is open for others when it is released, and opens again for a request", async () => {
    const folder = temporaryFolder();
    const first = openPlatform(folder);
    const { baseUrl, token, transport } = await first.connect();
    const request: WireRequest = {
      method: "GET",
      url: `${baseUrl}/v1/user`,
      headers: { authorization: `Bearer ${token}` },
    };
    const answer = transport(request);
    await first.release();
    expect((await answer).status).toBe(200);
    await first.release();
    const second = openPlatform(folder);
    expect((await second.connect()).token).toBe(token);
    await second.close();
    expect((await transport(request)).status).toBe(200);
  });

  slowTest("is served with integrations until it is closed", async () => {
    const { platform, release, close } = openPlatform();
    const url = await platform.runIntegrations(0);
    await release();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const folder = temporaryFolder();
    const other = openPlatform(folder);
    const port = Number(new URL(url).port);
    await expect(other.platform.runIntegrations(port)).rejects.toThrow(
      new UsageError(
        `Port ${port} is in use. Choose another port, or use --port 0 for any free port.`,
      ),
    );
    // Other commands do not wait for a server.
    expect(existsSync(getReadyFile(folder))).toBe(false);
    await close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});

describe("the platform of a folder that another process serves", () => {
  const folder = temporaryFolder();
  let server: RunningPlatform;
  beforeAll(async () => {
    const { serve } = openPlatform(folder).platform;
    server = await serve({ data: folder, port: 0 });
  });
  afterAll(() => server.close());

  test("is the one of the server", async () => {
    const { platform, ownToken, connect } = openPlatform(folder);
    const { url, token, organization } = server;
    expect(await platform.access()).toEqual({ token, url });
    expect(await ownToken()).toEqual({ value: token, from: `data in ${folder}` });
    expect(await connect()).toMatchObject({ token, baseUrl: url });
    expect(await platform.organization()).toBe(organization);
    expect(await platform.runIntegrations(0)).toBe(url);
    const offered = { url: "file:///docs", folder: "/docs", commit: "c0ffee", files: [] };
    expect(await platform.offerFolder(offered)).toBe(false);
  });

  test("continues after commands that used it", async () => {
    const other = openPlatform(folder);
    await other.connect();
    await other.release();
    await other.close();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

describe("a server", () => {
  /** Serves data in memory. */
  async function serveMemory(options: Partial<ServeOptions> = {}, environment: Variables = {}) {
    const { platform, warnings } = openPlatform(undefined, environment);
    const server = await platform.serve({ port: 0, data: false, ...options });
    atEnd(() => server.close());
    const get = (path: string) =>
      fetch(`${server.url}/v1${path}`, { headers: { authorization: `Bearer ${server.token}` } });
    return { server, warnings, get };
  }

  slowTests.each<[Partial<ServeOptions>, Variables, string | null]>([
    [{}, {}, null],
    [{}, { TOME_RATE_LIMIT: "7" }, "7"],
    [{}, { TOME_ORGANIZATION_RATE_LIMIT: "8" }, "8"],
    [{ rateLimit: 5 }, { TOME_RATE_LIMIT: "7" }, "5"],
    [{ organizationRateLimit: 6 }, { TOME_ORGANIZATION_RATE_LIMIT: "8" }, "6"],
  ])("with the flags %j and the variables %j has the limit %s", async (flags, env, limit) => {
    const { server, get } = await serveMemory(flags, env);
    const { headers } = await get(`/orgs/${server.organization}`);
    expect(headers.get("x-ratelimit-limit")).toBe(limit);
  });

  test.each<[Partial<ServeOptions>, number]>([
    [{}, 0],
    [{ log: "off" }, 0],
    [{ log: "text" }, 1],
  ])("with %j logs %i lines for a request", async (options, count) => {
    const { warnings, get } = await serveMemory(options);
    await get("/user");
    expect(warnings.filter((line) => line.includes(" 200 GET /v1/user "))).toHaveLength(count);
  });

  slowTest("that is repeatable has the ids of its seed and the time of its clock", async () => {
    const clock = new Date("2027-03-01T00:00:00Z");
    const users: unknown[] = [];
    for (const seed of [1, 1, 2]) {
      const { server, get } = await serveMemory({ repeatable: { seed, clock } });
      const organization = await (await get(`/orgs/${server.organization}`)).json();
      users.push(organization.id);
      expect(organization.createdAt).toBe("2027-03-01T00:00:00.000Z");
    }
    expect(users[1]).toBe(users[0]);
    expect(users[2]).not.toBe(users[0]);
  });

  test.each<[Partial<ServeOptions>, Variables, string | undefined]>([
    [{}, { TOME_JOBS: "both" }, undefined],
    [{ jobs: "both" }, { TOME_JOBS: "only" }, undefined],
    [{}, { TOME_JOBS: "only" }, "--jobs only requires --database"],
    [{ jobs: "none" }, { TOME_JOBS: "both" }, "--jobs none requires --database"],
  ])("with the flags %j and the variables %j has the error %s", async (flags, env, error) => {
    const serving = serveMemory(flags, env);
    if (error === undefined) expect((await serving).server.organization).not.toBe("");
    else await expect(serving).rejects.toThrow(error);
  });

  slowTests.each<[Partial<ServeOptions>, Variables, boolean]>([
    [{}, {}, false],
    [{ allowPrivate: true }, {}, true],
    [{}, { TOME_ALLOW_PRIVATE: "true" }, true],
  ])(
    "with the flags %j and the variables %j reads URLs of this machine: %s",
    async (flags, variables, isRead) => {
      const file = JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: {},
      });
      const files = await serve((_, response) => response.end(file));
      const { server } = await serveMemory(flags, variables);
      const env = { TOME_BASE_URL: server.url, TOME_TOKEN: server.token };
      const line = `openapi put pets --org ${server.organization} --url ${files.url}/a.json --wait`;
      const interrupted = () => new Promise<void>(() => {});
      const { code, stderr } = await openTome()(line, { env, interrupted });
      expect([files.seen.length > 0, code === 0], stderr).toEqual([isRead, isRead]);
    },
  );

  test("that cannot use its port leaves the data to others", async () => {
    const folder = temporaryFolder();
    const { server } = await serveMemory();
    const port = Number(new URL(server.url).port);
    await expect(serveMemory({ data: folder, port })).rejects.toThrow(`Port ${port} is in use.`);
    expect((await openPlatform(folder).platform.access()).url).toBeUndefined();
  });
});
