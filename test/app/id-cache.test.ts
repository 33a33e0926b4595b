import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  idsFolder,
  mostIds,
  rememberAddress,
  rememberIds,
  rememberProfile,
  type SeenWith,
  type Sighting,
} from "../../src/app/id-cache.ts";
import { buildProgram, launcher } from "../bin/built.ts";
import { temporaryFolder } from "../support/folder.ts";
import { answerJson, serve } from "../support/loopback.ts";
import { openTome } from "../support/tome.ts";

const profile = { value: "work", from: "settings.json" };
const baseUrl = { value: "https://api.example.com:8443/docs", from: "profile work" };
const dataDir = { value: "/nowhere", from: "built-in default" };

function openCache() {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const folder = join(idsFolder(env), "work", "https_api.example.com_8443");
  return {
    home,
    env,
    folder,
    remember: (seen: Sighting, from: SeenWith = { profile, baseUrl, dataDir }) =>
      rememberIds(seen, from, env),
    spaces: () => readFileSync(join(folder, "space"), "utf8"),
  };
}

test("ids, titles and parents are kept by profile, host and noun", () => {
  const { remember, spaces, folder } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide", parent: "O1" }, { id: "S2" }] });
  remember({ noun: "siteSpace", ids: [{ id: "X1" }] });
  expect(spaces()).toBe("S1\tGuide\tO1\nS2\t\t\n");
  expect(readFileSync(join(folder, "site-space"), "utf8")).toBe("X1\t\t\n");
});

test("without a cache folder of the environment it is the one in the home", () => {
  const home = temporaryFolder();
  expect(idsFolder({ HOME: home })).toBe(join(home, ".cache", "tome", "ids"));
  expect(idsFolder({ HOME: home, XDG_CACHE_HOME: "relative" })).toBe(
    join(home, ".cache", "tome", "ids"),
  );
});

test("what was seen last comes first, and what it does not say again stays known", () => {
  const { remember, spaces } = openCache();
  remember({
    noun: "space",
    ids: [
      { id: "S1", title: "Guide", parent: "O1" },
      { id: "S2", title: "Old" },
    ],
  });
  remember({ noun: "space", ids: [{ id: "S3" }, { id: "S2", title: "New" }] });
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(spaces()).toBe("S1\tGuide\tO1\nS3\t\t\nS2\tNew\t\n");
});

test("what is gone is forgotten", () => {
  const { remember, spaces } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }, { id: "S2" }] });
  remember({ noun: "space", ids: [], gone: ["S1"] });
  expect(spaces()).toBe("S2\t\t\n");
});

test("the files are their owner's alone, and so are the folders", () => {
  const { remember, folder, env } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }] });
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(join(folder, "space"))).toBe("600");
  expect(mode(folder)).toBe("700");
  expect(mode(idsFolder(env))).toBe("700");
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "space"), 0o644);
  remember({ noun: "space", ids: [{ id: "S2" }] });
  expect(mode(folder)).toBe("700");
  expect(mode(join(folder, "space"))).toBe("600");
});

test("an invite is never kept, as its id is a secret", () => {
  const { remember, folder } = openCache();
  remember({ noun: "invite", ids: [{ id: "I1", title: "Invite" }] });
  expect(existsSync(folder)).toBe(false);
});

test("a title stays on its line, and loses the power over a terminal", () => {
  const { remember, spaces } = openCache();
  const title = "a\tb\nc\u001b]0;x\u0007\u202e\u0000";
  remember({ noun: "space", ids: [{ id: "S1", title }] });
  const [line, ...rest] = spaces().split("\n");
  expect(rest).toEqual([""]);
  expect(line?.split("\t")).toHaveLength(3);
  expect(line).not.toMatch(/[^\P{Cc}\t]|\p{Bidi_Control}/u);
  expect(line).toContain("a b c");
});

test("a long title is cut, between characters", () => {
  const { remember, spaces } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "😀".repeat(500) }] });
  expect(spaces()).toBe(`S1\t${"😀".repeat(80)}\t\n`);
});

