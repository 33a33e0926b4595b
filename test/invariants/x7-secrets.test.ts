/**
 * X7: no secret of a response is in output, logs or pipes, unless the command line requests it by
 * name.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { isSecretName } from "../../src/client/secrets/secret-texts.ts";
import type { Verb } from "../../src/commands/verb.ts";
import { type Endpoint, getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import type { Fields } from "../../src/contract/fields.ts";
import { findSecretMembers, secretOperations } from "../../src/contract/secret-operations.ts";
import { everyLine, parents } from "../support/commands/command-lines.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { answerTo, endpoints, getOperation } from "../support/generators/any-answers.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const forms = [
  "",
  "--json",
  "--format ndjson",
  "--format yaml",
  "--format csv",
  "--format tsv",
  "--format id",
  "--format table",
  "--jq .",
  "--verbose",
  "--debug",
] as const;

const surfaces = ["pipe", "terminal", "pipeline"] as const;

/** A unique text for each secret field of an operation. */
function plantedIn({ operation }: Endpoint, name: string): string {
  return `Planted${operation}${name}Secret`;
}

function plant(endpoint: Endpoint, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plant(endpoint, item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    if (endpoint.secretMembers?.includes(name) !== true) return [name, plant(endpoint, inner)];
    const secret = plantedIn(endpoint, name);
    if (typeof inner === "object") return [name, { key: secret, inner: [{ key: `${secret}2` }] }];
    const isUrl = /^https?:/.test(String(inner)) || ["url", "published"].includes(name);
    return [name, isUrl ? `https://example.com/_site/${secret}?t=${secret}` : secret];
  });
  return Object.fromEntries(members);
}

/** Optional secret fields are missing in a minimal response. */
async function answerWithSecrets(endpoint: Endpoint): Promise<unknown> {
  const value = await answerTo(endpoint);
  const add = (one: unknown) => {
    if (typeof one !== "object" || one === null) return one;
    const missing = (endpoint.secretMembers ?? []).filter(
      (name) => !JSON.stringify(one).includes(`"${name}":`),
    );
    const nested = missing.filter((name) => name === "published");
    return {
      ...one,
      ...Object.fromEntries(missing.map((name) => [name, "x"])),
      ...(nested.length > 0 && { urls: { published: "https://example.com/x" } }),
    };
  };
  const full =
    endpoint.list && typeof value === "object" && value !== null && "items" in value
      ? { ...value, items: Array.isArray(value.items) ? value.items.map(add) : [] }
      : add(value);
  return plant(endpoint, full);
}

async function openPlatform() {
  const received: Endpoint[] = [];
  const loopback = await serve(async ({ method, url }, response) => {
    const endpoint = getOperation(method, url);
    if (endpoint === undefined)
      return answerJson(response, 404, { error: { code: 404, message: "None." } });
    received.push(endpoint);
    const body = await answerWithSecrets(endpoint);
    const status = endpoint.status ?? 200;
    if (body === undefined) response.writeHead(getMethod(endpoint) === "DELETE" ? 205 : 204).end();
    else answerJson(response, status === 204 ? 200 : status, JSON.parse(JSON.stringify(body)));
  });
  return { url: loopback.url, received };
}

function listSecretOperations(verb: Verb): readonly Endpoint[] {
  const all = verb.kind === "custom" ? verb.operations : verb.endpoints;
  return all.filter(({ secretMembers = [] }) => secretMembers.length > 0);
}

/**
 * The lines that may receive a secret: every command that calls such an operation, and `tome api`
 * for each.
 */
async function linesWithSecrets(folder: string) {
  const commands = (await everyLine(folder)).filter(
    ({ verb }) => listSecretOperations(verb).length > 0,
  );
  const api = endpoints
    .filter(({ secretMembers = [] }) => secretMembers.length > 0)
    .map((endpoint) => ({
      words: "api",
      prints: [] as readonly string[],
      args: [
        "api",
        getMethod(endpoint),
        resolvePath(endpoint).replace(/\{\w+\}/g, "X1000000000000000000"),
        ...(getMethod(endpoint) === "DELETE" ? ["--yes"] : []),
      ],
      names: endpoint.secretMembers ?? [],
    }));
  return [
    ...commands.map(({ words, verb, args }) => ({
      words,
      args,
      prints: args.includes("--no-browser") ? ["url"] : verb.printedSecrets,
      names: listSecretOperations(verb).flatMap(({ secretMembers = [] }) => secretMembers),
    })),
    ...api,
  ];
}

