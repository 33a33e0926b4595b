/** No secret of a URL, of tome api or of a response is recorded or traced. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const secret = "Zq8dKxSecretOf2Nobody";
const key = (kind: string, head = "") =>
  `-----BEGIN ${kind}-----\n${head}\n${secret}\n-----END ${kind}-----`;
const encrypted = key("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00");

interface Row {
  readonly line: readonly string[];
  readonly stdin?: string;
}

const addresses = [
  `https://user:${secret}@host.example/x.git`,
  `https://user:p@${secret}@host.example/x.git`,
  `https://user:${secret}"q@host.example/x.git`,
  `https:user:${secret}@host.example/x.git`,
  `https:/user:${secret}@host.example/x.git`,
  `https:\\\\user:${secret}@host.example/x.git`,
  `user:${secret}@host.example:x.git`,
  `user:p@${secret}@host.example:x.git`,
  `https://user:${secret} 1@host.example/x.git`,
  `https://user:a/${secret}@host.example/x.git`,
  `https://user:a?${secret}@host.example/x.git`,
  `ssh://user:${secret}@host.example/x.git`,
  `//user:${secret}@host.example/x.git`,
];
/** Secrets that only their position in a URL reveals. */
const further = [
  `https://user:1 ${secret}@host.example/x.git`,
  `https://user:1/${secret}@host.example/x.git`,
  `https://host.example/x.git?access=${secret}`,
  `https://host.example/x.git#${secret}`,
  secret,
];

const git = (address: string): readonly string[] =>
  ["git", "import", "--url", address, "--ref", "refs/heads/main", "--force"] as const;
const post = ["api", "POST", "/things"] as const;

const rows: readonly Row[] = [
  ...[...addresses, ...further].flatMap((address) => [
    { line: git(address) },
    {
      line: [
        ...git("https://host.example/x.git").slice(0, 2),
        `--url=${address}`,
        ...git("").slice(4),
      ],
    },
  ]),
  ...[...addresses, ...further.slice(0, 4)].flatMap((address) => [
    { line: [...post, `--field=url=${address}`] },
    { line: [...post, "-f", `url=${address}`] },
    { line: [...post, `-Frepository={"url":${JSON.stringify(address)}}`] },
    // Others are refused before a request is sent.
    ...(/^https?:\/\//.test(address) && URL.canParse(address)
      ? [
          { line: ["openapi", "put", "pets", "--url", address] },
          { line: ["openapi", "publish", address, "--spec", "pets"] },
        ]
      : []),
  ]),
  ...addresses.flatMap((address) => [
    { line: [...post, "-f", `text=see ${address} and others`] },
    { line: [...post, "--input", "-"], stdin: JSON.stringify({ text: `see ${address}, please` }) },
    { line: ["api", "GET", `/orgs/x?u=${encodeURIComponent(address)}`] },
    {
      line: ["api", "GET", "/orgs/x", "-f", `u=${encodeURIComponent(encodeURIComponent(address))}`],
    },
  ]),
  { line: [...post, `--field=token=${secret}`] },
  { line: [...post, `--typed-field=secret=${secret}`] },
  { line: [...post, `-fpassword=${secret}`] },
  { line: [...post, "-if", `password=${secret}`] },
  { line: [...post, "-iH", `X-Foo: ${secret}`] },
  { line: [...post, `-iHX-Foo:${secret}`] },
  { line: [...post, "--header", `X-Foo: ${secret}`, "-f", `a=${secret}`] },
  { line: [...post, "-H", `X-Foo:${secret}`, "-f", `a=${secret}`] },
  { line: [...post, "-H", `Accept: ${secret}`] },
  { line: [...post, "-H", `If-None-Match: "${secret}"`] },
  { line: [...post, "-H", `Prefer: ${secret}`] },
  { line: ["api", "GET", `/a;token=${secret}/b`] },
  { line: ["api", "GET", `/a?next=${encodeURIComponent(`/b?token=${secret}`)}`] },
  { line: ["api", "GET", `/a?next=/b?token%3D${secret}`] },
  { line: ["api", "GET", "--", `/a?token=${secret}`] },
  { line: [...post, "-F", `x={"password":"${secret}"}`] },
  { line: [...post, `-Fx={"password":"${secret}"}`] },
  { line: [...post, "-f", `x={"password":"${secret}"}`] },
  { line: [...post, `--typed-field=x={"a":{"secret":["${secret}"]}}`] },
  { line: [...post, "-f", `auth[token]=${secret}`] },
  { line: [...post, "--input", "-"], stdin: `title: A\ntoken: ${secret}\n` },
  { line: [...post, "--input", "-"], stdin: `{token: ${secret}}` },
  {
    line: [...post, "--input", "-", "-H", "Content-Type: application/x-www-form-urlencoded"],
    stdin: `token=${secret}&password=${secret}&title=shown`,
  },
  { line: [...post, "--input", "-"], stdin: `token=${secret}&password=${secret}` },
  ...[
    encrypted,
    key("PGP PRIVATE KEY BLOCK", "Version: GnuPG-2"),
    key("ENCRYPTED PRIVATE KEY"),
    encrypted.slice(0, -20),
  ].flatMap((text) => [
    { line: [...post, "-f", `x=${text}`] },
    { line: [...post, "--input", "-"], stdin: JSON.stringify({ x: [text] }) },
  ]),
];

/** Before the arguments after `--`. */
function withFlags(line: readonly string[], ...flags: readonly string[]): readonly string[] {
  const end = line.includes("--") ? line.indexOf("--") : line.length;
  return [...line.slice(0, end), ...flags, ...line.slice(end)];
}

