import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  getIdsFolder,
  type IdSource,
  type IdUpdate,
  mostIds,
  rememberAddress,
  rememberIds,
  rememberProfile,
} from "../../../src/app/resolve/id-cache.ts";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const profile = { value: "work", from: "settings.json" };
const baseUrl = { value: "https://api.example.com:8443/docs", from: "profile work" };
const dataDir = { value: "/nowhere", from: "built-in default" };

function openCache() {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const folder = join(getIdsFolder(env), "work", "https_api.example.com_8443");
  return {
    home,
    env,
    folder,
    remember: (seen: IdUpdate, from: IdSource = { profile, baseUrl, dataDir }) =>
      rememberIds(seen, from, env),
    spaces: () => readFileSync(join(folder, "space"), "utf8"),
  };
}

test("ids, titles and parents are cached by profile, host and noun", () => {
  const { remember, spaces, folder } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide", parent: "O1" }, { id: "S2" }] });
  remember({ noun: "siteSpace", ids: [{ id: "X1" }] });
  expect(spaces()).toBe("S1\tGuide\tO1\nS2\t\t\n");
  expect(readFileSync(join(folder, "site-space"), "utf8")).toBe("X1\t\t\n");
});

test("the cache is in the home folder unless the environment sets a cache folder", () => {
  const home = temporaryFolder();
  expect(getIdsFolder({ HOME: home })).toBe(join(home, ".cache", "tome", "ids"));
  expect(getIdsFolder({ HOME: home, XDG_CACHE_HOME: "relative" })).toBe(
    join(home, ".cache", "tome", "ids"),
  );
});

test("recent ids come first, and known titles and parents are kept", () => {
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

test("deleted ids are removed", () => {
  const { remember, spaces } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }, { id: "S2" }] });
  remember({ noun: "space", ids: [], gone: ["S1"] });
  expect(spaces()).toBe("S2\t\t\n");
});

test("the cached files and folders are private", () => {
  const { remember, folder, env } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }] });
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(join(folder, "space"))).toBe("600");
  expect(mode(folder)).toBe("700");
  expect(mode(getIdsFolder(env))).toBe("700");
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "space"), 0o644);
  remember({ noun: "space", ids: [{ id: "S2" }] });
  expect(mode(folder)).toBe("700");
  expect(mode(join(folder, "space"))).toBe("600");
});

test("an invite is never cached, because its id is a secret", () => {
  const { remember, folder } = openCache();
  remember({ noun: "invite", ids: [{ id: "I1", title: "Invite" }] });
  expect(existsSync(folder)).toBe(false);
});

test("a title is stored on one line without control characters", () => {
  const { remember, spaces } = openCache();
  const title = "a\tb\nc\u001b]0;x\u0007\u202e\u0000";
  remember({ noun: "space", ids: [{ id: "S1", title }] });
  const [line, ...rest] = spaces().split("\n");
  expect(rest).toEqual([""]);
  expect(line?.split("\t")).toHaveLength(3);
  expect(line).not.toMatch(/[^\P{Cc}\t]|\p{Bidi_Control}/u);
  expect(line).toContain("a b c");
});

test("a long title is truncated between characters", () => {
  const { remember, spaces } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "😀".repeat(500) }] });
  expect(spaces()).toBe(`S1\t${"😀".repeat(80)}\t\n`);
});

test("an id that cannot be typed unquoted is not cached", () => {
  const { remember, spaces } = openCache();
  const bad = ["$(x)", "a b", "-x", "", "a\tb", "a\nb", "é", "a;b", "x".repeat(300)];
  remember({ noun: "space", ids: [...bad.map((id) => ({ id })), { id: "good-1_2.3" }] });
  expect(spaces()).toBe("good-1_2.3\t\t\n");
  remember({ noun: "space", ids: [{ id: "S2", parent: "$(x)" }] });
  expect(spaces()).toBe("good-1_2.3\t\t\n");
});

