/** Environment variables in configuration files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import * as openapi from "../../../../src/contract/openapi.ts";
import { buildFileSchemas } from "../../../../src/contract/organization-files.model.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import {
  fillReferences,
  findReferences,
  isSecretField,
  showLive,
  showWanted,
} from "../../../../src/features/organization-files/desired/variables.ts";
import { type ResourceKind, toJson } from "../../../../src/features/organization-files/resource.ts";
import {
  asObject,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from "../../../../src/json/values.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openFolder } from "../../../support/organizations/organization-folder.ts";

type Path = readonly (string | number)[];

/** Collections contain collections, and parts of a site contain parts. */
const maximumDepth = 9;

/** Every path that the schema of a file allows, each once. */
function findPaths(root: JsonObject): readonly Path[] {
  const found = new Map<string, Path>();
  const walk = (schema: JsonValue | undefined, path: Path): void => {
    if (!isObject(schema) || path.length > maximumDepth) return;
    const { $ref, anyOf, oneOf, allOf, properties, additionalProperties, items } = schema;
    if (path.length > 0) found.set(JSON.stringify(path), path);
    if (typeof $ref === "string") {
      const names = $ref.split("/").slice(1);
      walk(
        names.reduce((at, name) => asObject(at[name]), root),
        path,
      );
    }
    for (const one of [anyOf, oneOf, allOf].flatMap((list) => (isList(list) ? list : []))) {
      walk(one, path);
    }
    for (const [name, one] of Object.entries(asObject(properties))) walk(one, [...path, name]);
    walk(additionalProperties, [...path, "a"]);
    walk(items, [...path, 0]);
  };
  walk(root, []);
  return [...found.values()].filter((path) => path.at(-1) !== "env");
}

function fileWith(path: Path, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}

const files = Object.entries(buildFileSchemas()).map(([kind, schema]) => {
  const name = kind === "sites" ? "sites/help.yaml" : `${kind}.yaml`;
  return { name, schema: asObject(toJson(schema)) };
});

const paths = files.flatMap(({ name, schema }) =>
  findPaths(schema).map((path) => ({ name, schema, path })),
);

const canary = "canary-5f1c0b7d9e";
const secretUrl = `https://specs.example.com/openapi.yaml?signature=${canary}`;

describe("a variable in a file", () => {
  test("is allowed only in secret fields, which are those that the contract redacts", () => {
    const secret = paths.filter(({ schema, path }) => isSecretField(schema, path));
    expect(secret.map(({ name, path }) => [name, ...path])).toEqual([
      ["specs.yaml", "specs", "a", "url"],
      ["webhooks.yaml", "webhooks", "a", "url"],
      ["webhooks.yaml", "webhooks", "a", "secret"],
    ]);
    expect(openapi.put.input.source.redacted).toEqual({ addresses: ["url"] });
    expect(webhook.create.input.url.redacted).toBe("address");
    expect(webhook.create.input.secret.secret).toBe("whole");
    expect(paths.length).toBeGreaterThan(100);
  });

  slowTest(
    "is refused in every other field of every file, and its value is not printed",
    async () => {
      const at = await openFolder();
      const env = { MY_VALUE: canary };
      const refused = paths.filter(({ schema, path }) => !isSecretField(schema, path));
      const refusedByFile = files.map(({ name }) => refused.filter((one) => one.name === name));
      const most = Math.max(...refusedByFile.map(({ length }) => length));
      // Each plan has one path of every file, and reports the errors of all files.
      const rounds = Array.from({ length: most }, (_, round) => round);
      for (const round of sample(rounds, 12)) {
        const folder = temporaryFolder();
        mkdirSync(join(folder, "sites"));
        const wrong = refusedByFile.flatMap((some) => some.slice(round, round + 1));
        for (const { name, path } of wrong) {
          writeFileSync(join(folder, name), stringify(fileWith(path, { env: "MY_VALUE" })));
        }
        const { code, stdout, stderr } = await at.runWith(["plan", folder], env);
        expect(code).toBe(2);
        for (const { name, path } of wrong) {
          const line = stderr.match(new RegExp(`${name}, line (\\d+)`))?.[1];
          expect(stderr).toContain(
            `${name}, line ${line}: ${path.join(".")} cannot use the variable MY_VALUE: only secret fields can use variables`,
          );
        }
        expect(stdout + stderr).not.toContain(canary);
      }
      expect(at.count()).toBe(0);
    },
  );

  test("is refused in a secret field if it gives access to the platform", async () => {
    const at = await openFolder();
    for (const name of ["TOME_TOKEN", "GITBOOK_TOKEN", "CI_JOB_TOKEN", "ACTIONS_RUNTIME_TOKEN"]) {
      at.write("specs.yaml", { specs: { api: { url: { env: name } } } });
      const { code, stderr } = await at.runWith(["apply", at.folder, "--yes"], { [name]: canary });
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          `specs.yaml, line 3: specs.api.url cannot use the variable ${name}, which is reserved`,
        ),
      ]);
      expect(stderr).not.toContain(canary);
    }
  });

  test("is reported with its location if it is not set, or is empty", async () => {
    const at = await openFolder();
    at.write("specs.yaml", { specs: { api: { url: { env: "SPEC_URL" } } } });
    for (const env of [{}, { SPEC_URL: "" }]) {
      const { code, stderr } = await at.runWith(["plan", at.folder], env);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          "specs.yaml, line 3: specs.api.url uses the variable SPEC_URL, which is not set.",
        ),
      ]);
    }
  });
});