slowTest(
  "no secret of a URL or of tome api is recorded or traced, and the recording replays",
  async () => {
    const folder = temporaryFolder();
    const platform = await serve(({ method }, response) =>
      answerJson(response, method === "PUT" ? 201 : 200, {
        object: "thing",
        id: "X1000000000000000000",
      }),
    );
    const tome = openTome();
    const env = {
      TOME_BASE_URL: platform.url,
      TOME_TOKEN: "token-of-the-test",
      TOME_ORG: "O1000000000000000000",
      TOME_SPACE: "S1000000000000000000",
    };
    for (const [at, { line, stdin }] of sample(rows, 35).entries()) {
      const what = [...line, stdin];
      const file = join(folder, `${at}.ndjson`);
      const output = join(folder, `${at}.output`);
      writeFileSync(output, "");
      const more = { ...(stdin !== undefined && { stdin }) };
      const ran = await tome(withFlags(line, "--record", file, "--debug"), {
        env: { ...env, TOME_OUTPUT_FILE: output },
        ...more,
      });
      expect([...what, existsSync(file), ran.stderr]).toEqual([...what, true, ran.stderr]);
      const recorded = readFileSync(file, "utf8");
      const told = ran.stderr.split("\n").filter((one) => /^[<>!.] /.test(one));
      expect([...what, ran.stderr, recorded]).not.toEqual([...what, ran.stderr, ""]);
      expect([...what, recorded.includes(secret), recorded]).toEqual([...what, false, recorded]);
      expect([...what, told.join("\n")]).toEqual([...what, expect.not.stringContaining(secret)]);
      const head: { command: readonly string[] } = JSON.parse(recorded.split("\n")[0] ?? "");
      const replayed = await tome(withFlags(head.command, "--replay", file), more);
      expect([...what, replayed.code, replayed.stderr]).toEqual([
        ...what,
        ran.code,
        replayed.stderr,
      ]);
    }
  },
);

test("a full URL in place of a path is refused without printing its password", async () => {
  const tome = openTome();
  const output = join(temporaryFolder(), "output");
  writeFileSync(output, "");
  const ran = await tome(["api", "GET", `https://u:${secret}@host.example/x`, "--debug"], {
    env: {
      TOME_BASE_URL: "http://127.0.0.1:9",
      TOME_TOKEN: "token-of-the-test",
      TOME_OUTPUT_FILE: output,
    },
  });
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("must be an API path");
  expect(ran.stderr + readFileSync(output, "utf8")).not.toContain(secret);
});

slowTest(
  "a response is recorded and traced without secrets, and otherwise completely",
  async () => {
    const answer = {
      pwd: secret,
      pass: secret,
      userPwd: secret,
      bearer: secret,
      jwt: secret,
      hash: `https://files.example/a?hash=${secret}&x=shown1`,
      st: `https://files.example/a?st=${secret}`,
      hdnts: `https://files.example/a?hdnts=${secret}`,
      hmac: `https://files.example/a?hmac=${secret}`,
      encoded: `https%3A%2F%2Ffiles.example%2Fa%3Ftoken%3D${secret}`,
      prose: `The value Bearer ${secret} is wrong.`,
      other:
        "A bearer token is needed, see https://docs.example/@team/page and mail me@docs.example.",
      addresses,
      key: encrypted,
      title: "token=S is how it is written",
      passes: "shown2",
      compass: "shown3",
      // Takes minutes if every slash counts as a start.
      slashes: `${"/".repeat(300_000)}@`,
    };
    const platform = await serve((_, response) =>
      answerJson(response, 200, answer, { "x-session": secret, "x-amz-signature": secret }),
    );
    const file = join(temporaryFolder(), "record.ndjson");
    const env = { TOME_BASE_URL: platform.url, TOME_TOKEN: "token-of-the-test" };
    const ran = await openTome()(["api", "GET", "/things", "--record", file, "--debug"], { env });
    expect(ran.code).toBe(0);
    const recorded = readFileSync(file, "utf8");
    expect(recorded).not.toContain(secret);
    for (const kept of ["shown1", "shown2", "shown3", answer.other, answer.title])
      expect(recorded).toContain(kept);
    const told = ran.stderr.split("\n").filter((one) => /^[<>!.] /.test(one));
    expect(told.join("\n")).not.toContain(secret);
  },
);

slowTest("a recorded bulk run contains no password in any row", async () => {
  const folder = temporaryFolder();
  const platform = await serve((_, response) => answerJson(response, 200, {}));
  const from = join(folder, "rows.ndjson");
  const file = join(folder, "record.ndjson");
  const all = [...addresses, ...further.slice(0, 4)].map((url, at) =>
    JSON.stringify({ space: `S${String(at).padStart(19, "0")}`, url, ref: "refs/heads/main" }),
  );
  writeFileSync(from, `${all.join("\n")}\n`);
  const env = { TOME_BASE_URL: platform.url, TOME_TOKEN: "token-of-the-test" };
  const journal = join(folder, "journal.ndjson");
  const words = ["git", "import", "--from", from, "--force", "--yes"];
  const ran = await openTome()([...words, "--journal", journal, "--record", file, "--debug"], {
    env,
    interrupted: () => new Promise(() => {}),
  });
  expect([ran.code, ran.stderr, existsSync(file)]).toEqual([0, ran.stderr, true]);
  expect(platform.seen.length).toBeGreaterThanOrEqual(all.length);
  expect(readFileSync(file, "utf8")).not.toContain(secret);
  const told = ran.stderr.split("\n").filter((one) => /^[<>!.] /.test(one));
  expect(told.join("\n")).not.toContain(secret);
});
