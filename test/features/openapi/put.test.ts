import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Ask, openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answering } from "../../support/network/answering.ts";

const head = "openapi: 3.0.3\ninfo:\n  title: Pets\n  version: '1'\n";
const plain = `${head}paths: {}\n`;

/** A folder with files, and a tome in it. */
function start(files: Record<string, string> = {}) {
  const cwd = temporaryFolder();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const tome = openTome();
  const run = (line: string, ask: Ask = {}) => tome(`${line} --local`, { cwd, ...ask });
  const sent = async (flags: string) => {
    const { stdout, stderr, code } = await run(`openapi put pets ${flags} --dry-run`);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout).body.source;
  };
  return { cwd, write, run, sent };
}

slowTest("a file is stored unchanged, processed, and becomes one version", async () => {
  const { write, run } = start({ "openapi.yaml": plain });
  const first = await run("openapi put pets --file openapi.yaml --wait");
  expect(first.stderr).toMatch(/^Stored and processed pets; the new version is \w+\.\n$/);
  expect(first.code).toBe(0);
  const again = await run("openapi put pets --file openapi.yaml --wait");
  expect(again.stderr).toContain("the content is unchanged, so no version was created");
  write("openapi.yaml", plain.replace("Pets", "Animals"));
  const changed = await run("openapi put pets --file openapi.yaml --wait --json lastVersion");
  const { lastVersion } = JSON.parse(changed.stdout);
  const versions = await run("openapi version list pets --format id");
  expect(versions.stdout.split("\n")[0]).toBe(lastVersion);
  expect(versions.stdout.trim().split("\n")).toHaveLength(2);
  const raw = await run("openapi version raw pets");
  expect(raw.stdout).toBe(plain.replace("Pets", "Animals"));
});

test("without --wait the command ends at once, and processing continues", async () => {
  const { run } = start({ "openapi.yaml": plain });
  const stored = await run("openapi put pets --file openapi.yaml");
  expect(stored.stderr).toContain(
    "Stored pets; it is not processed yet, so its errors are unknown. To wait for the result, add --wait. To show its status: tome openapi get pets --local",
  );
  const shown = await run("openapi get pets --json processingState");
  expect(JSON.parse(shown.stdout)).toEqual({ processingState: "complete" });
});

slowTest("errors are reported with their lines, and the command fails", async () => {
  const { run } = start({ "openapi.yaml": `${head}paths:\n  /pets:\n    get: {}\n` });
  const faulty = await run("openapi put pets --file openapi.yaml --wait");
  expect(faulty.code).toBe(10);
  expect(faulty.stderr).toContain(
    "openapi.yaml:7:10: paths › /pets › get has no responses, which is required.\n",
  );
  expect(faulty.stderr).toContain("Processing pets ended with an error (PARSE_ERROR).");
  const asJson = await run("openapi put pets --file openapi.yaml --wait --json");
  expect(JSON.parse(asJson.stdout).lastProcessedErrors).toHaveLength(1);
  const shown = await run("openapi get pets");
  expect(shown.stdout).toContain("openapi.yaml:7:10");
});

slowTest("errors are reported with the name of the given file", async () => {
  const bad = `${head}paths:\n  /pets:\n    get: {}\n`;
  const fault = "paths › /pets › get has no responses";
  const { run } = start({
    "api/bad.yaml": bad,
    "bad.json": JSON.stringify({ openapi: "3.0.3", info: 7, paths: {} }),
    "several.yaml": bad.replace("get: {}", "get: {}\n    post: {$ref: 'post.yaml'}"),
    "post.yaml": "responses: {'200': {description: Done}}\n",
    "broken.yaml": "openapi: [",
  });
  const said = async (flags: string, ask?: Ask) => {
    const { code, stderr } = await run(
      `openapi put pets ${flags} --wait --report junit=r.xml`,
      ask,
    );
    expect(code).toBe(10);
    expect(stderr).not.toMatch(/openapi\.(yaml|json)/);
    return stderr;
  };
  expect(await said("--file api/bad.yaml")).toContain(`api/bad.yaml:7:10: ${fault}`);
  expect(await said("--file bad.json")).toContain("bad.json:1:");
  expect(await said("--file broken.yaml")).toContain("broken.yaml:1:");
  expect(await said("--file -", { stdin: bad })).toContain(`standard input:7:10: ${fault}`);
  expect(await said("--file several.yaml")).toMatch(
    /several\.yaml \(bundled with the files it references\):\d+:\d+: paths › \/pets › get has/,
  );
  const there = await answering((_request, response) => response.end(bad));
  const fetched = await said(`--url ${there.url}/pets.yaml`, {
    env: { TOME_ALLOW_PRIVATE: "true" },
  });
  expect(fetched).toContain(fault);
});

