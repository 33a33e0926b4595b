import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram, root, start } from "../bin/built.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

beforeAll(buildProgram);

interface Loaded {
  /** The files of the program. */
  readonly chunks: readonly string[];
  /** The packages in them, and those that are installed with the program. */
  readonly packages: readonly string[];
  /** The modules of Node, without the prefix `node:`. */
  readonly builtIn: readonly string[];
  readonly stdout: string;
}

/** For a message: the location that loads the module. */
const fix = "import it dynamically; scripts/building/chunks.mjs says which files share a chunk";

/** Runs the program in a separate home folder, and reports the loaded modules. */
async function loadedBy(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Loaded> {
  const folder = temporaryFolder();
  const report = join(folder, "loaded.json");
  const hook = join(folder, "hook.cjs");
  writeFileSync(
    hook,
    `const { writeFileSync } = require("node:fs");
     process.on("exit", () => {
       writeFileSync(${JSON.stringify(report)}, JSON.stringify({
         files: Object.keys(require.cache),
         builtIn: process.moduleLoadList.flatMap((one) => /^NativeModule (.*)/.exec(one)?.[1] ?? []),
       }));
     });`,
  );
  const home = {
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CACHE_HOME: join(folder, "cache"),
    TOME_CONFIG_DIR: join(folder, "settings"),
  };
  const { stdout, stderr, exitCode } = await start(args, ["--require", hook], { ...home, ...env });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const { files, builtIn }: { files: string[]; builtIn: string[] } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  const { files: contents }: { files: Record<string, string[]> } = JSON.parse(
    readFileSync(join(root, "dist", "about.json"), "utf8"),
  );
  const dist = join(root, "dist", "/");
  const chunks = files
    .filter((file) => file.startsWith(dist))
    .map((file) => file.slice(dist.length));
  const bundled = chunks.flatMap((chunk) => contents[chunk] ?? []);
  const installed = files.filter((file) => file.includes("/node_modules/"));
  return {
    stdout,
    chunks,
    builtIn,
    packages: [...bundled, ...installed].map(
      (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path,
    ),
  };
}

test.each([
  ["--version"],
  ["--help"],
  ["space", "--help"],
  ["space", "list", "--help"],
  ["help", "environment"],
])("tome %s %s loads nothing of the program", async (...args) => {
  const launcher = "bin/tome.js is to answer it by itself";
  expect(await loadedBy(args), launcher).toMatchObject({ chunks: [], packages: [] });
});

/** Small modules that every command needs: the parser of the command line, and validation. */
const cheap = ["commander", "zod"];

slowTests.each([[["--no-color", "space", "--help"]], [["completion", "bash"]]])(
  "tome %j loads only the command line parser",
  async (args) => {
    const { packages, stdout } = await loadedBy(args);
    expect(stdout).not.toBe("");
    expect(
      packages.filter((name) => !cheap.includes(name)),
      fix,
    ).toEqual([]);
  },
);

slowTest("a request loads no slow package, and not the local platform", async () => {
  const server = await serve((_seen, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "space", id: "S1000000000000000000", title: "Guide" }));
  });
  const { stdout, packages, chunks, builtIn } = await loadedBy(
    ["space", "get", "S1000000000000000000"],
    {
      TOME_BASE_URL: server.url,
      TOME_TOKEN: "token",
      // The launcher needs hashes to authenticate cached code, and the program needs none.
      NODE_DISABLE_COMPILE_CACHE: "1",
    },
  );
  expect(stdout).toContain("Guide");
  // src/contract/plain-check.ts validates the id without zod.
  expect(
    packages.filter((name) => name !== "commander"),
    fix,
  ).toEqual([]);
  const platform = chunks.filter((name) => /^(?:platform|open|listen|sample)/.test(name));
  expect(platform, fix).toEqual([]);
  expect(builtIn).toContain("http");
  // Each costs as much as a complete small response.
  const dear = [
    "child_process",
    "crypto",
    "fs/promises",
    "https",
    "inspector",
    "internal/crypto/webcrypto",
    "readline",
    "tls",
  ];
  expect(
    builtIn.filter((name) => dear.includes(name)),
    fix,
  ).toEqual([]);
});

slowTest("a read on the local platform loads its database, and a single noun", async () => {
  const { packages, chunks } = await loadedBy(["org", "list", "--local"]);
  expect(packages).toContain("kysely");
  const own = ["kysely", "@photostructure/sqlite"];
  expect(
    packages.filter((name) => ![...cheap, ...own].includes(name)),
    fix,
  ).toEqual([]);
  const handlers = chunks.filter((name) =>
    /^(?:space|git|site|openapi|conversation|sample)/.test(name),
  );
  expect(handlers, fix).toEqual([]);
});

slowTest("color does not load terminal detection", async () => {
  const { packages, builtIn } = await loadedBy(["org", "list", "--local", "--format", "table"], {
    FORCE_COLOR: "1",
  });
  expect(packages).toContain("chalk");
  expect(builtIn, "scripts/building/plugins.mjs").not.toContain("tty");
});

slowTest("the server loads neither TLS nor HTTP/2, and no schema compiler", async () => {
  const { packages, builtIn } = await loadedBy([
    "local",
    "exec",
    "--",
    process.execPath,
    "-e",
    "0",
  ]);
  expect(packages).toContain("fastify");
  const unused = ["http2", "https", "tls", "ajv", "light-my-request", "pino"];
  const tracing = packages.filter((name) => name.startsWith("@opentelemetry/"));
  expect(tracing, "service/engines/tracing/open-tracing.ts is loaded with a receiver").toEqual([]);
  expect(
    [...packages, ...builtIn].filter((name) => unused.includes(name)),
    "scripts/building/plugins.mjs",
  ).toEqual([]);
});
