/** A token from the environment is used or refused, on every platform and from every source. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, type Loopback, serve } from "../support/network/loopback.ts";

/** The responses of a platform to a token. */
type Outcome = "owner" | "reader" | "refused";

const hostedToken = "hosted_token_of_the_reader";
const hostedReader = "hosted-reader";

/** The platforms by the command line that selects them, with the environment that it needs. */
const platforms = {
  "the flag --local": { flags: "--local", env: {}, isLocal: true },
  "the flag --profile local": { flags: "--profile local", env: {}, isLocal: true },
  "the variable TOME_PROFILE": { flags: "", env: { TOME_PROFILE: "local" }, isLocal: true },
  "the default profile": { flags: "", env: {}, isLocal: true, isDefault: true },
  "the variable TOME_BASE_URL": { flags: "", env: {}, isLocal: false, variable: "TOME_BASE_URL" },
  "the variable GITBOOK_ENDPOINT": {
    flags: "",
    env: {},
    isLocal: false,
    variable: "GITBOOK_ENDPOINT",
  },
  "the flag --base-url": { flags: "", env: {}, isLocal: false, isTyped: true },
  "a stored profile": { flags: "--profile work", env: {}, isLocal: false },
} satisfies Record<
  string,
  {
    readonly flags: string;
    readonly env: Readonly<Record<string, string>>;
    readonly isLocal: boolean;
    readonly isDefault?: true;
    readonly isTyped?: true;
    readonly variable?: string;
  }
>;

const ways = ["TOME_TOKEN", "GITBOOK_TOKEN", "both variables", "tokens.json"] as const;

const lines = ["whoami --json", "api GET /user", "auth status --json", "api GET /user -q .id"];

async function openHosted(): Promise<Loopback> {
  return serve((request, response) => {
    const isReader = request.headers.authorization === `Bearer ${hostedToken}`;
    if (!isReader) {
      return answerJson(response, 401, { error: { code: 401, message: "Not this one." } });
    }
    answerJson(response, 200, { object: "user", id: hostedReader, displayName: "Reader" });
  });
}

interface LocalPeople {
  readonly tome: Tome;
  readonly owner: string;
  readonly reader: string;
  readonly tokens: Readonly<Record<string, string>>;
}

async function openLocalPeople(config: string): Promise<LocalPeople> {
  const opened = openTome();
  const tome: Tome = (line, ask = {}) =>
    opened(line, { ...ask, env: { TOME_CONFIG_DIR: config, ...ask.env } });
  const create = async (flags: string) => (await tome(`local token create ${flags}`)).stdout.trim();
  const getId = async (env: Record<string, string>) =>
    JSON.parse((await tome("whoami --local --json", { env })).stdout).id as string;
  const reader = await create("--role read");
  const revoked = await create("--role read --label gone");
  const rows = JSON.parse((await tome("local token list --json")).stdout) as {
    id: string;
    label: string;
  }[];
  const gone = rows.find(({ label }) => label === "gone");
  await tome(`local token revoke ${gone?.id} --yes`);
  return {
    tome,
    owner: await getId({}),
    reader: await getId({ TOME_TOKEN: reader }),
    tokens: {
      "a valid token of a reader": reader,
      "a revoked token": revoked,
      "an unknown token in the local form": `tome_${"x".repeat(43)}`,
      "an admin token": `tome_admin_${"x".repeat(43)}`,
      "a token of the hosted platform": hostedToken,
      "a word": "bad",
      "a signed token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln",
      "a token with a space": "tome_ bad",
    },
  };
}

function expected(isLocal: boolean, way: (typeof ways)[number], name: string): Outcome {
  // The local platform has no stored tokens: it never reads the file, and a login to it is refused.
  if (isLocal && way === "tokens.json") return "owner";
  const valid = isLocal ? "a valid token of a reader" : "a token of the hosted platform";
  return name === valid ? "reader" : "refused";
}

describe("a token from the environment", () => {
  slowTest("is the principal of the request, or the command is refused", async () => {
    const config = temporaryFolder();
    const hosted = await openHosted();
    const { tome, owner, reader, tokens } = await openLocalPeople(config);
    const cases = Object.entries(platforms).flatMap(([platformName, platform]) =>
      ways.flatMap((way) =>
        Object.entries(tokens).map(([name, token]) => ({
          ...{ platformName, platform, way, name, token },
        })),
      ),
    );
    const numbered = cases.map((one, at) => ({ ...one, line: lines[at % lines.length] ?? "" }));
    // A divisor of the number of cases would always choose the same token.
    for (const { platformName, platform, way, name, token, line } of sample(numbered, 31)) {
      writeSettings(config, hosted.url, {
        isDefault: "isDefault" in platform,
        stored: way === "tokens.json" ? token : undefined,
      });
      const isElsewhere = way !== "tokens.json" && platformName === "a stored profile";
      const { code, stdout, stderr } = await tome(
        [
          line,
          platform.flags,
          "isTyped" in platform ? `--base-url ${hosted.url}` : "",
          "--retries 0",
        ].join(" "),
        {
          env: {
            ...platform.env,
            ...("variable" in platform && { [platform.variable]: hosted.url }),
            ...(way === "both variables"
              ? { TOME_TOKEN: token, GITBOOK_TOKEN: tokens["a valid token of a reader"] ?? "" }
              : way !== "tokens.json" && { [way]: token }),
          },
        },
      );
      const about = [platformName, way, name, line];
      // The stored profile has another base URL than the environment's token.
      const outcome = isElsewhere ? "refused" : expected(platform.isLocal, way, name);
      if (outcome === "refused") {
        expect([...about, [2, 4].includes(code), stdout, stderr]).toEqual([
          ...about,
          true,
          "",
          expect.any(String),
        ]);
      } else {
        const seen = platform.isLocal ? { owner, reader }[outcome] : hostedReader;
        expect([...about, code, stdout.includes(seen), stderr]).toEqual([
          ...about,
          0,
          true,
          expect.any(String),
        ]);
      }
      expect(stderr).not.toContain(token);
    }
  });

  test("cannot be stored for the local platform", async () => {
    const tome = openTome();
    for (const flags of ["--local", "--profile local"]) {
      const ran = await tome(`auth login --with-token ${flags}`, { stdin: "bad" });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain("needs no login");
    }
  });

  test("is refused with a hint if it does not belong to the local platform", async () => {
    const tome = openTome();
    await tome("auth switch local");
    const { code, stderr } = await tome("whoami", { env: { TOME_TOKEN: "bad" } });
    expect(code).toBe(4);
    expect(stderr).toContain("The token in TOME_TOKEN does not belong to the local platform");
    expect(stderr).toContain("Unset TOME_TOKEN");
    const doctor = await tome("doctor", { env: { TOME_TOKEN: "bad" } });
    expect(doctor.code).toBe(10);
    expect(doctor.stdout).toContain("does not belong to the local platform");
  });
});

function writeSettings(
  config: string,
  url: string,
  { isDefault, stored }: { readonly isDefault: boolean; readonly stored: string | undefined },
): void {
  mkdirSync(config, { recursive: true, mode: 0o700 });
  const settings = {
    ...(isDefault && { profile: "local" }),
    profiles: { work: { "base-url": url } },
  };
  const tokens =
    stored === undefined
      ? {}
      : {
          default: { [new URL(url).origin]: stored },
          work: { [new URL(url).origin]: stored },
          local: { "http://tome.localhost": stored },
        };
  const write = (name: string, value: object) =>
    writeFileSync(join(config, name), JSON.stringify(value), { mode: 0o600 });
  write("settings.json", settings);
  write("tokens.json", tokens);
}