slowTest(
  "a URL is sent to the platform, which fetches from this machine only if allowed",
  async () => {
    const there = await answering((_request, response) => response.end(plain));
    const { run } = start();
    const refused = await run(`openapi put pets --url ${there.url}/a.yaml --wait`);
    expect(refused.code).toBe(10);
    expect(refused.stderr).toContain("FETCH_ERROR");
    expect(refused.stderr).toContain("--allow-private");
    expect(there.asked).toEqual([]);
  },
);

slowTest("publish is an alias of put, as in the platform's tool", async () => {
  const { run } = start({ "openapi.yaml": plain });
  const org = "O1000000000000000000";
  for (const flags of [`-s pets -o ${org}`, `--spec pets --organization ${org}`]) {
    const file = await run(`openapi publish openapi.yaml ${flags} --dry-run`);
    expect(JSON.parse(file.stdout)).toEqual({
      method: "PUT",
      url: expect.stringMatching(/\/v1\/orgs\/O1000000000000000000\/openapi\/pets$/),
      body: { source: { text: plain } },
    });
  }
  const url = "https://example.com/a.json";
  const address = await run(`openapi publish ${url} -s pets -o ${org} --dry-run`);
  expect(JSON.parse(address.stdout).body).toEqual({ source: { url } });
  const done = await run("openapi publish openapi.yaml --spec pets --wait");
  expect(done).toMatchObject({ code: 0, stdout: expect.any(String) });
});

slowTest("create creates a specification once", async () => {
  const { run } = start({ "openapi.yaml": plain });
  expect((await run("openapi create pets --file openapi.yaml --wait")).code).toBe(0);
  const again = await run("openapi create pets --file openapi.yaml");
  expect(again.code).toBe(6);
  expect(again.stderr).toContain("the slug pets already");
});

test("a specification is read from standard input and from a body", async () => {
  const { run, write } = start();
  const piped = await run("openapi put pets --file - --dry-run", { stdin: plain });
  expect(JSON.parse(piped.stdout).body).toEqual({ source: { text: plain } });
  write("body.yaml", "source:\n  url: https://example.com/a\n");
  const body = await run("openapi put pets --input body.yaml --dry-run");
  expect(JSON.parse(body.stdout).body).toEqual({ source: { url: "https://example.com/a" } });
});

slowTests.each([
  ["", "--url or --file is required"],
  ["--url https://a.example --file a.yaml", "Specify only one of"],
  ["--url https://a.example --root .", "--root requires --file"],
  ["--url ftp://a.example/a", "--url must be an http or https URL"],
  ["--file gone.yaml", "The file gone.yaml cannot be read"],
  ["--input empty.yaml", "source must be"],
])("put with %s is refused, and nothing is sent", async (flags, message) => {
  const { run } = start({ "empty.yaml": "{}" });
  const { code, stderr } = await run(`openapi put pets ${flags}`);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect((await run("openapi list --json")).stdout).toBe("[]\n");
});