test("an id that cannot be typed as it is, is not kept", () => {
  const { remember, spaces } = openCache();
  const bad = ["$(x)", "a b", "-x", "", "a\tb", "a\nb", "é", "a;b", "x".repeat(300)];
  remember({ noun: "space", ids: [...bad.map((id) => ({ id })), { id: "good-1_2.3" }] });
  expect(spaces()).toBe("good-1_2.3\t\t\n");
  remember({ noun: "space", ids: [{ id: "S2", parent: "$(x)" }] });
  expect(spaces()).toBe("good-1_2.3\t\t\n");
});

test("no more is kept than a shell can read at once", () => {
  const { remember, spaces } = openCache();
  const ids = (start: string) =>
    Array.from({ length: mostIds }, (_, at) => ({ id: `${start}${at}` }));
  remember({ noun: "space", ids: ids("a") });
  remember({ noun: "space", ids: ids("b").slice(0, 10) });
  const lines = spaces().trimEnd().split("\n");
  expect(lines).toHaveLength(mostIds);
  expect(lines[0]).toBe("b0\t\t");
  expect(lines[10]).toBe("a0\t\t");
});

test("lines that are none, and a file of another kind, are left behind", () => {
  const { remember, spaces, folder } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }] });
  writeFileSync(join(folder, "space"), "S1\tGuide\t\nno tabs\n$(x)\ty\t\n\u0000\nS9\tz");
  remember({ noun: "space", ids: [{ id: "S2" }] });
  expect(spaces()).toBe("S2\t\t\nS1\tGuide\t\n");
});

test("a link is replaced and never followed", () => {
  const { home, remember, spaces, folder } = openCache();
  remember({ noun: "collection", ids: [{ id: "C1" }] });
  const elsewhere = join(home, "elsewhere");
  writeFileSync(elsewhere, "S8\tsecret\t\n");
  symlinkSync(elsewhere, join(folder, "space"));
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(spaces()).toBe("S1\t\t\n");
  expect(readFileSync(elsewhere, "utf8")).toBe("S8\tsecret\t\n");
});

