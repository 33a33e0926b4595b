/** The completion cache of real commands: the ids of their platform and data. */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getIdsFolder } from "../../src/app/resolve/id-cache.ts";
import { buildProgram, launcher } from "../bin/built.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

/** A tome with a readable completion cache. */
function openSeeing() {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const tome = openTome();
  const run = async (line: string, further: Record<string, string> = {}) => {
    const ended = await tome(line, { env: { ...env, ...further } });
    expect(ended.stderr).not.toContain("error:");
    return ended.stdout;
  };
  /** The ids of a noun cached anywhere below a folder. */
  const kept = (noun: string, below = "") => {
    const folder = join(getIdsFolder(env), below);
    const names = existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      : [];
    return names
      .filter((name) => name === noun || name.endsWith(`/${noun}`))
      .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
      .flatMap((line) => (line === "" ? [] : [line.split("\t")[0] ?? ""]));
  };
  return { run, tome, kept, env, home };
}

test("ids from commands with --local are cached by data folder", async () => {
  const { run, env, kept } = openSeeing();
  await run("org list --local");
  const [folder = "", follows = ""] = readFileSync(
    join(getIdsFolder(env), "local", ".current"),
    "utf8",
  ).split("\n");
  expect(follows).toMatch(/data$/);
  expect(folder).toBe(join(follows, "tome", "local"));
  expect(kept("org", `local/${folder.replace(/[^A-Za-z0-9.-]/g, "_")}`)).toHaveLength(1);
  expect(existsSync(join(getIdsFolder(env), ".current"))).toBe(false);
});

slowTests.each(["local reset --yes", "local import all.json --yes", "local seed all.json"])(
  "%s clears the cached ids",
  async (line) => {
    const { run, kept, home } = openSeeing();
    const all = join(home, "all.json");
    await run(`local export ${all}`);
    await run("space create --title Guide --local");
    expect(kept("space")).toHaveLength(1);
    await run(line.replace("all.json", all));
    expect(kept("space")).toEqual([]);
  },
);

slowTest("a member whom a command of several requests removes is not offered", async () => {
  const { run, kept } = openSeeing();
  await run("org invite users ada@example.com --role read --local");
  const users = JSON.parse(await run("member list --json user.id,user.email --local"));
  const ada = users.find(({ user }: { user: { email: string } }) => user.email.startsWith("ada"));
  expect(kept("user")).toContain(ada.user.id);
  await run("member offboard ada@example.com --yes --local");
  expect(kept("user")).not.toContain(ada.user.id);
});

slowTest("other data folders, and recreated data, have separate cached ids", async () => {
  const { run, kept, home } = openSeeing();
  const [one, two] = [join(home, "one"), join(home, "two")];
  const first = (
    await run("space create --title One --local --format id", { XDG_DATA_HOME: one })
  ).trim();
  const second = (
    await run("space create --title Two --local --format id", { XDG_DATA_HOME: two })
  ).trim();
  const key = (folder: string) =>
    `local/${join(folder, "tome", "local").replace(/[^A-Za-z0-9.-]/g, "_")}`;
  expect(kept("space", key(one))).toEqual([first]);
  expect(kept("space", key(two))).toEqual([second]);
  rmSync(one, { recursive: true });
  const third = (
    await run("space create --title Three --local --format id", { XDG_DATA_HOME: one })
  ).trim();
  expect(kept("space", key(one))).toEqual([third]);
});

slowTest("deleted and missing resources are not suggested", async () => {
  const { run, tome, kept, env } = openSeeing();
  await run("space create --title One --local");
  await run("space create --title Two --local");
  const [two = "", one = ""] = kept("space");
  await run(`space delete ${one} --yes --local`);
  expect(kept("space")).toEqual([two]);
  const folder = join(getIdsFolder(env), "local");
  const [data = ""] = readdirSync(folder).filter((name) => name !== ".current");
  appendFileSync(join(folder, data, "space"), "Gone1000000000000000\t\t\n");
  expect(kept("space")).toEqual([two, "Gone1000000000000000"]);
  expect((await tome("space get Gone1000000000000000 --local", { env })).code).toBe(5);
  expect(kept("space")).toEqual([two]);
});

slowTest("ids of a login are deleted with its token", async () => {
  const { run, tome, kept, env } = openSeeing();
  const { url } = await serve((_seen, response) =>
    answerJson(response, 200, {
      object: "user",
      id: "U1",
      items: [{ object: "organization", id: "O1" }],
    }),
  );
  const login = `auth login --with-token --base-url ${url} --profile`;
  for (const profile of ["work", "home"]) {
    await tome(`${login} ${profile}`, { env, stdin: "a-token\n" });
    await run(`org list --profile ${profile}`);
  }
  await run("auth logout --profile work");
  expect([kept("org", "work"), kept("org", "home")]).toEqual([[], ["O1"]]);
});

slowTest("a removed platform leaves no cached ids", async () => {
  buildProgram();
  const { run, tome, kept, env } = openSeeing();
  const program = [process.execPath, launcher, "org", "list", "--format", "id"];
  const ended = await tome(["local", "exec", "--", ...program], { env });
  expect([ended.code, kept("org")]).toEqual([0, []]);
  let end = () => {};
  const interrupted = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  await tome("serve --memory --port 0 --json url,token", {
    env,
    interrupted,
    async heard(text) {
      const { url, token } = JSON.parse(text);
      await run("org list", { TOME_BASE_URL: url, TOME_TOKEN: token });
      expect(kept("org")).toHaveLength(1);
      end();
    },
  });
  expect(kept("org")).toEqual([]);
});

slowTest(
  "completion data has the change requests that can be merged, and the spaces that can be restored",
  async () => {
    const { run, kept } = openSeeing();
    const cr = (line: string) => run(`cr ${line} --space Guide --local`);
    await run("space create --title Guide --local");
    for (const subject of ["One", "Two", "Three"]) await cr(`create --subject ${subject}`);
    expect(kept("open-cr").toSorted()).toEqual(["1", "2", "3"]);
    await cr("merge 1 --yes");
    await cr("update 2 --status archived");
    expect(kept("open-cr")).toEqual(["3"]);
    expect(kept("cr").toSorted()).toEqual(["1", "2", "3"]);
    await cr("update 2 --status draft");
    expect(kept("open-cr").toSorted()).toEqual(["2", "3"]);
    const [id] = kept("space");
    await run("space delete Guide --yes --local");
    expect([kept("space"), kept("deleted-space")]).toEqual([[], [id]]);
    await run("space restore Guide --local");
    expect([kept("space"), kept("deleted-space")]).toEqual([[id], []]);
  },
);

slowTest("a merged change request of one space is still offered in another one", async () => {
  const { run, kept } = openSeeing();
  for (const space of ["Guide", "News"]) {
    await run(`space create --title ${space} --local`);
    await run(`cr create --subject One --space ${space} --local`);
  }
  await run("cr merge 1 --space Guide --yes --local");
  expect(kept("open-cr")).toEqual(["1"]);
});