slowTest("referenced files are bundled once each", async () => {
  const { sent, run } = start({
    "api/openapi.yaml": `${head}paths:
  /pets: {$ref: paths/pets.yaml}
components:
  schemas:
    Pet: {$ref: 'schemas/pet.yaml#/Pet'}
`,
    "api/paths/pets.yaml": `get:
  responses:
    '200':
      description: All pets
      content:
        application/json:
          schema: {type: array, items: {$ref: '../schemas/pet.yaml#/Pet'}}
        text/plain:
          schema: {$ref: '../openapi.yaml#/components/schemas/Pet'}
`,
    "api/schemas/pet.yaml": `Pet:
  type: object
  properties:
    parent: {$ref: '#/Pet'}
    owner: {$ref: owner.json}
`,
    "api/schemas/owner.json":
      '{"type":"object","properties":{"id":{"maximum":9223372036854775807}}}',
  });
  const { text } = await sent("--file api/openapi.yaml");
  const { parse } = await import("yaml");
  const whole = parse(text, { intAsBigInt: true });
  expect(whole.components.schemas.Pet).toEqual({
    type: "object",
    properties: {
      parent: { $ref: "#/components/schemas/Pet" },
      owner: { type: "object", properties: { id: { maximum: 9223372036854775807n } } },
    },
  });
  expect(whole.paths["/pets"].get.responses["200"].content).toEqual({
    "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
    "text/plain": { schema: { $ref: "#/components/schemas/Pet" } },
  });
  const stored = await run("openapi put pets --file api/openapi.yaml --wait");
  expect(stored.stderr).toContain("Bundled 3 further files with api/openapi.yaml");
  expect(stored.code).toBe(0);
});

test("siblings of a reference are kept, and references to URLs are unchanged", async () => {
  const { sent } = start({
    "openapi.yaml": `${head.replace("3.0.3", "3.1.0")}paths: {}
components:
  schemas:
    A: {$ref: a.yaml, description: ours}
    B: {$ref: 'https://example.com/b.yaml#/B'}
    C: {$ref: a.yaml}
  examples:
    E: {value: {$ref: never.yaml}}
`,
    "a.yaml": "type: string\n",
  });
  const { parse } = await import("yaml");
  const whole = parse((await sent("--file openapi.yaml")).text);
  expect(whole.components.schemas).toEqual({
    A: { $ref: "#/x-bundled/a", description: "ours" },
    B: { $ref: "https://example.com/b.yaml#/B" },
    C: { $ref: "#/x-bundled/a" },
  });
  expect(whole["x-bundled"]).toEqual({ a: { type: "string" } });
  expect(whole.components.examples.E.value).toEqual({ $ref: "never.yaml" });
});

slowTest("references between files can be recursive", async () => {
  const { run } = start({
    "openapi.yaml": `${head}paths: {}\ncomponents: {schemas: {Node: {$ref: node.yaml}, Leaf: {$ref: 'leaf.yaml#/Leaf'}}}\n`,
    "node.yaml":
      "properties: {leaf: {$ref: 'leaf.yaml#/Leaf'}, self: {$ref: '#'}, api: {$ref: 'openapi.yaml#/components/schemas/Leaf'}}\n",
    "leaf.yaml": "Leaf: {properties: {up: {$ref: node.yaml}}}\n",
  });
  const stored = await run("openapi put pets --file openapi.yaml --wait");
  expect(stored.stderr).toContain("new version");
  expect(stored.code).toBe(0);
});

