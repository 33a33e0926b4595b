import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

/** A platform that echoes requests. */
async function echo() {
  const { url, seen } = await serve(({ method, url: path, body }, response) => {
    answerJson(response, 200, { method, path, body }, { "x-request-id": "R1000000000000000000" });
  });
  return {
    env: { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_SPACE: "S1000000000000000000" },
    seen,
  };
}

test("tome api has its fields in the body, or in the query of a GET", async () => {
  const { env } = await echo();
  const tome = openTome();
  const post = await tome(
    ["api", "POST", "/spaces/{space}/move", "-f", "title=3", "-F", "count=3", "-F", 'a={"b":[1]}'],
    { env },
  );
  expect(JSON.parse(post.stdout)).toEqual({
    method: "POST",
    path: "/v1/spaces/S1000000000000000000/move",
    body: '{"title":"3","count":3,"a":{"b":[1]}}',
  });
  const get = await tome("api GET v1/orgs -f limit=3", { env });
  expect(JSON.parse(get.stdout)).toMatchObject({
    method: "GET",
    path: "/v1/orgs?limit=3",
    body: "",
  });
});

test("headers, a body from standard input, and response headers", async () => {
  const { env, seen } = await echo();
  const { stdout } = await openTome()("api PUT /x -H x-mine:1 --input - -i", {
    env,
    stdin: '{"a":1}',
  });
  expect(seen[0]).toMatchObject({ body: '{"a":1}', headers: { "x-mine": "1" } });
  expect(stdout).toMatch(/^HTTP 200\n/);
  expect(stdout).toContain("x-request-id: R1000000000000000000\n");
});

test("the token's header cannot be replaced, and a value that may be secret is not printed", async () => {
  const { env, seen } = await echo();
  const replaced = await openTome()("api GET /x -H authorization:mine", { env });
  expect(replaced.code).toBe(2);
  const nameless = await openTome()("api GET /x -H just-a-secret", { env });
  expect(nameless.code).toBe(2);
  expect(nameless.stderr).not.toContain("just-a-secret");
  expect(seen).toEqual([]);
});

test.each([
  "/spaces/{space}",
  "spaces/{space}/",
  "/v1/spaces/{space}?force=true",
  "/spaces/{space}/pages/..",
  "/spaces/{space}/%2e",
  "/orgs/O1000000000000000000/sites/{site}",
])("DELETE %s is refused, because a deletion target never comes from a default", async (path) => {
  const { env, seen } = await echo();
  const { code, stderr } = await openTome()(["api", "DELETE", path, "--yes"], {
    env: { ...env, TOME_SITE: "T1000000000000000000" },
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/Replace \{(space|site)\} in the path with an id/);
  expect(seen).toEqual([]);
});

test("tome api DELETE confirms the path, and is refused without a terminal", async () => {
  const { env, seen } = await echo();
  const run = openTome();
  const line = "api DELETE /spaces/{space}/comments/C1000000000000000000";
  const alone = await run(line, { env });
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("requires --yes")]);
  const no = await run(line, { env, answers: ["n"] });
  expect([no.code, no.stderr]).toEqual([
    3,
    expect.stringContaining(
      "Send DELETE /v1/spaces/S1000000000000000000/comments/C1000000000000000000?",
    ),
  ]);
  expect(seen).toEqual([]);
  expect((await run(line, { env, answers: ["y"] })).code).toBe(0);
  expect((await run(`${line} --yes`, { env })).code).toBe(0);
  expect(seen.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
});

test("a path with an unset parent is refused", async () => {
  const { env } = await echo();
  const { code, stderr } = await openTome()("api GET /orgs/{org}", { env });
  expect(code).toBe(2);
  expect(stderr).toContain("hint: tome config set org <org>");
});

test("--paginate prints one array of all items, and --slurp one of all pages", async () => {
  const { url } = await serve(({ url: path }, response) => {
    const isLast = path.includes("page=2");
    answerJson(
      response,
      200,
      isLast ? { items: [{ id: "b" }] } : { items: [{ id: "a" }], next: { page: "2" } },
    );
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret" };
  const items = await openTome()("api GET /list --paginate", { env });
  expect(JSON.parse(items.stdout)).toEqual([{ id: "a" }, { id: "b" }]);
  const pages = await openTome()("api GET /list --paginate --slurp", { env });
  expect(JSON.parse(pages.stdout)).toEqual([
    { items: [{ id: "a" }], next: { page: "2" } },
    { items: [{ id: "b" }] },
  ]);
});

test("an error response ends with its exit code, status and request id", async () => {
  const { url } = await serve((_seen, response) => {
    answerJson(
      response,
      409,
      { error: { code: 409, message: "It exists." } },
      { "x-request-id": "R9000000000000000000" },
    );
  });
  const { code, stdout, stderr } = await openTome()("api POST /x", {
    env: { TOME_BASE_URL: url, TOME_TOKEN: "secret" },
  });
  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(stderr).toContain("It exists.");
  expect(stderr).toContain("status 409, request R9000000000000000000");
});

slowTest("integers of any size, lists and plain values are printed unchanged", async () => {
  const texts: Record<string, string> = {
    "/v1/large": '{"id":12345678901234567890,"at":9007199254740993}',
    "/v1/list": "[1,12345678901234567890]",
    "/v1/word": '"plain"',
    "/v1/twice": '{"a":1,"a":2}',
  };
  const server = await serve(({ url }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(texts[url]);
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  const tome = openTome();
  const getOutput = async (line: string) => (await tome(`api GET ${line}`, { env })).stdout;
  expect((await getOutput("/large")).replace(/\s/g, "")).toBe(texts["/v1/large"]);
  expect(await getOutput("/large --jq .id")).toBe("12345678901234567890\n");
  expect((await getOutput("/list")).replace(/\s/g, "")).toBe(texts["/v1/list"]);
  expect(await getOutput("/list --jq .[1]")).toBe("12345678901234567890\n");
  expect(await getOutput("/word")).toBe('"plain"\n');
  expect(await getOutput("/word --jq .")).toBe("plain\n");
  expect(await getOutput("/twice")).toBe(`${texts["/v1/twice"]}\n`);
  expect((await tome("api GET /twice --json", { env })).stderr).toContain('\\"a\\" is a duplicate');
});

test("--slurp and --include are refused where they have no effect", async () => {
  const tome = openTome();
  expect((await tome("api GET /orgs --slurp --local")).code).toBe(2);
  expect((await tome("api GET /orgs --paginate --include --local")).code).toBe(2);
});

test("on the local platform {org} is its organization", async () => {
  const { code, stdout } = await openTome()("api GET /orgs/{org} --local --jq .object");
  expect([code, stdout]).toEqual([0, "organization\n"]);
});

test("--include shows control characters of headers on a terminal as text", async () => {
  const hostile = Array.from({ length: 0x20 }, (_, at) => String.fromCharCode(0x80 + at)).join("");
  const server = await serve((_, response) =>
    answerJson(response, 200, {}, { "x-title": `a${hostile}]0;b` }),
  );
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  const { stdout } = await openTome()("api GET /orgs --include", { env, screen: true });
  expect(stdout).toContain("a\\u{80}\\u{81}");
  expect(stdout).toContain("\\u{9f}]0;b");
  expect(stdout).not.toMatch(/[\u0080-\u009f]/);
  const piped = await openTome()("api GET /orgs --include", { env });
  expect(piped.stdout).toContain(`x-title: a${hostile}]0;b\n`);
});