/** Runs a line, and records the output of each stream in order. */
async function runOn(
  surface: (typeof surfaces)[number],
  args: readonly string[],
  url: string,
  folder: string,
) {
  const [summary, records] = [join(folder, "summary.md"), join(folder, "records.ndjson")];
  for (const file of [summary, records]) writeFileSync(file, "");
  const log: { readonly stream: "out" | "err"; readonly text: string }[] = [];
  const ran = await openTome()([...args, "--retries", "0"], {
    cwd: folder,
    env: {
      ...parents,
      TOME_TOKEN: "token-of-the-caller",
      TOME_BASE_URL: url,
      TOME_OUTPUT_FILE: records,
      NO_COLOR: "1",
      ...(surface === "pipeline" && { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary }),
    },
    ...(surface === "terminal" && { screen: true }),
    heard: (text) => log.push({ stream: "out", text }),
    told: (text) => log.push({ stream: "err", text }),
  });
  const files = [summary, records].map((file) => readFileSync(file, "utf8")).join("\n");
  return { ...ran, log, files };
}

const maskLine = /^::add-mask::.*\n/gm;

describe("secrets in responses", () => {
  slowTest(
    "are printed by no command in any format unless requested by name",
    async () => {
      const folder = temporaryFolder();
      const { url, received } = await openPlatform();
      const lines = await linesWithSecrets(folder);
      const shapes = forms.flatMap((form) => surfaces.map((surface) => ({ form, surface })));
      const each = amount({ short: 3, full: shapes.length });
      let tried = 0;
      let withSecret = 0;
      let printed = 0;
      for (const [at, { words, args, prints }] of lines.entries()) {
        for (let nth = 0; nth < each; nth++) {
          const { form, surface } =
            shapes[(at * 5 + nth * 7) % shapes.length] ?? shapes[0] ?? never();
          received.length = 0;
          const full = [...args, ...form.split(" ").filter((word) => word !== "")];
          const ran = await runOn(surface, full, url, folder);
          tried++;
          if (received.some(({ secretMembers }) => secretMembers !== undefined)) withSecret++;
          const shown = `${ran.stdout}\n${ran.stderr.replace(maskLine, "")}\n${ran.files}`;
          const allowed = [...prints, ...(form === "--format id" ? ["id"] : [])];
          for (const endpoint of received) {
            for (const name of endpoint.secretMembers ?? []) {
              const secret = plantedIn(endpoint, name);
              const isShown = shown.includes(secret);
              if (allowed.includes(name)) {
                printed += Number(isShown);
                if (surface === "pipeline" && isShown) expectMaskFirst(ran.log, secret, words);
              } else
                expect([words, form, surface, name, isShown, shown]).toEqual([
                  words,
                  form,
                  surface,
                  name,
                  false,
                  expect.any(String),
                ]);
            }
          }
        }
      }
      expect(withSecret).toBeGreaterThan(tried / 2);
      expect(printed).toBeGreaterThan(0);
      report(
        "X7",
        `${tried} runs of ${lines.length} lines, ${withSecret} with a secret in the answer`,
      );
    },
    600_000,
  );

  slowTest(
    "are in no result for an agent, even if it requests them by name",
    async () => {
      const folder = temporaryFolder();
      const { url, received } = await openPlatform();
      const delegation = { isReadOnly: false, files: new Map<string, string>(), client: "agent" };
      let withSecret = 0;
      const usual = ["--json", "--jq=.", "--verbose"];
      const each = amount({ short: 1, full: usual.length });
      for (const [at, { words, args, names }] of (await linesWithSecrets(folder)).entries()) {
        const others = Array.from({ length: each }, (_, nth) => usual[(at + nth) % usual.length]);
        for (const form of [...names.map((name) => `--json=${name}`), ...others]) {
          received.length = 0;
          const ran = await openTome()([...args, form ?? never(), "--retries", "0"], {
            cwd: folder,
            env: {
              ...parents,
              TOME_TOKEN: "token-of-the-caller",
              TOME_BASE_URL: url,
              NO_COLOR: "1",
            },
            delegation,
          });
          if (received.some(({ secretMembers }) => secretMembers !== undefined)) withSecret++;
          const shown = `${ran.stdout}\n${ran.stderr.replace(maskLine, "")}`;
          expect([words, form, /Planted\w+Secret/.exec(shown)?.[0]]).toEqual([
            words,
            form,
            undefined,
          ]);
        }
      }
      expect(withSecret).toBeGreaterThan(20);
      report("X7", `${withSecret} runs by an agent with a secret in the response`);
    },
    600_000,
  );

  slowTest(
    "are printed when the field is requested, and masked first in a pipeline",
    async () => {
      const folder = temporaryFolder();
      const { url } = await openPlatform();
      const reading = [
        ["site auth get T1000000000000000000", "privateKey"],
        [
          "site auth update T1000000000000000000 --fallback-url https://example.com/login",
          "privateKey",
        ],
        ["site auth regenerate T1000000000000000000 --yes", "privateKey"],
        ["org invite list", "id"],
        ["org invite create --role read", "id"],
        ["site share-link list", "urls.published"],
        ["site share-link create --name Probe", "urls.published"],
        ["site resolve https://example.com/a", "apiToken"],
        ["integration installation get probe X1000000000000000000", "configuration"],
        ["api GET /orgs/O1/sites/T1/publishing/auth", "privateKey"],
      ] as const;
      for (const [line, field] of reading) {
        const name = field.split(".").at(-1);
        const asking = [
          `--json ${field}`,
          `--jq "..|.${name}?"`,
          `--json=${field} --format ndjson`,
        ];
        for (const form of asking) {
          const args = `${line} ${form}`
            .match(/"[^"]*"|\S+/g)
            ?.map((word) => word.replaceAll('"', ""));
          for (const surface of surfaces) {
            const ran = await runOn(surface, args ?? [], url, folder);
            expect([line, form, ran.code, ran.stdout, ran.stderr]).toEqual([
              line,
              form,
              0,
              expect.stringMatching(/Planted\w+Secret/),
              expect.any(String),
            ]);
            const [secret = ""] = /Planted\w+?Secret/.exec(ran.stdout) ?? [];
            if (surface === "pipeline") expectMaskFirst(ran.log, secret, line);
          }
        }
      }
    },
    300_000,
  );

  test("a note names the field that was not printed", async () => {
    const { url } = await openPlatform();
    const ran = await runOn(
      "pipe",
      ["site", "auth", "get", "T1000000000000000000"],
      url,
      temporaryFolder(),
    );
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain("Hidden secret: privateKey. To print it: --json=privateKey");
  });
});