slowTest("files outside the folder are read only with --root", async () => {
  const { cwd, run, sent } = start({
    "secret.yaml": "type: string\ndescription: canary\n",
    "api/up.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: ../secret.yaml}}}\n`,
    "api/absolute.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: /etc/passwd}}}\n`,
    "api/scheme.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: 'file:///etc/passwd'}}}\n`,
    "api/encoded.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: '%2e%2e/secret.yaml'}}}\n`,
    "api/linked.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: link.yaml}}}\n`,
    "api/nested.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: inner.yaml}}}\n`,
    "api/inner.yaml": "$ref: ../secret.yaml\n",
    "api/gone.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: nowhere.yaml}}}\n`,
    "api/inner/one.yaml": "type: string\n",
    "other/one.yaml": "type: string\n",
    "top.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: api/inner.yaml}}}\n`,
  });
  symlinkSync(join(cwd, "secret.yaml"), join(cwd, "api/link.yaml"));
  for (const name of ["up", "absolute", "scheme", "encoded", "linked", "nested", "gone"]) {
    const { code, stdout, stderr } = await run(
      `openapi put pets --file api/${name}.yaml --dry-run`,
    );
    expect([name, code]).toEqual([name, 2]);
    expect(stdout + stderr).not.toContain("canary");
    expect(stdout + stderr).not.toContain("root:");
  }
  const wider = await run("openapi put pets --file api/up.yaml --dry-run");
  expect(wider.stderr).toContain("Specify a folder that contains both with --root <folder>");
  expect((await sent("--file api/up.yaml --root .")).text).toContain("canary");
  const outside = await run("openapi put pets --file secret.yaml --root api --dry-run");
  expect(outside.code).toBe(0);
  for (const [file, root] of [
    ["api/up.yaml", "other"],
    ["./api/../top.yaml", "api"],
    ["api/up.yaml", "api/inner"],
  ]) {
    const entry = await run(`openapi put pets --file ${file} --root ${root} --dry-run`);
    expect([entry.code, entry.stderr]).toEqual([
      2,
      expect.stringContaining(`The file ${file} is not in the folder ${root} of --root.`),
    ]);
  }
  const elsewhere = await run("openapi put pets --file api/up.yaml --root api/gone --dry-run");
  expect(elsewhere.stderr).toContain("The folder api/gone of --root was not found");
});

test("a reference to a missing part of a file is reported", async () => {
  const { run } = start({
    "api/bad.yaml": `${head}paths: {}\ncomponents: {schemas: {A: {$ref: 'a.yaml#/Gone'}}}\n`,
    "api/a.yaml": "Here: {}\n",
  });
  const { code, stderr } = await run("openapi put pets --file api/bad.yaml --dry-run");
  expect(code).toBe(2);
  expect(stderr).toContain("error: api/a.yaml has no value at a.yaml#/Gone");
  const piped = await run("openapi put pets --file - --dry-run", {
    stdin: "openapi: 3.0.0\npaths: {/a: {$ref: a.yaml}}\n",
  });
  expect(piped.stderr).toContain("Specify its name with --file");
});

test("processing that ends with an error and no error list fails", async () => {
  const { url } = await answering((request, response) => {
    const state = { processingState: "complete", lastProcessErrorCode: "FETCH_ERROR" };
    const body = request.method === "GET" ? state : { processingState: "pending" };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "openapi-spec", slug: "pets", ...body }));
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const line = "openapi put pets --url https://example.com/pets.yaml --wait";
  const { code, stderr } = await openTome()(line, { env });
  expect(stderr).toContain("Processing pets ended with an error (FETCH_ERROR).");
  expect(code).toBe(10);
});

slowTest(
  "the history contains the result of a request that was only accepted, if the command waited for it",
  async () => {
    let puts = 0;
    let isNew = false;
    const { url } = await answering((request, response) => {
      if (request.method === "PUT") puts++;
      // The work has begun at the first read, so that the command need not wait for its beginning.
      const processingState = isNew ? "pending" : "complete";
      isNew = request.method === "PUT";
      const state = { object: "openapi-spec", slug: "pets", processingState };
      response.writeHead(request.method === "PUT" ? 202 : 200, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify(request.method === "PUT" ? {} : state));
    });
    const env = {
      ...{ TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" },
      ...{ TOME_HISTORY: "on", XDG_STATE_HOME: temporaryFolder() },
    };
    const tome = openTome();
    const codes = [];
    for (const wait of ["", " --wait"]) {
      const line = `openapi put pets --url https://example.com/pets.yaml${wait}`;
      codes.push((await tome(line, { env })).code);
    }
    expect([codes, puts]).toEqual([[8, 0], 2]);
    const { stdout } = await tome("history list --json outcome", { env });
    expect(JSON.parse(stdout)).toEqual([{ outcome: "done" }, { outcome: "pending" }]);
  },
);
