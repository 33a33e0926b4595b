import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readProject } from "../../src/settings/project.ts";
import { temporaryFolder } from "./fresh-folder.ts";

function folders() {
  const home = temporaryFolder();
  const deep = join(home, "project", "docs", "guide");
  mkdirSync(deep, { recursive: true });
  const write = (folder: string, text: string) => {
    const path = join(folder, ".tome.json");
    writeFileSync(path, text);
    return path;
  };
  return { home, deep, project: join(home, "project"), env: { HOME: home }, write };
}

test("the nearest file in a parent folder is used", () => {
  const { home, deep, project, env, write } = folders();
  expect(readProject(deep, env)).toBeUndefined();
  const outer = write(home, '{"org": "outer", "site": "s"}');
  expect(readProject(deep, env)).toMatchObject({ path: outer, org: "outer", site: "s" });
  const inner = write(project, '{"space": "inner", "profile": "work"}');
  expect(readProject(deep, env)).toEqual({
    path: inner,
    space: "inner",
    profile: "work",
    org: undefined,
    site: undefined,
  });
});

test("the search ends at the home folder", () => {
  const { home, deep, project, write } = folders();
  write(home, '{"org": "outer"}');
  expect(readProject(deep, { HOME: project })).toBeUndefined();
});

test.each([
  "base-url",
  "baseUrl",
  "token",
  "timeout",
  "ca-file",
  "data-dir",
  "__proto__",
  "constructor",
])("the key %s is refused with the name of the file", (key) => {
  const { project, deep, env, write } = folders();
  const path = write(project, `{"org": "o", "${key}": "https://evil.example"}`);
  expect(() => readProject(deep, env)).toThrow(
    `The project file ${path} contains the unknown field "${key}". Valid fields are org, space, site, profile.`,
  );
});

test.each([
  ['{"org": "\\n"}', "The value of org in the project file"],
  ['{"space": 5}', "The value of space in the project file"],
  ['{"profile": ""}', "The value of profile in the project file"],
  ["[]", "must be a JSON object"],
  ["{", "must be a JSON object"],
  [`{"org": "${"o".repeat(70_000)}"}`, "no more than 65536 bytes"],
])("%.30s is refused", (text, message) => {
  const { project, env, write } = folders();
  const path = write(project, text);
  expect(() => readProject(project, env)).toThrow(message);
  expect(() => readProject(project, env)).toThrow(path);
});

test.runIf(process.getuid?.() === 0)("a file of another user in a shared folder is ignored", () => {
  const { home, deep, project, env, write } = folders();
  write(home, '{"org": "outer"}');
  chownSync(write(project, '{"org": "planted"}'), 4321, 4321);
  expect(readProject(deep, env)?.org).toBe("planted");
  chmodSync(project, 0o777);
  expect(readProject(deep, env)?.org).toBe("outer");
});

describe.runIf(process.getuid?.() === 0)("in a folder that everyone can write to, a user", () => {
  test.each([
    ["their own file", 4321, "read"],
    ["a file of the administrator", 0, "read"],
    ["a file of somebody else", 1234, "ignored"],
  ])("finds %s", (_whose, owner, outcome) => {
    const { project, env, write } = folders();
    chownSync(write(project, '{"org": "shared"}'), owner, owner);
    chmodSync(project, 0o777);
    vi.spyOn(process, "getuid").mockReturnValue(4321);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(readProject(project, env)?.org).toBe(outcome === "read" ? "shared" : undefined);
  });
});
