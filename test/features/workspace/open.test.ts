import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve as serveLoopback } from "../../support/network/loopback.ts";
import { addSample } from "../../support/platforms/sample.ts";
import { serve } from "../../support/platforms/served.ts";

/** The words of a command line, without the single quotes around some of them. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

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
  return {
    program,
    opened: () => vi.waitFor(() => readFileSync(seen, "utf8").trim(), { interval: 5 }),
    seen,
  };
}

async function platform(app: string) {
  const { url } = await serveLoopback((_seen, response) => {
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

slowTests.each([
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
  expect(stderr).toContain("Kinds: org, collection, space, page, cr, site");
});

slowTest("a page of a local platform that is not served is not opened", async () => {
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

/** A served platform with the sample workspace, and the environment of its owner. */
async function served() {
  const { service, server, send } = await serve();
  await addSample(service);
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: server.token };
  const organization = JSON.parse((await send("GET /v1/orgs")).body).items.find(
    ({ title }: { title: string }) => title === "My organization",
  );

  const getPage = (url: string, cookie = "") =>
    send(`GET ${url.replace(server.url, "")}`, { headers: { authorization: "", cookie } });
  /** The page that a browser shows at a link. */
  async function follow(link: string) {
    const { headers } = await getPage(link);
    const cookie = (headers["set-cookie"]?.[0] ?? "").split(";")[0];
    const url = headers.location ?? "";
    return { url, ...(await getPage(url, cookie)) };
  }
  return { server, env: { ...env, TOME_ORG: organization.id }, getPage, follow };
}

describe("a served local platform", async () => {
  const { server, env, getPage, follow } = await served();

  slowTests.each([
    ["open space 'Getting started'", "Getting started"],
    ["open cr 1 --space 'Getting started'", "#1 "],
    ["open pr 1 --space 'Getting started'", "#1 "],
    ["open page 'Install the agent' --space 'Getting started'", "Install the agent"],
    ["open site 'Lumen documentation'", "Lumen documentation"],
    ["open", "My organization"],
    ["space get 'Getting started' --web", "Getting started"],
    ["cr diff 1 --space 'Getting started' --web", "#1 "],
  ])("tome %s opens a page with a link that is valid once", async (line, title) => {
    const { program, opened } = browser();
    const { code, stderr, stdout } = await openTome()(splitWords(line), {
      env: { ...env, BROWSER: program },
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Opened ${server.url}/_app/`)]);
    const link = await opened();
    expect(link).toContain(`${server.url}/_app/enter?code=`);
    expect(link).not.toContain(server.token);
    expect(stdout + stderr).not.toContain("code=");
    const page = await follow(link);
    expect([page.status, stderr]).toEqual([200, expect.stringContaining(page.url)]);
    expect(page.body).toContain(`<h1>${title}`);
    expect((await getPage(link)).status).toBe(401);
  });

  test("--published opens the published site, and names the next step without one", async () => {
    const { program, opened } = browser();
    const tome = openTome();
    const site = ["open", "site", "Lumen documentation", "--published"];
    expect((await tome(site, { env: { ...env, BROWSER: program } })).code).toBe(0);
    expect(await opened()).toMatch(/\.site\.localhost:\d+\/$/);
    const { code, stderr } = await tome("open --published", { env });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/has no published URL\.\nhint: tome site publish/),
    ]);
  });

  test("a page or change request without a space names the flag", async () => {
    const { code, stderr } = await openTome()("open cr 1", { env });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/requires a space\.\nhint: tome open cr 1 --space <space>/),
    ]);
  });
});

test("a page URL of another platform gets no sign-in", async () => {
  const { program, opened } = browser();
  const env = { ...(await platform("https://app.example.com/_app/spaces/S1")), BROWSER: program };
  expect((await openTome()("open space S1000000000000000000", { env })).code).toBe(0);
  expect(await opened()).toBe("https://app.example.com/_app/spaces/S1");
});

test.each([
  { url: "https://evil.example.com/_app/enter?code=x" },
  { url: "javascript:alert(1)" },
  { url: 7 },
  [],
])("a sign-in link to another host is not opened: %j", async (link) => {
  const { program, seen } = browser();
  const { url } = await serveLoopback((received, response) => {
    const isLink = received.url?.includes("/sign-in/link");
    const app = `http://${received.headers.host}/_app/spaces/S1000000000000000000`;
    answerJson(response, 200, isLink ? link : { object: "space", id: "S1", urls: { app } });
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", BROWSER: program };
  const { code, stderr } = await openTome()("open space S1000000000000000000", { env });
  expect(code).not.toBe(0);
  expect(stderr).toContain("no sign-in link");
  expect(existsSync(seen)).toBe(false);
});
