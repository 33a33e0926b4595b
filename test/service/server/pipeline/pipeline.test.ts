import { expect, test } from "vitest";
import { endpoint } from "../../../../src/contract/endpoint.ts";
import { integer, list, optional, text } from "../../../../src/contract/fields.ts";
import { createRouteModule } from "../../../../src/service/core/route-module.ts";
import { getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";

const contract = {
  count: endpoint({
    summary: "Count",
    operation: "count",
    route: "GET /things/{name}",
    input: {
      name: text("Name"),
      most: optional(integer("Most")),
      of: optional(list(text("kind"), "Kinds")),
    },
    output: () => import("zod/mini").then((z) => z.unknown()),
  }),
  place: endpoint({
    summary: "Create",
    operation: "place",
    route: "POST /places",
    input: {},
    output: () => import("zod/mini").then((z) => z.unknown()),
    status: 201,
    location: true,
  }),
  breakDown: endpoint({
    summary: "Fail",
    operation: "breakDown",
    route: "POST /broken",
    input: {},
  }),
};

/** Echoes its input, and fails after a write. */
const things = createRouteModule(contract, async () => ({
  count: async (input: object) => input,
  place: async () => ({ urls: { location: "/v1/places/\r\n例" } }),
  async breakDown(_input: object, call: { db: { insertInto: unknown }; enqueue: Enqueue }) {
    await call.enqueue({ kind: "never", payload: null });
    throw new Error("secret inside");
  },
}));
type Enqueue = (job: { kind: string; payload: unknown }) => Promise<void>;

async function organization(ask: Awaited<ReturnType<typeof openTestPlatform>>["ask"]) {
  const { body } = await ask("GET /v1/orgs");
  return (body as { items: { id: string }[] }).items[0]?.id ?? "";
}

test("without a valid token every request is refused without a reason", async () => {
  const { ask } = await openTestPlatform();
  const wrong = [null, "tome_nonsense", `tome_${"a".repeat(43)}`, "a b", "\u00e4"];
  for (const token of wrong) {
    for (const what of ["GET /v1/user", "GET /v1/unknown", "PUT /v1/user"]) {
      const answer = await ask(what, { token });
      expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
      expect(answer.body).toEqual({
        error: {
          code: 401,
          message:
            "A valid token is required. Send it in the header Authorization: Bearer <token>.",
        },
      });
    }
  }
  expect((await ask("GET /healthz", { token: null })).status).toBe(200);
});

test("every response has its own request id, regardless of the request", async () => {
  const { ask } = await openTestPlatform();
  const headers = { "x-request-id": "mine" };
  const answers = [await ask("GET /v1/user", { headers }), await ask("GET /v1/no", { headers })];
  const ids = answers.map((answer) => answer.headers["x-request-id"]);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

test("the root returns the version", async () => {
  const { ask } = await openTestPlatform({ version: "1.2.3", build: "b" });
  for (const path of ["/v1", "/v1/"]) {
    expect((await ask(`GET ${path}`)).body).toEqual({ version: "1.2.3", build: "b" });
  }
});

test("an unknown path is 404, and a known one with another method 405 with the allowed ones", async () => {
  const { ask } = await openTestPlatform();
  const missing = await ask("GET /v1/nothing/here");
  expect(missing.status).toBe(404);
  expect(getMessage(missing)).toContain("GET /v1/nothing/here");
  const wrong = await ask("DELETE /v1/orgs");
  expect(wrong).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, POST" } });
  expect(await ask("OPTIONS /v1/orgs")).toMatchObject({ status: 405 });
  expect(await ask("POST /healthz", { body: {} })).toMatchObject({ status: 405 });
});

test("a page path with slashes is 404, with the correct encoding", async () => {
  const { ask } = await openTestPlatform();
  for (const content of ["content", "revisions/r", "change-requests/c/content"]) {
    const answer = await ask(`GET /v1/spaces/s/${content}/path/guide/set%20up/path/one`);
    expect(answer.status).toBe(404);
    expect(getMessage(answer)).toContain("segment: guide%2Fset%20up%2Fpath%2Fone");
  }
  expect(getMessage(await ask("GET /v1/spaces/s/content/path/"))).toContain(
    "Not found: GET /v1/spaces/s/content/path/",
  );
});

test("a header with characters that cannot be sent is encoded", async () => {
  const { ask } = await openTestPlatform({ routeModules: [things] });
  const { status, headers } = await ask("POST /v1/places", { body: {} });
  expect([status, headers.location]).toEqual([201, "/v1/places/%E4%BE%8B"]);
});

test("HEAD returns the headers of GET, without the body", async () => {
  const { ask } = await openTestPlatform();
  expect(await ask("HEAD /v1/user")).toMatchObject({ status: 200, body: "" });
  expect(await ask("HEAD /v1/nothing")).toMatchObject({ status: 404, body: "" });
});

test("an invalid percent-encoding in the path or the query is 400", async () => {
  const { ask } = await openTestPlatform();
  for (const path of ["/v1/spaces/%zz", "/v1/spaces/%", "/v1/orgs?page=%E0%A4%A"]) {
    const answer = await ask(`GET ${path}`);
    expect(answer.status).toBe(400);
    expect(getMessage(answer)).toContain("%");
  }
});

test("a body must be a JSON object with the JSON content type", async () => {
  const { ask } = await openTestPlatform();
  const send = (text: string, type?: string) =>
    ask("POST /v1/orgs", { text, headers: type === undefined ? {} : { "content-type": type } });
  expect((await send('{"title":"One"}', "text/plain")).status).toBe(415);
  expect((await send('{"title":"One"}', "")).status).toBe(415);
  expect((await send('{"title":"One"}', "application/json-seq")).status).toBe(415);
  expect((await send("title=One", "application/x-www-form-urlencoded")).status).toBe(415);
  for (const text of ["{", "[]", "null", "1", '"text"']) {
    expect((await send(text)).status).toBe(400);
  }
  expect((await send('{"title":"One"}', "application/JSON; charset=utf-8")).status).toBe(201);
  const orgs = await ask("GET /v1/orgs");
  expect((orgs.body as { items: object[] }).items).toHaveLength(2);
});

test("a body that is too deep or too large is refused before it is parsed", async () => {
  const { ask } = await openTestPlatform({ bodyLimit: 1000 });
  const deep = await ask("POST /v1/orgs", { text: "[".repeat(65) });
  expect(deep.status).toBe(400);
  expect(getMessage(deep)).toContain("deeper than 64");
  const flat = await ask("POST /v1/orgs", { text: `{"title":"${"[".repeat(100)}\\"["}` });
  expect(flat.status).toBe(201);
  const large = await ask("POST /v1/orgs", { text: `{"title":"${"é".repeat(500)}"}` });
  expect(large.status).toBe(413);
});

test("fields of the query become numbers and lists, and invalid ones are named", async () => {
  const { ask } = await openTestPlatform({ routeModules: [things] });
  expect((await ask("GET /v1/things/a%20b?most=5&of=x&of=y")).body).toEqual({
    name: "a b",
    most: 5,
    of: ["x", "y"],
  });
  const faults = {
    "most=x": "most must be",
    "most=1e3": "most must be",
    "most=": "most must be",
    "most=1&most=2": "most is repeated in the query",
    "name=b": "Unknown field name in the query",
  };
  for (const [query, message] of Object.entries(faults)) {
    const answer = await ask(`GET /v1/things/a?${query}`);
    expect(answer.status).toBe(400);
    expect(getMessage(answer)).toContain(message);
  }
});

test("unknown fields of the query are ignored with a warning", async () => {
  const { ask } = await openTestPlatform({ routeModules: [things] });
  const { status, body, headers } = await ask("GET /v1/things/a?most=5&other=1&__proto__=1");
  expect([status, body]).toEqual([200, { name: "a", most: 5 }]);
  for (const name of ["other", "__proto__"]) {
    expect(headers.warning).toContain(`\\"${name}\\" has no effect: the field is unknown.`);
  }
});

test("a boolean in the query is true or false and nothing else", async () => {
  const { ask } = await openTestPlatform();
  const path = `GET /v1/orgs/${await organization(ask)}/collections`;
  expect((await ask(`${path}?nested=false`)).status).toBe(200);
  for (const word of ["1", "yes", "TRUE", ""]) {
    const answer = await ask(`${path}?nested=${word}`);
    expect(answer.status).toBe(400);
    expect(getMessage(answer)).toContain("nested");
  }
});

test("a body with an invalid, missing or unknown field is refused with the field's name, and changes nothing", async () => {
  const { ask } = await openTestPlatform();
  const faults: [unknown, string][] = [
    [{ title: "x".repeat(256) }, "title can have at most 255 characters (it has 256)."],
    [{}, "title is required."],
    [{ title: 5 }, "title must be a string, not 5."],
    [{ title: "One", emailDomains: [5] }, "emailDomains.0 must be a string, not 5."],
    [{ title: "One", nope: 1 }, "Unknown field nope in the body."],
    [{ title: "One", constructor: 1 }, "Unknown field constructor in the body."],
  ];
  for (const [body, message] of faults) {
    const answer = await ask("POST /v1/orgs", { body });
    expect(answer.status).toBe(400);
    expect(getMessage(answer)).toBe(message);
  }
  const hostile = await ask("POST /v1/orgs", { text: '{"title":"One","__proto__":{"a":1}}' });
  expect(hostile.status).toBe(400);
  expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
  const orgs = await ask("GET /v1/orgs");
  expect((orgs.body as { items: object[] }).items).toHaveLength(1);
});

test("a GET or DELETE with a body, and a query with fields of the body, are refused", async () => {
  const { ask } = await openTestPlatform();
  expect((await ask("GET /v1/orgs", { body: {} })).status).toBe(400);
  expect((await ask("DELETE /v1/spaces/a", { body: {} })).status).toBe(400);
  expect((await ask("POST /v1/orgs?title=One", { body: { title: "One" } })).status).toBe(400);
});

test("a creation returns 201 with its URL, and a deletion 205 and then 204 without a body", async () => {
  const { ask } = await openTestPlatform();
  const made = await ask(`POST /v1/orgs/${await organization(ask)}/spaces`, { body: {} });
  const { id } = made.body as { id: string };
  const location = `http://tome.localhost/v1/spaces/${id}`;
  expect(made).toMatchObject({ status: 201, headers: { location } });
  expect(await ask(`DELETE /v1/spaces/${id}`)).toMatchObject({ status: 205, body: "" });
  expect(await ask(`DELETE /v1/spaces/${id}`)).toMatchObject({ status: 204, body: "" });
});

test("an internal error rolls back its writes; the response has the request id and the log the details", async () => {
  const logged: unknown[] = [];
  const { ask, service } = await openTestPlatform({
    routeModules: [things],
    log: (message, error) => logged.push(message, error),
  });
  const answer = await ask("POST /v1/broken", {});
  expect(answer.status).toBe(500);
  expect(JSON.stringify(answer)).not.toContain("secret inside");
  expect(getMessage(answer)).toContain(answer.headers["x-request-id"]);
  expect(logged[0]).toContain(answer.headers["x-request-id"]);
  expect(logged[1]).toMatchObject({ message: "secret inside" });
  expect(await service.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
});

test("the admin token gives access only below /_tome, and other tokens do not", async () => {
  const { ask, service } = await openTestPlatform();
  const token = await service.admin.newAdminToken();
  expect((await ask("GET /_tome/clock", { token })).status).toBe(200);
  expect((await ask("GET /v1/user", { token })).status).toBe(401);
  for (const what of ["GET /_tome/clock", "POST /_tome/reset", "GET /_tome/export"]) {
    expect((await ask(what)).status).toBe(401);
    expect((await ask(what, { token: null })).status).toBe(401);
  }
  expect((await ask("GET /v1/user")).status).toBe(200);
});
