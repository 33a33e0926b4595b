import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

/** A browser that records its arguments. */
function browser() {
  const folder = temporaryFolder();
  const program = join(folder, "browser");
  const seen = join(folder, "seen");
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" >> ${seen}.part\nmv ${seen}.part ${seen}\n`,
  );
  chmodSync(program, 0o755);
  return { program, opened: () => vi.waitFor(() => readFileSync(seen, "utf8").trim()), seen };
}

async function platform(app: string) {
  const { url } = await serve((_seen, response) => {
    answerJson(response, 200, {
      object: "space",
      id: "S1000000000000000000",
      urls: { app, location: app },
    });
  });
  return { TOME_BASE_URL: url, TOME_TOKEN: "secret" };
}

test("the page of a resource is opened in the configured browser", async () => {
  const { program, opened } = browser();
  const env = {
    ...(await platform("https://app.example.com/s/S1000000000000000000?a=$(id)")),
    BROWSER: program,
  };
  const { code, stderr } = await openTome()("open space S1000000000000000000", { env });
  expect(stderr).toContain("Opened https://app.example.com/s/S1000000000000000000");
  expect(code).toBe(0);
  expect(await opened()).toBe("https://app.example.com/s/S1000000000000000000?a=$(id)");
});

test.each([
  ["%p --new-window", ["--new-window", "URL"]],
  ["%p --app=%s --private", ["--app=URL", "--private"]],
  ['"%p" "--profile=My docs"', ["--profile=My docs", "URL"]],
  ["'%p' -P 'a b'", ["-P", "a b", "URL"]],
  ["%p $(id) ;", ["$(id)", ";", "URL"]],
])("BROWSER may contain arguments: %s", async (browserLine, expected) => {
  const { program, opened } = browser();
  const url = "https://app.example.com/s/S1000000000000000000";
  const env = { ...(await platform(url)), BROWSER: browserLine.replace("%p", program) };
  expect((await openTome()("open space S1000000000000000000", { env })).code).toBe(0);
  expect((await opened()).split("\n")).toEqual(expected.map((one) => one.replace("URL", url)));
});

test("the browser gets no variables of tome", async () => {
  const { program, opened } = browser();
  writeFileSync(program, readFileSync(program, "utf8").replace(/printf '%s\\n' "\$@"/, "env"));
  const own = { GITBOOK_TOKEN: "secret", TOME_SEALING_KEY: "secret", LANG: "C" };
  const env = { ...(await platform("https://app.example.com/")), ...own, BROWSER: program };
  expect((await openTome()("open space S1000000000000000000", { env })).code).toBe(0);
  const names = (await opened()).split("\n").map((line) => line.split("=")[0]);
  expect(names).toContain("LANG");
  expect(names.filter((name) => /^(TOME|GITBOOK)_/.test(name ?? ""))).toEqual([]);
});

test("--web opens the page of the resource that get prints", async () => {
  const { program, opened } = browser();
  const env = {
    ...(await platform("https://app.example.com/s/S1000000000000000000")),
    BROWSER: program,
  };
  expect((await openTome()("space get S1000000000000000000 --web", { env })).code).toBe(0);
  expect(await opened()).toBe("https://app.example.com/s/S1000000000000000000");
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "-flag", "data:text/html,x", ""])(
  "a URL with another scheme is never opened: %s",
  async (app) => {
    const { program, seen } = browser();
    const env = { ...(await platform(app)), BROWSER: program };
    const { code } = await openTome()("open space S1000000000000000000", { env });
    expect(code).toBe(2);
    expect(existsSync(seen)).toBe(false);
  },
);

test("a noun without pages is refused with a list of those that have them", async () => {
  const { code, stderr } = await openTome()("open comment C1000000000000000000 --local");
  expect(code).toBe(2);
  expect(stderr).toContain("Kinds: org, collection, space, site");
});

test("a page of a local platform that is not served is not opened", async () => {
  const { program, seen } = browser();
  const tome = openTome();
  await tome("space create --title Guide --local");
  for (const line of ["open space Guide --local", "space get Guide --web --local"]) {
    const { code, stderr } = await tome(line, { env: { BROWSER: program } });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/while it is not served\.\nhint: tome serve/),
    ]);
  }
  expect(existsSync(seen)).toBe(false);
});
