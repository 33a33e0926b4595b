import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome, type Ran, type Tome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

type Row = Readonly<Record<string, unknown>>;

/** Runs the lines in process, and then the same while `tome serve` has the data. */
async function onBoth(run: (tome: Tome, kind: string) => Promise<void>): Promise<void> {
  await run(openTome(), "in process");
  const tome = openTome();
  await whileServed(tome, () => run(tome, "served"));
}

async function whileServed(
  tome: Tome,
  run: (told: string, stderr: () => string) => Promise<void>,
  line = "serve --port 0",
): Promise<Ran> {
  let end = () => {};
  let failure: unknown;
  let told = "";
  const interrupted = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  const ran = await tome(line, {
    interrupted,
    told: (text) => {
      told += text;
    },
    heard: (text) =>
      void run(text, () => told)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => end()),
  });
  if (failure !== undefined) throw failure;
  return ran;
}

async function tokensIn(tome: Tome): Promise<readonly Row[]> {
  return JSON.parse((await tome("local token list --json")).stdout);
}

async function whoami(tome: Tome, token: string): Promise<Ran> {
  return tome("whoami --local --json", { env: { TOME_TOKEN: token } });
}

describe("create", () => {
  slowTest("prints the token once, and stores its label, expiry and user", async () => {
    await onBoth(async (tome, kind) => {
      const { code, stdout } = await tome(
        "local token create --label ci --expires 90d --role read",
      );
      expect([kind, code]).toEqual([kind, 0]);
      const token = stdout.trim();
      expect(token).toMatch(/^tome_[\w-]{43}$/);
      const rows = await tokensIn(tome);
      expect(JSON.stringify(rows)).not.toContain(token);
      const row = rows.find(({ label }) => label === "ci");
      expect(row).toMatchObject({ status: "active", lastUsedAt: null, folder: false });
      const days = Date.parse(String(row?.expiresAt)) - Date.parse(String(row?.createdAt));
      expect(days).toBe(90 * 24 * 3600 * 1000);
      expect((await whoami(tome, token)).code).toBe(0);
      const used = (await tokensIn(tome)).find(({ label }) => label === "ci");
      expect(used?.lastUsedAt).toEqual(expect.stringMatching(/^\d{4}-/));
    });
  });

  test.each([
    ["--expires soon", 2, "--expires must be a time"],
    ["--expires 2020-01-01", 1, "expiresAt must be in the future"],
    ["--expires 999999999999d", 1, "expiresIn must be in the future, before the year 10000"],
    ["--user nobody@example.com", 5, "nobody@example.com"],
  ])("refuses %s", async (flags, code, message) => {
    const tome = openTome();
    const ran = await tome(`local token create ${flags}`);
    expect([ran.code, ran.stdout]).toEqual([code, ""]);
    expect(ran.stderr).toContain(message);
    expect(await tokensIn(tome)).toHaveLength(1);
  });

  test("refuses the label of data folders, which exports leave out", async () => {
    const tome = openTome();
    const ran = await tome(["local", "token", "create", "--label", "This data folder"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("reserved");
  });
});

describe("revoke and expiry", () => {
  slowTest("revoked, expired and unknown tokens get the same response", async () => {
    await onBoth(async (tome, kind) => {
      const create = async (flags: string) =>
        (await tome(`local token create --role read ${flags}`)).stdout.trim();
      const [revoked, expired] = [await create("--label gone"), await create("--expires 1h")];
      expect((await whoami(tome, expired)).code).toBe(0);
      const row = (await tokensIn(tome)).find(({ label }) => label === "gone");
      const unasked = await tome(`local token revoke ${row?.id}`);
      expect([kind, unasked.code]).toEqual([kind, 2]);
      expect((await tome(`local token revoke ${row?.id} --yes`)).code).toBe(0);
      await tome("local clock --advance 2h");
      const unknown = `tome_${"x".repeat(43)}`;
      const answers = await Promise.all(
        [revoked, expired, unknown].map((one) => whoami(tome, one)),
      );
      expect(answers.map(({ code }) => code)).toEqual([4, 4, 4]);
      const plain = answers.map(({ stderr }) => stderr.replace(/[\da-f-]{36}/g, "<id>"));
      expect(new Set(plain).size).toBe(1);
      expect((await tome("local token revoke 000000000000 --yes")).code).toBe(5);
    });
  });

  test("the token of the data folder cannot be revoked, only rotated", async () => {
    const tome = openTome();
    const [own] = await tokensIn(tome);
    const ran = await tome(`local token revoke ${own?.id} --yes`);
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain("Rotate it");
  });
});

describe("rotate", () => {
  slowTest("accepts the same expiries as create, and refuses the others", async () => {
    const tome = openTome();
    await tome("local token create --label ci --expires 2099-12-31");
    const expiry = async () =>
      (await tokensIn(tome)).find(({ label }) => label === "ci")?.expiresAt;
    expect(await expiry()).toBe(new Date(2099, 11, 31).toISOString());
    for (const [word, date] of [
      ["2098-11-30", new Date(2098, 10, 30)],
      ["2098-11-30T08:15", new Date(2098, 10, 30, 8, 15)],
      ["2098-11-30T08:15:00Z", new Date("2098-11-30T08:15:00Z")],
    ] as const) {
      const { code } = await tome(`local token rotate ci --expires ${word} --yes`);
      expect([code, await expiry()]).toEqual([0, date.toISOString()]);
    }
    const before = await tokensIn(tome);
    for (const [word, expected, message] of [
      ["soon", 2, "--expires must be a time"],
      ["2020-01-01", 1, "expiresAt must be in the future"],
      ["999999999999d", 1, "expiresIn must be in the future, before the year 10000"],
    ] as const) {
      const ran = await tome(`local token rotate ci --expires ${word} --yes`);
      expect([ran.code, ran.stdout]).toEqual([expected, ""]);
      expect(ran.stderr).toContain(message);
    }
    expect(await tokensIn(tome)).toEqual(before);
  });

  slowTest("replaces a token with the same user, label and lifetime", async () => {
    await onBoth(async (tome) => {
      const old = (
        await tome("local token create --role read --label ci --expires 30d")
      ).stdout.trim();
      const before = (await tokensIn(tome)).find(({ label }) => label === "ci");
      const rotated = (await tome(`local token rotate ${before?.id} --yes`)).stdout.trim();
      expect(rotated).toMatch(/^tome_[\w-]{43}$/);
      expect((await whoami(tome, old)).code).toBe(4);
      expect((await whoami(tome, rotated)).code).toBe(0);
      const after = (await tokensIn(tome)).filter(({ label }) => label === "ci");
      expect(after).toHaveLength(1);
      expect(after[0]).toMatchObject({ user: before?.user });
      expect(after[0]?.id).not.toBe(before?.id);
    });
  });

  slowTest(
    "without an id replaces the token in the data folder and in the ready file",
    async () => {
      await onBoth(async (tome, kind) => {
        const folder = (await tome("local path")).stdout.trim();
        await tome("local token list");
        const read = () => readFileSync(join(folder, "token"), "utf8").trim();
        const old = read();
        const { code, stdout } = await tome("local token rotate --yes");
        expect([kind, code, read()]).toEqual([kind, 0, stdout.trim()]);
        expect((await whoami(tome, old)).code).toBe(4);
        expect((await whoami(tome, read())).code).toBe(0);
        // Without TOME_TOKEN, commands use the new one.
        expect((await tome("whoami --local")).code).toBe(0);
        if (kind === "served") {
          const ready = JSON.parse(readFileSync(join(folder, "serve.json"), "utf8"));
          expect(ready.token).toBe(read());
        }
      });
    },
  );
});

test("the list says that commands do not record the use of the data folder's token", async () => {
  const tome = openTome();
  const { stdout } = await tome("local token list");
  expect(stdout).toMatch(/\tThis data folder\t.*\tnever\tnot recorded\n$/);
  const [token] = JSON.parse((await tome("local token list --json")).stdout);
  expect(token).toMatchObject({ folder: true, lastUsedAt: null });
});

describe("serve", () => {
  slowTest("prints no token without a terminal, and says how to create one", async () => {
    const tome = openTome();
    const folder = (await tome("local path")).stdout.trim();
    const { stdout, stderr } = await whileServed(tome, async () => {});
    const token = readFileSync(join(folder, "token"), "utf8").trim();
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).toContain("To create one: tome local token create");
    for (const flag of ["--json", "--format ndjson", "--json url,pid"]) {
      const ran = await whileServed(tome, async () => {}, `serve --port 0 ${flag}`);
      expect(ran.stdout + ran.stderr).not.toContain(token);
    }
    const ready = join(temporaryFolder(), "ready.json");
    let written = "";
    const ran = await whileServed(
      tome,
      async () => {
        written = readFileSync(ready, "utf8");
      },
      `serve --port 0 --ready-file ${ready}`,
    );
    expect(JSON.parse(written).token).toBe(token);
    expect(ran.stderr).toContain(`It is in ${ready}`);
  });

  test("prints the token if it is requested by name, and on a terminal", async () => {
    const tome = openTome();
    await whileServed(
      tome,
      async (text) => expect(JSON.parse(text).token).toMatch(/^tome_/),
      "serve --port 0 --json url,token",
    );
    let end = () => {};
    const interrupted = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    const screen = await tome("serve --port 0", { screen: true, interrupted, heard: () => end() });
    expect(screen.stdout).toMatch(/^token {4}tome_/m);
    expect((await tome("serve --port 0 --json secret")).code).toBe(2);
  });
});