describe("the value of a secret field", () => {
  const values = [
    secretUrl,
    `https://specs.example.com/${canary}/openapi.yaml`,
    `https://specs.example.com/o.yaml?signature=${encodeURIComponent(`"${canary}`)}`,
  ];

  for (const [at, value] of values.entries()) {
    const run = at === 0 ? test : slowTest;
    run(`reaches the platform, and appears in no output or file: ${value}`, async () => {
      const at = await openFolder();
      const next = value.replace(canary, "next-4c1d9aa0b3e");
      at.write("specs.yaml", { specs: { api: { url: { env: "SPEC_URL" } } } });
      const markdown = join(at.folder, "plan.md");
      const saved = join(at.folder, "plan.json");
      let printed = "";
      const run = async (url: string, ...args: string[]) => {
        const ended = await at.runWith(args, { SPEC_URL: url });
        printed += ended.stdout + ended.stderr;
        return ended;
      };
      const first = await run(value, "plan", at.folder, "--markdown", markdown, "--save", saved);
      expect(first.code, first.stderr).toBe(0);
      expect(readFileSync(markdown, "utf8")).toContain("url: (the variable SPEC_URL)");
      await run(value, "plan", at.folder, "--json");
      await run(value, "apply", at.folder, "--dry-run");
      await run(value, "apply", at.folder, "--dry-run", "--json");
      const applied = await run(value, "apply", at.folder, "--yes");
      expect(applied.code, applied.stderr).toBe(0);
      const { sourceURL } = await at.workspace.ok(at.admin, openapi.get, {
        organizationId: at.organizationId,
        specSlug: "api",
      });
      expect(sourceURL).toBe(value);
      // The platform has the old value, and the variable another.
      for (const form of [[], ["--json"], ["--markdown", markdown]]) {
        const changed = await run(next, "plan", at.folder, ...form);
        expect(changed.code, changed.stderr).toBe(0);
      }
      await run(next, "apply", at.folder, "--yes", "--json");
      await at.workspace.ok(at.admin, openapi.put, {
        organizationId: at.organizationId,
        specSlug: "api",
        source: { url: value },
      });
      for (const form of [[], ["--json"]]) {
        const drifted = await run(next, "drift", at.folder, ...form);
        expect(drifted.stdout).toContain("specs/api");
      }
      const kept = readdirSync(at.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
      for (const secret of [canary, "next-4c1d9aa0b3e"]) {
        expect(printed).not.toContain(secret);
        expect(kept.join("\n")).not.toContain(secret);
      }
    });
  }

  test.each([`not a URL ${canary}`, `https://ada:${canary}@specs.example.com/openapi.yaml`])(
    "is not in the error that refuses it: %s",
    async (value) => {
      const at = await openFolder();
      at.write("specs.yaml", { specs: { api: { url: { env: "SPEC_URL" } } } });
      const { code, stdout, stderr } = await at.runWith(["apply", at.folder, "--yes"], {
        SPEC_URL: value,
      });
      expect(code).not.toBe(0);
      expect(stdout + stderr).not.toContain(canary);
    },
  );
});

describe("a printed value", () => {
  const url = "https://ada:pw@x.example/t0ken?key=1#a";
  const variables = new Map([["https://x.example/new", "HOOK"]]);
  const plain = { value: "https://x.example/else", variables };
  const filled = { value: "https://x.example/new", variables };
  const hidden = "https://x.example/[removed]";

  test.each<readonly [ResourceKind, string, JsonValue, Parameters<typeof showLive>[3], JsonValue]>([
    ["webhook", "url", url, undefined, hidden],
    ["webhook", "url", url, filled, hidden],
    ["webhook", "url", url, { value: null, variables }, hidden],
    ["webhook", "url", url, plain, "https://x.example/t0ken"],
    ["specification", "url", url, undefined, hidden],
    ["specification", "url", url, plain, "https://x.example/t0ken"],
    ["webhook", "url", "https://x.example", filled, "https://x.example/"],
    ["webhook", "url", "https://x.example/?key=1", undefined, "https://x.example/"],
    ["webhook", "url", null, undefined, null],
    ["webhook", "active", false, undefined, false],
    ["webhook", "events", [url], undefined, [url]],
    ["specification", "visibility", "public", undefined, "public"],
    ["link", "url", url, undefined, url],
    ["organization", "logo", url, undefined, url],
  ])("of the platform for %s %s %j shows no secret: %#", (kind, field, value, file, expected) => {
    expect(showLive(kind, field, value, file)).toEqual(expected);
  });

  test.each<readonly [JsonValue, JsonValue]>([
    ["https://x.example/new", "(the variable HOOK)"],
    ["https://x.example/else", "https://x.example/else"],
    [["https://x.example/new"], ["https://x.example/new"]],
    [null, null],
    [true, true],
  ])("of the files is %j as %j", (value, expected) => {
    expect(showWanted(value, variables)).toEqual(expected);
  });
});

describe("a reference to a variable", () => {
  const values = new Map([
    ["A", "a"],
    ["EMPTY", ""],
  ]);

  test.each<readonly [JsonValue, JsonValue, readonly (readonly [string, ...Path])[]]>([
    [{ env: "A" }, "a", [["A"]]],
    [{ env: "EMPTY" }, "", [["EMPTY"]]],
    [{ x: { env: "A" } }, { x: "a" }, [["A", "x"]]],
    [[1, { x: [{ env: "A" }] }], [1, { x: ["a"] }], [["A", 1, "x", 0]]],
    [{ env: { env: "A" } }, { env: "a" }, [["A", "env"]]],
    // Without a value, it remains, so that the check of the file names it.
    [{ x: { env: "B" } }, { x: { env: "B" } }, [["B", "x"]]],
    [{ env: "toString" }, { env: "toString" }, [["toString"]]],
    [{ env: "A", other: 1 }, { env: "A", other: 1 }, []],
    [{ env: 1 }, { env: 1 }, []],
    [{ env: null }, { env: null }, []],
    [{ env: ["A"] }, { env: ["A"] }, []],
    [{ Env: "A" }, { Env: "A" }, []],
    ["A", "A", []],
    [null, null, []],
    [[], [], []],
    [{}, {}, []],
  ])("%j becomes %j", (value, filled, references) => {
    expect(fillReferences(value, values)).toEqual(filled);
    expect(findReferences(value).map(({ name, path }) => [name, ...path])).toEqual(references);
  });
});
