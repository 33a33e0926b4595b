/** Secrets of the contract are in no recording, trace, journal or printed request. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listParameters } from "../../src/app/parse/parameters.ts";
import type { CommandField } from "../../src/commands/fields.ts";
import { getCommandFields } from "../../src/commands/flag-words.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { isSecret } from "../../src/contract/secret-fields.ts";
import { everyVerb } from "../commands/tree.ts";
import { everyLine, parents } from "../support/commands/command-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, type Loopback, serve } from "../support/network/loopback.ts";
import { endpoints } from "../support/requests/made.ts";

const long = "Zq8d-fKx_secret-of2nobody";
const odd = "Zq8d+fKx/secret~of2nobody";
const short = "q7Z";

/** Every way in which a flag takes a value, as words in addition to the line's own. */
type Form = readonly [name: string, words: readonly string[]];

function listForms(
  { name, field }: ReturnType<typeof listParameters>[number],
  value: string,
  folder: string,
): Form[] {
  if (field.kind === "text" && field.fromFile) {
    const file = join(folder, "secret.txt");
    writeFileSync(file, name === "headers-file" ? `X-Own: ${value}` : value);
    return [[`--${name} <file>`, [`--${name}`, file]]];
  }
  const given = field.placeholder === "name:value" ? `X-Own: ${value}` : `KEY=${value}`;
  const word =
    (field.kind === "list" ? (field.of.secret ?? field.secret) : field.secret) === "whole"
      ? value
      : given;
  return [
    [`--${name} <value>`, [`--${name}`, word]],
    [`--${name}=<value>`, [`--${name}=${word}`]],
    ...(field.short === undefined
      ? []
      : ([
          [`-${field.short} <value>`, [`-${field.short}`, word]],
          [`-${field.short}<value>`, [`-${field.short}${word}`]],
        ] satisfies Form[])),
  ];
}

const signingSecret = `whsec_${Buffer.from(long).toString("base64")}`;

/** An id has no special characters, and only secrets of this form are accepted for webhooks. */
function valuesFor({ name, field }: ReturnType<typeof listParameters>[number]): readonly string[] {
  if (name === "secret-file") return [signingSecret];
  return field.kind === "id" ? [long, short] : [odd, short, long];
}

/** The output of the command itself is for the user who typed the secret. */
function traceIn(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => /^[<>!.] /.test(line))
    .join("\n");
}

/** A platform that echoes everything that it receives. */
function echoing(): Promise<Loopback> {
  return serve(({ url, headers, body }, response) =>
    answerJson(
      response,
      200,
      {
        object: "thing",
        id: "X1000000000000000000",
        items: [],
        echo: [decodeURIComponent(url), url, headers, body],
        urls: { published: `https://docs.example/${decodeURIComponent(url)}` },
      },
      { "x-request-id": encodeURI(url) },
    ),
  );
}

const encodings = (value: string) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString("base64"),
];

const hitCount = countFaults();

function expectNone(what: readonly string[], value: string, text: string): void {
  const hits = hitCount.add(encodings(value).filter((form) => text.includes(form)));
  expect([...what, hits]).toEqual([...what, []]);
}