test("a folder that is a link is not written through", () => {
  const { home, env, remember } = openCache();
  const elsewhere = join(home, "elsewhere");
  mkdirSync(elsewhere);
  mkdirSync(join(home, "cache", "tome"), { recursive: true });
  symlinkSync(elsewhere, idsFolder(env));
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test("where nothing can be written, nothing is said and nothing is left", () => {
  const { home, remember } = openCache();
  writeFileSync(join(home, "cache"), "a file where the folder should be");
  expect(() => remember({ noun: "space", ids: [{ id: "S1" }] })).not.toThrow();
  expect(readFileSync(join(home, "cache"), "utf8")).toBe("a file where the folder should be");
});

test("the whole file is replaced at once, and no other file stays behind", () => {
  const { remember, folder } = openCache();
  const first = { noun: "space", ids: [{ id: "S1" }] } as const;
  remember(first);
  const before = statSync(join(folder, "space")).ino;
  remember({ noun: "space", ids: [{ id: "S2" }] });
  expect(statSync(join(folder, "space")).ino).not.toBe(before);
  expect(readdirSync(folder)).toEqual(["space"]);
});

test("what is known already is not written again", () => {
  const { remember, folder } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide" }] });
  const before = statSync(join(folder, "space")).ino;
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide" }] });
  expect(statSync(join(folder, "space")).ino).toBe(before);
});

test("the profile and the host in force are named for the shells", () => {
  const { remember, env } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(readFileSync(join(idsFolder(env), ".current"), "utf8")).toBe("work\n");
  expect(readFileSync(join(idsFolder(env), "work", ".current"), "utf8")).toBe(
    "https_api.example.com_8443\n",
  );
});

test.each(["flag --profile", "environment TOME_PROFILE", "project file /x/.tome.json"])(
  "a profile of the %s is in force for this command alone",
  (from) => {
    const { remember, env } = openCache();
    remember(
      { noun: "space", ids: [{ id: "S1" }] },
      { profile: { value: "work", from }, baseUrl, dataDir },
    );
    expect(existsSync(join(idsFolder(env), ".current"))).toBe(false);
    expect(existsSync(join(idsFolder(env), "work", ".current"))).toBe(true);
  },
);

test("an address of a flag is in force for this command alone", () => {
  const { remember, env } = openCache();
  const once = { value: "https://other.test", from: "flag --base-url" };
  remember({ noun: "space", ids: [{ id: "S1" }] }, { profile, baseUrl: once, dataDir });
  expect(existsSync(join(idsFolder(env), "work", "https_other.test", "space"))).toBe(true);
  expect(existsSync(join(idsFolder(env), "work", ".current"))).toBe(false);
});

test("a profile or an address that is chosen is named for the shells at once", () => {
  const { env } = openCache();
  rememberProfile("home", env);
  rememberAddress("home", "http://127.0.0.1:4620/v1", env);
  expect(readFileSync(join(idsFolder(env), ".current"), "utf8")).toBe("home\n");
  expect(readFileSync(join(idsFolder(env), "home", ".current"), "utf8")).toBe(
    "http_127.0.0.1_4620\n",
  );
});

test("auth switch and config set choose what the shells complete from", async () => {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const tome = openTome();
  await tome("auth switch local", { env });
  expect(readFileSync(join(idsFolder(env), ".current"), "utf8")).toBe("local\n");
  await tome("config set base-url https://api.example.com/v1 --profile default", { env });
  expect(readFileSync(join(idsFolder(env), "default", ".current"), "utf8")).toBe(
    "https_api.example.com\n",
  );
});

test("what lived in a thing that is gone is gone with it", () => {
  const { remember, spaces, folder } = openCache();
  const kept = (file: string) => readFileSync(join(folder, file), "utf8");
  remember({ noun: "space", ids: [{ id: "S1" }, { id: "S2" }] });
  remember({
    noun: "page",
    ids: [
      { id: "P1", parent: "S1" },
      { id: "P2", parent: "S2" },
    ],
  });
  remember({ noun: "cr", ids: [{ id: "C1", parent: "S1" }, { id: "C2" }] });
  remember({
    noun: "review",
    ids: [
      { id: "R1", parent: "C1" },
      { id: "R2", parent: "C2" },
    ],
  });
  remember({ noun: "space", ids: [], gone: ["S1"] });
  expect(spaces()).toBe("S2\t\t\n");
  expect(kept("page")).toBe("P2\t\tS2\n");
  expect(kept("cr")).toBe("C2\t\t\n");
  expect(kept("review")).toBe("R2\t\tC2\n");
});

/** A tome whose completion can be looked at. */
function openSeeing() {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const tome = openTome();
  const run = async (line: string, further: Record<string, string> = {}) => {
    const ended = await tome(line, { env: { ...env, ...further } });
    expect(ended.stderr).not.toContain("error:");
    return ended.stdout;
  };
  /** The ids of a noun that are kept anywhere below a folder of all that was seen. */
  const kept = (noun: string, below = "") => {
    const folder = join(idsFolder(env), below);
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

test("what a command saw with --local is kept by the place of its data", async () => {
  const { run, env, kept } = openSeeing();
  await run("org list --local");
  const [folder = "", follows = ""] = readFileSync(
    join(idsFolder(env), "local", ".current"),
    "utf8",
  ).split("\n");
  expect(follows).toMatch(/data$/);
  expect(folder).toBe(join(follows, "tome", "local"));
  expect(kept("org", `local/${folder.replace(/[^A-Za-z0-9.-]/g, "_")}`)).toHaveLength(1);
  expect(existsSync(join(idsFolder(env), ".current"))).toBe(false);
});

test.each(["local reset --yes", "local import all.json --yes", "local seed all.json"])(
  "%s begins anew with what is completed",
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

test("data in another folder, and data that was removed and made anew, has ids of its own", async () => {
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

test("what is deleted, and what the platform no longer has, is not offered", async () => {
  const { run, tome, kept, env } = openSeeing();
  await run("space create --title One --local");
  await run("space create --title Two --local");
  const [two = "", one = ""] = kept("space");
  await run(`space delete ${one} --yes --local`);
  expect(kept("space")).toEqual([two]);
  const folder = join(idsFolder(env), "local");
  const [data = ""] = readdirSync(folder).filter((name) => name !== ".current");
  appendFileSync(join(folder, data, "space"), "Gone1\t\t\n");
  expect(kept("space")).toEqual([two, "Gone1"]);
  expect((await tome("space get Gone1 --local", { env })).code).toBe(5);
  expect(kept("space")).toEqual([two]);
});

test("what was seen with a login goes with its token", async () => {
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

test("a platform that is gone leaves no ids behind", async () => {
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
  await tome("serve --memory --port 0 --json", {
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
