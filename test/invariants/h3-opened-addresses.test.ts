import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const schemes =
  "file|javascript|data|vbscript|ftp|ssh|mailto|ms-settings|steam|x-apple.systempreferences|blob|view-source|about|chrome|jar|smb|ldap|git|HTTPS |ht tp|httpx".split(
    "|",
  );
const addresses = fc.oneof(
  fc
    .tuple(fc.constantFrom(...schemes), fc.constantFrom(":", "://", ":////"), fc.webPath())
    .map((pieces) => pieces.join("")),
  fc.constantFrom(
    "",
    "/etc/passwd",
    "-a",
    "--new-window",
    "$(touch canary)",
    "`touch canary`",
    "; touch canary",
    "\\\\server\\share\\run.exe",
    "C:\\Windows\\System32\\calc.exe",
    "//evil.example",
  ),
);
/** A browser gets any web URL as one argument, without a shell. */
const poisoned = fc
  .constantFrom(
    "$(touch canary)",
    "`touch canary`",
    "' ; touch canary",
    '" & touch canary',
    "|sh",
    "%0atouch",
  )
  .map((poison) => `https://docs.example.com/?q=${poison}`);

test("only http and https URLs are opened, as one argument and without a shell", async () => {
  const folder = temporaryFolder();
  const browser = join(folder, "browser");
  const seen = join(folder, "seen");
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > "${seen}.part"\nmv "${seen}.part" "${seen}"\n`,
  );
  chmodSync(browser, 0o755);
  let app = "";
  const [opened, obeyed] = [countFaults(), countFaults()];
  const { url } = await serve((_, response) =>
    answerJson(response, 200, { object: "space", id: "S1000000000000000000", urls: { app } }),
  );
  const tome = openTome();
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "t", BROWSER: browser };
  const [others, webs] = [
    amount({ short: 15, all: 30, full: 600 }),
    amount({ short: 3, full: 60 }),
  ];
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      app = address;
      const { code, stderr } = await tome("open space S1000000000000000000", { env, cwd: folder });
      expect([code, stderr.includes("\n    at ")]).toEqual([2, false]);
      expect(opened.add(existsSync(seen))).toBe(false);
    }),
    { numRuns: others },
  );
  await fc.assert(
    fc.asyncProperty(poisoned, async (address) => {
      app = address;
      writeFileSync(seen, "");
      expect((await tome("space get S1000000000000000000 --web", { env, cwd: folder })).code).toBe(
        0,
      );
      const word = await vi.waitFor(() => {
        const text = readFileSync(seen, "utf8");
        expect(text).not.toBe("");
        return text;
      });
      expect(word).toBe(`1|${new URL(address).href}`);
      expect(obeyed.add(existsSync(join(folder, "canary")))).toBe(false);
    }),
    { numRuns: webs },
  );
  report(
    "H3",
    `${others} other addresses, ${opened.total()} opened; ${webs} poisoned web addresses, ${obeyed.total()} read by a shell`,
  );
}, 600_000);