slowTest(
  "no secret flag, argument or field appears in a recording, trace or description",
  async () => {
    const folder = temporaryFolder();
    const platform = await echoing();
    const tome = openTome();
    const env = { TOME_BASE_URL: platform.url, TOME_TOKEN: "token-of-the-test", ...parents };
    const all = (await everyLine(folder)).filter(({ verb }) =>
      listParameters(verb).some(({ field }) => isSecret(field)),
    );
    // This one sends its secret in the URL, where its spelling changes.
    const inUrl = all.filter(({ words }) => words === "space get");
    const others = all.filter((line) => !inUrl.includes(line));
    const lines = [...inUrl, ...sample(others, 10)];
    let tried = 0;
    for (const { words, args, verb } of lines) {
      for (const secret of listParameters(verb).filter(({ field }) => isSecret(field))) {
        for (const value of valuesFor(secret).slice(0, amount({ short: 2, full: 3 }))) {
          const forms = secret.isArgument
            ? [["<argument>", []] satisfies Form]
            : secret.field.kind === "json"
              ? [
                  [
                    "--input",
                    ["--input", inputFile(folder, secret.path[0] ?? "", value)],
                  ] satisfies Form,
                ]
              : listForms(secret, value, folder);
          for (const [name, more] of forms) {
            const file = join(folder, `${tried}.ndjson`);
            tried += 1;
            const line = secret.isArgument ? withArgument(args, words, value) : args;
            const what = [words, name];
            const ran = await tome([...line, ...more, "--record", file, "--debug"], { env });
            expect([...what, ran.stderr, existsSync(file)]).toEqual([...what, ran.stderr, true]);
            const recorded = readFileSync(file, "utf8");
            // A short secret is hidden at its position, not where it occurs in other texts.
            const own = value !== short ? recorded : recorded.replace(/"answer":.*/g, "");
            expectNone(what, value, own);
            expect([...what, ran.stderr, own]).toEqual([
              ...what,
              ran.stderr,
              expect.stringContaining("[removed]"),
            ]);
            if (value !== short) expectNone(what, value, traceIn(ran.stderr));
            if (!("isWrite" in verb) || verb.isWrite) {
              const dry = await tome([...line, ...more, "--dry-run"], { env });
              expectNone([...what, "--dry-run"], value, dry.stdout);
            }
          }
        }
      }
    }
    expect(
      platform.seen.some(({ url }) => decodeURIComponent(url.replaceAll("+", " ")).includes(odd)),
    ).toBe(true);
    report(
      "T9",
      `${tried} secret flags, arguments and fields recorded, traced and described: ${hitCount.total()} hits`,
    );
  },
  600_000,
);

/** The same line with the secret in place of its last argument. */
function withArgument(args: readonly string[], words: string, value: string): readonly string[] {
  const at = words.split(" ").length;
  return [...args.slice(0, at), value, ...args.slice(at + 1)];
}

function inputFile(folder: string, field: string, value: string): string {
  const path = join(folder, "input.json");
  writeFileSync(path, JSON.stringify({ [field]: { KEY: value } }));
  return path;
}

test("a secret in a manifest, in a field of tome api or in a URL is not recorded", async () => {
  const folder = temporaryFolder();
  const platform = await echoing();
  const tome = openTome();
  const env = {
    TOME_BASE_URL: platform.url,
    TOME_TOKEN: "token-of-the-test",
    ...parents,
    API_KEY: long,
  };
  const manifest = join(folder, "manifest.json");
  const about = {
    title: "T",
    description: "D",
    scopes: [],
    organization: "O1000000000000000000",
    script: "export default {}",
  };
  writeFileSync(manifest, JSON.stringify({ ...about, secrets: { KEY: long } }));
  const lines = [
    ["integration", "publish", "probe", "--manifest", manifest],
    ["integration", "publish", "probe", "--manifest", manifest, "--secret", "API_KEY"],
    ["api", "PUT", "/integrations/probe", "-F", `secrets={"KEY":"${long}"}`],
    ["api", "GET", `/spaces/S1000000000000000000?shareKey=${encodeURIComponent(long)}`],
    ["api", "POST", `/orgs/O1000000000000000000/invites/${encodeURIComponent(long)}`],
    [
      "api",
      "DELETE",
      `/orgs/O1000000000000000000/link-invites/${encodeURIComponent(long)}`,
      "--yes",
    ],
    [
      "git",
      "import",
      "--url",
      `https://user:${encodeURIComponent(long)}@git.example/x.git`,
      "--ref",
      "refs/heads/main",
    ],
    ["org", "join", "O1000000000000000000", "--invite", long],
  ];
  for (const [at, line] of lines.entries()) {
    const file = join(folder, `${at}.ndjson`);
    const ran = await tome([...line, "--record", file], { env });
    expect([line, existsSync(file), ran.stderr]).toEqual([line, true, ran.stderr]);
    const [head = "", ...exchanges] = readFileSync(file, "utf8").trim().split("\n");
    expectNone(line, long, head);
    for (const exchange of exchanges) {
      const { request } = JSON.parse(exchange);
      expectNone(line, long, JSON.stringify(request));
    }
  }
});

