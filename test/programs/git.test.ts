import { afterEach, expect, test } from "vitest";
import { createGitEnvironment, safeSettings } from "../../src/programs/git.ts";

const own = { ...process.env };

afterEach(() => {
  for (const name of ["GIT_SSL_CAINFO", "GIT_DIR", "TMPDIR"]) {
    const value = own[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

test("git gets its settings, and only the variables of programs and certificates", () => {
  process.env.GIT_SSL_CAINFO = "/certificates";
  process.env.GIT_DIR = "/elsewhere";
  delete process.env.TMPDIR;
  const env = createGitEnvironment("/home", [
    ["a.b", "c"],
    ["d.e", ""],
  ]);
  const inherited = ["PATH", "SystemRoot", "SSL_CERT_FILE", "SSL_CERT_DIR", "TEMP"];
  expect(env).toEqual({
    ...Object.fromEntries(
      inherited.flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name]]],
      ),
    ),
    GIT_SSL_CAINFO: "/certificates",
    HOME: "/home",
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_PAGER: "cat",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "a.b",
    GIT_CONFIG_VALUE_0: "c",
    GIT_CONFIG_KEY_1: "d.e",
    GIT_CONFIG_VALUE_1: "",
  });
});

test("the safe settings disable every program of a repository", () => {
  expect(Object.fromEntries(safeSettings)).toEqual({
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.askPass": "",
    "core.pager": "cat",
    "core.editor": "false",
    "core.alternateRefsCommand": "true",
    "credential.helper": "",
    "diff.external": "",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
    "fetch.fsckObjects": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
  });
});