test("the cache is limited to the size that a shell can read quickly", () => {
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

test("invalid lines and files of other formats are discarded", () => {
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

test("nothing is written through a folder that is a link", () => {
  const { home, env, remember } = openCache();
  const elsewhere = join(home, "elsewhere");
  mkdirSync(elsewhere);
  mkdirSync(join(home, "cache", "tome"), { recursive: true });
  symlinkSync(elsewhere, getIdsFolder(env));
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test("an unwritable cache causes no message and leaves no file", () => {
  const { home, remember } = openCache();
  writeFileSync(join(home, "cache"), "a file where the folder should be");
  expect(() => remember({ noun: "space", ids: [{ id: "S1" }] })).not.toThrow();
  expect(readFileSync(join(home, "cache"), "utf8")).toBe("a file where the folder should be");
});

test("the file is replaced atomically, without leaving other files", () => {
  const { remember, folder } = openCache();
  const first = { noun: "space", ids: [{ id: "S1" }] } as const;
  remember(first);
  const before = statSync(join(folder, "space")).ino;
  remember({ noun: "space", ids: [{ id: "S2" }] });
  expect(statSync(join(folder, "space")).ino).not.toBe(before);
  expect(readdirSync(folder)).toEqual(["space"]);
});

test("known ids are not written again", () => {
  const { remember, folder } = openCache();
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide" }] });
  const before = statSync(join(folder, "space")).ino;
  remember({ noun: "space", ids: [{ id: "S1", title: "Guide" }] });
  expect(statSync(join(folder, "space")).ino).toBe(before);
});

test("the current profile and host are recorded for the shells", () => {
  const { remember, env } = openCache();
  remember({ noun: "space", ids: [{ id: "S1" }] });
  expect(readFileSync(join(getIdsFolder(env), ".current"), "utf8")).toBe("work\n");
  expect(readFileSync(join(getIdsFolder(env), "work", ".current"), "utf8")).toBe(
    "https_api.example.com_8443\n",
  );
});

test.each(["flag --profile", "environment TOME_PROFILE", "project file /x/.tome.json"])(
  "a profile of the %s is used for this command only",
  (from) => {
    const { remember, env } = openCache();
    remember(
      { noun: "space", ids: [{ id: "S1" }] },
      { profile: { value: "work", from }, baseUrl, dataDir },
    );
    expect(existsSync(join(getIdsFolder(env), ".current"))).toBe(false);
    expect(existsSync(join(getIdsFolder(env), "work", ".current"))).toBe(true);
  },
);

test("a URL of a flag is used for this command only", () => {
  const { remember, env } = openCache();
  const once = { value: "https://other.test", from: "flag --base-url" };
  remember({ noun: "space", ids: [{ id: "S1" }] }, { profile, baseUrl: once, dataDir });
  expect(existsSync(join(getIdsFolder(env), "work", "https_other.test", "space"))).toBe(true);
  expect(existsSync(join(getIdsFolder(env), "work", ".current"))).toBe(false);
});

test("a selected profile or base URL is recorded for the shells at once", () => {
  const { env } = openCache();
  rememberProfile("home", env);
  rememberAddress("home", "http://127.0.0.1:4620/v1", env);
  expect(readFileSync(join(getIdsFolder(env), ".current"), "utf8")).toBe("home\n");
  expect(readFileSync(join(getIdsFolder(env), "home", ".current"), "utf8")).toBe(
    "http_127.0.0.1_4620\n",
  );
});

test("auth switch and config set select the ids for completion", async () => {
  const home = temporaryFolder();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache") };
  const tome = openTome();
  await tome("auth switch local", { env });
  expect(readFileSync(join(getIdsFolder(env), ".current"), "utf8")).toBe("local\n");
  await tome("config set base-url https://api.example.com/v1 --profile default", { env });
  expect(readFileSync(join(getIdsFolder(env), "default", ".current"), "utf8")).toBe(
    "https_api.example.com\n",
  );
});

test("the content of a deleted resource is removed with it", () => {
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

test("of one response with more ids than the cache stores, the first are kept", () => {
  const { remember, spaces } = openCache();
  const ids = Array.from({ length: mostIds + 5 }, (_, at) => ({ id: `S${at}` }));
  remember({ noun: "space", ids });
  const lines = spaces().trimEnd().split("\n");
  expect([lines.length, lines.at(-1)?.split("\t")[0]]).toEqual([mostIds, `S${mostIds - 1}`]);
});