describe("the contract", () => {
  test("lists every operation whose response contains a secret", () => {
    const declared = endpoints.filter(({ secretMembers = [] }) => secretMembers.length > 0);
    const listNames = (all: readonly Endpoint[]) => all.map(({ operation }) => operation).sort();
    expect(listNames(secretOperations)).toEqual(listNames(declared));
    for (const endpoint of declared) {
      const path = resolvePath(endpoint).replace(/\{\w+\}/g, "X1");
      expect(findSecretMembers(getMethod(endpoint), path)).toEqual(endpoint.secretMembers);
    }
  });

  slowTest(
    "declares every field with the name of a secret, or that is secret in a request",
    async () => {
      const sent = new Set(endpoints.flatMap(({ input }) => secretFieldsIn(input)));
      // Settings about cookies, a time, and the id of a component in the description of an integration.
      const harmless = new Set(["trackingCookie", "cookies", "previousSecretExpiresAt"]);
      const describesIntegration = new Set(
        endpoints
          .filter(({ route }) =>
            /^(?:GET|POST) .*\/integrations(?:\/\{integrationName\}|\/installations-status)?$/.test(
              route,
            ),
          )
          .map(({ operation }) => operation),
      );
      const open: string[] = [];
      for (const endpoint of endpoints) {
        if (endpoint.output === undefined) continue;
        for (const name of listMembers(await endpoint.output())) {
          const isSecret = isSecretName(name) || sent.has(name);
          const isDeclared = endpoint.secretMembers?.includes(name) === true;
          const isComponent =
            name === "configuration" && describesIntegration.has(endpoint.operation);
          if (isSecret && !isDeclared && !isComponent && !harmless.has(name))
            open.push(`${endpoint.operation}: ${name}`);
        }
      }
      expect(open).toEqual([]);
    },
  );
});

function secretFieldsIn(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === "group") return secretFieldsIn(field.fields);
    return field.secret === "whole" ? [name] : [];
  });
}

/** The names of all fields that a model describes. */
function listMembers(model: z.core.$ZodType, seen = new Set<unknown>()): readonly string[] {
  if (seen.has(model)) return [];
  seen.add(model);
  const inner = (one: z.core.$ZodType) => listMembers(one, seen);
  if (model instanceof z.ZodMiniObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = model.def.shape;
    return Object.entries(shape).flatMap(([name, one]) => [name, ...inner(one)]);
  }
  if (model instanceof z.ZodMiniUnion || model instanceof z.ZodMiniDiscriminatedUnion) {
    const options: readonly z.core.$ZodType[] = model.def.options;
    return options.flatMap(inner);
  }
  if (model instanceof z.ZodMiniLazy) return inner(model.def.getter());
  if (model instanceof z.ZodMiniArray) return inner(model.def.element);
  if (model instanceof z.ZodMiniOptional || model instanceof z.ZodMiniNullable) {
    return inner(model.def.innerType);
  }
  return model instanceof z.ZodMiniRecord ? inner(model.def.valueType) : [];
}

function expectMaskFirst(
  log: readonly { readonly stream: "out" | "err"; readonly text: string }[],
  secret: string,
  line: string,
): void {
  const masked = log.findIndex(({ stream, text }) => {
    return stream === "err" && text.startsWith("::add-mask::") && text.includes(secret);
  });
  const first = log.findIndex(({ text }) => text.includes(secret));
  expect([line, masked >= 0, first]).toEqual([line, true, masked]);
}

function never(): never {
  throw new Error("There are no forms.");
}
