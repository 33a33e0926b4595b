import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome, type Ran } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openSecretService } from "../support/machine/keyring/secret-service.ts";
import { serve } from "../support/network/loopback.ts";

const variants = amount({ short: 10, full: 500 });

/** Long enough not to occur in a message by chance. */
const visible = fc.string({
  minLength: 8,
  maxLength: 40,
  unit: fc
    .integer({ min: 0x21, max: 0x7e })
    .filter((code) => code !== 0x22 && code !== 0x5c)
    .map((code) => String.fromCharCode(code)),
});

/**
 * Characters that a header cannot contain: line breaks, control characters, and all that is not
 * ASCII.
 */
const forbidden = fc.oneof(
  fc.constantFrom(
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u0000",
    "\u001b[2J",
    "\u007f",
    "\u0085",
    "\u2028",
  ),
  fc.integer({ min: 0x00, max: 0x20 }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x7f, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

type Way = (token: string, url: string) => Promise<Ran>;

/** Every source of a token. */
const ways: Readonly<Record<string, Way>> = {
  "standard input": (token, url) =>
    openTome()(["auth", "login", "--with-token", "--base-url", url], { stdin: token }),
  "standard input, told to show everything": (token, url) =>
    openTome()(["auth", "login", "--with-token", "--base-url", url, "--debug", "--json"], {
      stdin: token,
    }),
  TOME_TOKEN: (token, url) =>
    openTome()("whoami --debug", { env: { TOME_BASE_URL: url, TOME_TOKEN: token } }),
  GITBOOK_TOKEN: (token, url) =>
    openTome()("auth status --json", { env: { TOME_BASE_URL: url, GITBOOK_TOKEN: token } }),
  "the file": (token, url) => {
    const folder = join(temporaryFolder(), "config");
    mkdirSync(folder, { mode: 0o700 });
    const file = JSON.stringify({ default: { [url]: token } });
    writeFileSync(join(folder, "tokens.json"), file, { mode: 0o600 });
    return openTome()("whoami --debug", { env: { TOME_BASE_URL: url, TOME_CONFIG_DIR: folder } });
  },
};

test("a token that a header cannot contain is refused from any source, and never printed", async () => {
  const { url, seen } = await serve((_request, response) => response.end("{}"));
  let tried = 0;
  const echoes = countFaults();
  await fc.assert(
    fc.asyncProperty(visible, forbidden, visible, async (before, bad, after) => {
      for (const [name, way] of Object.entries(ways)) {
        // An environment variable ends at a zero byte.
        if (bad === "\0" && name.endsWith("_TOKEN")) continue;
        tried += 1;
        const { code, stdout, stderr } = await way(before + bad + after, url);
        expect({ name, code, stdout }).toEqual({ name, code: 2, stdout: "" });
        expect(stderr).toContain("must be one or more visible ASCII characters");
        const said = stdout + stderr;
        const isEchoed = echoes.add(said.includes(before) || said.includes(after));
        expect({ name, isEchoed }).toEqual({
          name,
          isEchoed: false,
        });
      }
    }),
    { numRuns: variants, examples: [["0123456789", "\n", "X-Header: injected"]] },
  );
  expect(seen).toEqual([]);
  report(
    "T4",
    `${variants} variants in ${Object.keys(ways).length} ways, ${tried} tries, ${echoes.total()} echoed, ${seen.length} sent`,
  );
}, 600_000);

test("a typed token follows the same rule", async () => {
  const { url, seen } = await serve((_request, response) => response.end("{}"));
  for (const token of ["two words of it", "na\u00efve-token", "token-\u{1f600}-token"]) {
    const typed = await openTome()(["auth", "login", "--base-url", url], { answers: [token] });
    expect(typed.code).toBe(2);
    expect(typed.stderr).not.toContain(token);
    expect(typed.stderr).not.toContain("token-\u{1f600}");
  }
  expect(seen).toEqual([]);
});

slowTest.skipIf(process.platform !== "linux")(
  "a token in the keyring follows the same rule",
  async () => {
    const { url } = await serve((_request, response) => response.end("{}"));
    const service = await openSecretService();
    const tome = openTome();
    const env = {
      TOME_BASE_URL: url,
      TOME_TOKEN_STORE: "",
      DBUS_SESSION_BUS_ADDRESS: service.address,
      TOME_KEYRING_TIMEOUT: "60",
    };
    await tome("auth login --with-token --offline", { env, stdin: "good-token" });
    service.replace("evil-token\r\nX-Header: injected");
    const { code, stderr } = await tome("whoami", { env });
    expect(code).toBe(2);
    expect(stderr).toContain("The token from keyring (Secret Service) must be");
    expect(stderr).not.toMatch(/evil-token|X-Header/);
  },
);
