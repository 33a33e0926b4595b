import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome, type Tome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { serve } from "../../support/network/loopback.ts";

async function createSpace(): Promise<Tome> {
  const tome = openTome();
  expect((await tome("space create --title Handbook --local")).code).toBe(0);
  return tome;
}

slowTest("other commands can use the data while a confirmation waits", async () => {
  const tome = await createSpace();
  let other = "";
  const deleted = await tome("space delete Handbook --local", {
    answers: [
      async () => {
        const { stdout, stderr } = await tome("space list --local --json title");
        other = stdout + stderr;
        return "y";
      },
    ],
  });
  expect(JSON.parse(other)).toContainEqual({ title: "Handbook" });
  expect([deleted.code, deleted.stderr]).toEqual([0, expect.stringContaining("Deleted the space")]);
  expect((await tome("space list --local")).stdout).not.toContain("Handbook");
});

slowTest("other commands can use the data while a value or a choice is prompted for", async () => {
  const tome = await createSpace();
  await tome("space create --title Handbook --local");
  const codes: number[] = [];
  const list = async (typed: string) => {
    codes.push((await tome("space list --local")).code);
    return typed;
  };
  const env = { TOME_ACCESSIBLE: "1" };
  const picked = await tome("space get Handbook --local", { env, answers: [() => list("1")] });
  expect([picked.code, picked.stderr]).toEqual([0, expect.stringContaining("Which space?")]);
  const created = await tome("space create --local", { answers: [() => list("Guide")] });
  expect([created.code, codes]).toEqual([0, [0, 0]]);
});

slowTest(
  "a command continues on a server that was started while its confirmation waited",
  async () => {
    const tome = await createSpace();
    let stop = () => {};
    let server: ReturnType<Tome> | undefined;
    const deleted = await tome("space delete Handbook --local", {
      answers: [
        async () => {
          await new Promise<void>((resolve) => {
            server = tome("serve --port 0", {
              heard: () => resolve(),
              interrupted: () =>
                new Promise((end) => {
                  stop = end;
                }),
            });
          });
          return "y";
        },
      ],
    });
    expect([deleted.code, deleted.stderr]).toEqual([
      0,
      expect.stringContaining("Deleted the space"),
    ]);
    stop();
    expect((await server)?.code).toBe(0);
    expect((await tome("space list --local")).stdout).not.toContain("Handbook");
  },
);

test("a second server of the same data is refused, and the message names the first", async () => {
  const tome = openTome();
  const second = { code: 0, stderr: "" };
  let hear = () => {};
  const ready = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const served = await tome("serve --port 0", {
    heard: () => hear(),
    async interrupted() {
      await ready;
      Object.assign(second, await tome("serve --port 0"));
    },
  });
  expect([served.code, second.code]).toEqual([0, 6]);
  expect(second.stderr).toMatch(
    /The data in .* is already served at http:\/\/127\.0\.0\.1:\d+\.\nhint: tome serve --data <another folder>/,
  );
});

test("a server whose port is in use leaves the data to other commands", async () => {
  const tome = openTome();
  const { url } = await serve(() => undefined);
  const data = join(temporaryFolder(), "data");
  const { code, stderr } = await tome(`serve --data ${data} --port ${new URL(url).port}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining("in use")]);
  expect(existsSync(join(data, "tome.sqlite"))).toBe(true);
  expect(existsSync(join(data, "serve.json"))).toBe(false);
});

test.each(["none", "only"])("serve --jobs %s requires a database", async (jobs) => {
  const { code, stderr } = await openTome()(`serve --port 0 --jobs ${jobs}`);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`--jobs ${jobs} requires --database, because no other process can use`),
  ]);
});

/** Runs commands while the data is served. @returns the output of the server */
async function whileServed(tome: Tome, flags: string, work: () => Promise<void>): Promise<string> {
  let output = "";
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { code, stderr } = await tome(`serve --port 0 ${flags}`, {
    heard(text) {
      output += text;
      start();
    },
    async interrupted() {
      await started;
      await work();
    },
  });
  expect(code, stderr).toBe(0);
  return output;
}

test("a platform that another command serves is administered and used as if it were not", async () => {
  const tome = openTome();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "plan.json"), JSON.stringify({ seed: 7, rules: [] }));
  const results = new Map<string, unknown>();
  const lines = [
    "local clock --json offset",
    "local token create --label CI --json label",
    "local faults plan.json --json seed",
    "local faults --json seed",
    "local faults --end --json rules",
    "org get --local --json title",
  ];
  const output = await whileServed(tome, "", async () => {
    for (const line of lines) {
      const { code, stdout, stderr } = await tome(line, { cwd });
      results.set(line, code === 0 ? JSON.parse(stdout) : stderr);
    }
  });
  expect([...results.values()]).toEqual([
    ...[{ offset: 0 }, { label: "CI" }, { seed: 7 }, { seed: 7 }, { rules: [] }],
    { title: "My organization" },
  ]);
  expect(output).not.toMatch(/^site /m);
});

slowTest(
  "serve --seed loads the sample workspace once, and prints the URL of its site",
  async () => {
    const tome = openTome();
    const titles: string[] = [];
    for (const round of [1, 2]) {
      const output = await whileServed(tome, "--seed", async () => {
        titles.push((await tome("org list --local --json title")).stdout);
      });
      expect([round, output]).toEqual([round, expect.stringMatching(/^site +http:\/\/\S+:\d+$/m)]);
    }
    expect(titles[0]).not.toBe("");
    expect(titles[1]).toBe(titles[0]);
  },
);