test("invites in a response are not recorded, and a bulk journal does not name them", async () => {
  const folder = temporaryFolder();
  const platform = await serve(({ method }, response) =>
    answerJson(response, method === "POST" ? 201 : 200, {
      ...(method === "GET"
        ? { items: [{ object: "invite", id: long }] }
        : { object: "invite", id: long }),
    }),
  );
  const tome = openTome();
  const env = {
    TOME_BASE_URL: platform.url,
    TOME_TOKEN: "token-of-the-test",
    TOME_ORG: "O1000000000000000000",
  };
  for (const line of ["org invite list", "org invite create --role read"]) {
    const file = join(folder, "record.ndjson");
    const ran = await tome(`${line} --record ${file}`, { env });
    expect([line, ran.code, ran.stderr]).toEqual([line, 0, ran.stderr]);
    expectNone([line], long, readFileSync(file, "utf8"));
  }
  const journal = join(folder, "journal.ndjson");
  const refusing = await serve((_, response) =>
    answerJson(response, 500, { error: { code: 500, message: "No." } }),
  );
  await tome(
    ["org", "invite", "delete", long, `${long}2`, "--yes", "--journal", journal, "--retries", "0"],
    {
      env: { ...env, TOME_BASE_URL: refusing.url },
      interrupted: () => new Promise(() => {}),
    },
  );
  expectNone(["journal"], long, readFileSync(journal, "utf8"));
});

test("a recording replays with the secret typed again, or with its placeholder", async () => {
  const folder = temporaryFolder();
  const platform = await echoing();
  const tome: Tome = openTome();
  const env = { TOME_BASE_URL: platform.url, TOME_TOKEN: "token-of-the-test" };
  const file = join(folder, "record.ndjson");
  expect(
    (
      await tome(["space", "get", "S1000000000000000000", "--share-key", long, "--record", file], {
        env,
      })
    ).code,
  ).toBe(0);
  for (const key of [long, "[removed]"]) {
    const replayed = await tome([
      "space",
      "get",
      "S1000000000000000000",
      "--share-key",
      key,
      "--replay",
      file,
    ]);
    expect([key, replayed.code]).toEqual([key, 0]);
  }
});

/** Names that resemble secrets, and their actual meaning. */
const harmless: Readonly<Record<string, string>> = {
  page: "the place of a page in a list",
  tokenId: "the id of a token, which gives no access",
};

test("fields with the name of a secret are secret, in the contract and on the command line", async () => {
  const sounds =
    /secret|token|password|passphrase|credential|private|invite(?!Links)|(?:share|api)_?key/i;
  const ofFields = (endpoints as readonly Endpoint[]).flatMap((endpoint) =>
    Object.entries<CommandField>(getCommandFields(endpoint)).flatMap(([name, field]) =>
      (sounds.test(name) || sounds.test(field.flag ?? "")) &&
      !isSecret(field) &&
      !(name in harmless)
        ? [`${endpoint.operation} ${name}`]
        : [],
    ),
  );
  const ofFlags = (await everyVerb()).flatMap(([words, verb]) =>
    listParameters(verb).flatMap(({ name, field, path }) =>
      sounds.test(name) &&
      field.kind !== "boolean" &&
      !isSecret(field) &&
      !((path[0] ?? "") in harmless)
        ? [`${words} --${name}`]
        : [],
    ),
  );
  expect([...ofFields, ...ofFlags]).toEqual([]);
});
