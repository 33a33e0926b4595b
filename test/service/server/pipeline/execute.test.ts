import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "../../../../src/contract/endpoint.ts";
import { boolean, integer, json, list, optional, text } from "../../../../src/contract/fields.ts";
import { ApiError } from "../../../../src/errors.ts";
import { EventStream } from "../../../../src/service/core/event-stream.ts";
import { createRouteModule } from "../../../../src/service/core/route-module.ts";
import { type Asking, askService, getMessage } from "../../../support/platforms/platform.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";

const loadAny = async () => z.unknown();

const contract = {
  read: endpoint({
    summary: "Read",
    operation: "read",
    route: "GET /things/{id}",
    input: {
      id: text("Id"),
      flag: optional(boolean("Flag")),
      most: optional(integer("Most")),
      flags: optional(list(boolean("Flag"), "Flags")),
      numbers: optional(list(integer("Number"), "Numbers")),
      language: optional(text("Language")),
      "format.refs": optional(boolean("References")),
    },
    inHeaders: { language: "accept-language" },
    ignoredFields: [
      { path: "format.refs", reason: "references are always included", exceptValues: [false] },
      { path: "most", reason: "the list is complete" },
    ],
    output: loadAny,
  }),
  write: endpoint({
    summary: "Write",
    operation: "write",
    route: "PUT /things/{id}",
    input: {
      id: text("Id"),
      title: optional(text("Title")),
      parts: optional(json(loadAny, "Parts")),
    },
    ignoredFields: [{ path: "parts.[].color", reason: "parts have no color" }],
    openBody: true,
    minimal: true,
    unaudited: true,
    output: loadAny,
  }),
  replace: endpoint({
    summary: "Replace",
    operation: "replace",
    route: "POST /things/{id}/whole",
    input: { id: text("Id"), content: json(loadAny, "Content"), label: optional(text("Label")) },
    wholeBody: "content",
    inQuery: ["label"],
    unaudited: true,
    status: 201,
    location: true,
    output: loadAny,
  }),
  remove: endpoint({
    summary: "Remove",
    operation: "remove",
    route: "DELETE /things/{id}",
    input: { id: text("Id") },
    unaudited: true,
  }),
  stream: endpoint({
    summary: "Stream",
    operation: "stream",
    route: "GET /streams/{id}",
    input: { id: text("Id") },
    output: loadAny,
  }),
  list: endpoint({
    summary: "List",
    operation: "list",
    route: "GET /lists/{id}",
    input: { id: text("Id"), page: optional(text("Page")) },
    list: true,
    output: loadAny,
  }),
};

/** The responses of the handlers, by the id of the request; by default its input. */
const outputs: Record<string, unknown> = {
  whole: { urls: { location: "/v1/things/whole" } },
  nothing: undefined,
  items: { items: [1, 2] },
  counted: { items: [1, 2], count: 7 },
  page: { items: [1], next: { page: "2" } },
  odd: { items: "many" },
  bare: [1],
};
const answer = async (input: object) => {
  const { id = "" } = input as { readonly id?: string };
  return Object.hasOwn(outputs, id) ? outputs[id] : input;
};
const things = createRouteModule(contract, async () => ({
  read: answer,
  async write(input: object, call: { readonly note?: ((text: string) => void) | undefined }) {
    for (const note of ["First note.", "First note.", "Second note."]) call.note?.(note);
    return answer(input);
  },
  replace: answer,
  remove: async ({ id }: { readonly id: string }) => id === "there",
  async stream({ id }: { readonly id: string }) {
    return new EventStream(async function* () {
      yield [1];
      if (id === "internal") throw new Error("The secret is x.");
      if (id === "refused") throw new ApiError(429, "Too many questions.");
    });
  },
  list: answer,
}));

const logged: unknown[][] = [];
const service = await openTestService({
  routeModules: [things],
  log: (...parts) => void logged.push(parts),
});
afterAll(() => service.close());
const ask = (what: string, asking?: Asking) => askService(service, what, asking);

describe("the query", () => {
  test.each([
    ["flag=true&most=-12", { flag: true, most: -12 }],
    ["flag=false&most=0012", { flag: false, most: 12 }],
    ["flags=true&flags=false", { flags: [true, false] }],
    ["numbers=7", { numbers: [7] }],
    ["most=9007199254740991", { most: 9007199254740991 }],
  ])("%s is converted to values", async (query, input) => {
    const { status, body } = await ask(`GET /v1/things/a%2Fb?${query}`);
    expect([status, body]).toEqual([200, { id: "a/b", ...input }]);
  });

  test.each([
    ["flag=yes", 'flag must be a boolean, not "yes".'],
    ["most=1.5", 'most must be a number, not "1.5".'],
    ["most=12345678901234567", 'most must be a number, not "12345678901234567".'],
    ["flags=true&flags=1", 'flags.1 must be a boolean, not "1".'],
    ["flag=true&flag=true", "flag is repeated in the query. Send it once."],
    ["id=b", "Unknown field id in the query."],
    ["language=de", "Unknown field language in the query."],
  ])("%s is refused", async (query, message) => {
    const refused = await ask(`GET /v1/things/a?${query}`);
    expect(refused.status).toBe(400);
    expect(getMessage(refused)).toBe(message);
  });

  test("a header is a field, and a body is refused", async () => {
    const { body } = await ask("GET /v1/things/a", { headers: { "accept-language": "de" } });
    expect(body).toEqual({ id: "a", language: "de" });
    for (const method of ["GET", "DELETE"]) {
      const refused = await ask(`${method} /v1/things/a`, { body: {} });
      expect([refused.status, getMessage(refused)]).toEqual([
        400,
        `${method} requests must not have a body. Send the fields in the query.`,
      ]);
    }
  });
});

describe("the body", () => {
  test("may be any value, with other fields in the query", async () => {
    const { status, headers, body } = await ask("POST /v1/things/a/whole?label=x", { body: [1] });
    expect([status, headers.location, body]).toEqual([
      201,
      undefined,
      { id: "a", content: [1], label: "x" },
    ]);
    const located = await ask("POST /v1/things/whole/whole", { body: {} });
    expect([located.status, located.headers.location]).toEqual([201, "/v1/things/whole"]);
    const empty = await ask("POST /v1/things/nothing/whole", { body: {} });
    expect([empty.status, empty.body]).toEqual([201, ""]);
  });

  test("of an open operation has unknown fields, and those of the path are refused", async () => {
    const { body, headers } = await ask("PUT /v1/things/a", { body: { title: "T", color: 1 } });
    expect(body).toEqual({ id: "a", title: "T" });
    expect(headers.warning).toContain('\\"color\\" has no effect: the field is unknown.');
    const refused = await ask("PUT /v1/things/a", { body: { id: "b" } });
    expect([refused.status, getMessage(refused)]).toEqual([400, "Unknown field id in the body."]);
  });
});

describe("warnings", () => {
  const count = (warning: string | undefined) => warning?.match(/299 /g)?.length ?? 0;

  test("name fields without an effect, unless they have their usual value", async () => {
    const warn = async (query: string) => (await ask(`GET /v1/things/a?${query}`)).headers.warning;
    expect(await warn("")).toBe(undefined);
    expect(await warn("format.refs=false")).toBe(undefined);
    expect(await warn("format.refs=true&most=1")).toBe(
      '299 - "format.refs has no effect: references are always included.", 299 - "most has no effect: the list is complete."',
    );
  });

  test("name fields in lists, and notes of the handler once each", async () => {
    const send = async (parts: unknown) =>
      (await ask("PUT /v1/things/a", { body: { parts } })).headers.warning;
    const notes = await send([]);
    expect(notes).toBe('299 - "First note.", 299 - "Second note."');
    for (const parts of [[{ size: 1 }], { color: 1 }, [[{ color: 1 }]], ["color"], null]) {
      expect(await send(parts)).toBe(notes);
    }
    expect(await send([{ size: 1 }, { color: null }])).toBe(
      '299 - "parts.[].color has no effect: parts have no color.", 299 - "First note.", 299 - "Second note."',
    );
  });

  test("name at most 20 unknown fields", async () => {
    const query = Array.from({ length: 25 }, (_, at) => `x${at}=1`).join("&");
    const { warning } = (await ask(`GET /v1/things/a?${query}`)).headers;
    expect(count(warning)).toBe(20);
    expect(warning).toContain("x19");
    expect(warning).not.toContain("x20");
  });
});

describe("the response", () => {
  test.each([
    ["return=minimal", 204],
    ["respond-async, return=minimal", 204],
    ['wait=5; RETURN = "minimal";x', 204],
    ["return=minimally", 200],
    ["no-return=minimal", 200],
    ["return=representation", 200],
    [undefined, 200],
  ])("with the preference %s has the status %d", async (prefer, status) => {
    const headers = prefer === undefined ? {} : { prefer };
    const written = await ask("PUT /v1/things/a", { body: {}, headers });
    expect([written.status, written.body === "", written.headers["preference-applied"]]).toEqual([
      ...[status, status === 204, status === 204 ? "return=minimal" : undefined],
    ]);
    const replaced = await ask("POST /v1/things/a/whole", { body: {}, headers });
    expect(replaced.status).toBe(201);
  });

  test("of a deletion has no body", async () => {
    for (const [id, status] of [
      ["there", 205],
      ["gone", 204],
    ] as const) {
      const deleted = await ask(`DELETE /v1/things/${id}`);
      expect([deleted.status, deleted.body]).toEqual([status, ""]);
    }
  });

  test("without a result has no body", async () => {
    const { status, body } = await ask("PUT /v1/things/nothing", { body: {} });
    expect([status, body]).toEqual([204, ""]);
  });

  test.each([
    ["items", "", { items: [1, 2], count: 2 }],
    ["items", "?page=", { items: [1, 2], count: 2 }],
    ["items", "?page=x", { items: [1, 2] }],
    ["counted", "", { items: [1, 2], count: 7 }],
    ["page", "", { items: [1], next: { page: "2" } }],
    ["odd", "", { items: "many" }],
    ["bare", "", [1]],
  ])("of the list %s%s has the number of its items", async (id, query, body) => {
    expect((await ask(`GET /v1/lists/${id}${query}`)).body).toEqual(body);
  });
});

describe("a stream of events", () => {
  test("ends with an event", async () => {
    const { status, headers, body } = await ask("GET /v1/streams/whole");
    expect([status, headers["content-type"], body]).toEqual([
      ...[200, "text/event-stream", "data: [1]\n\nevent: done\ndata: {}\n\n"],
    ]);
    expect(logged).toEqual([]);
  });

  test("shows an error that concerns the caller, which is not logged", async () => {
    const { status, body } = await ask("GET /v1/streams/refused");
    expect([status, body]).toEqual([
      200,
      'data: [1]\n\nevent: error\ndata: {"error":{"code":429,"message":"Too many questions."}}\n\n',
    ]);
    expect(logged).toEqual([]);
  });

  test("hides another error, which is logged", async () => {
    const { body, headers } = await ask("GET /v1/streams/internal");
    const id = headers["x-request-id"];
    expect(body).toBe(
      `data: [1]\n\nevent: error\ndata: {"error":{"code":500,"message":"Internal error. The log of the platform has the details of request ${id}."}}\n\n`,
    );
    expect(logged).toEqual([[`The request ${id} failed.`, new Error("The secret is x.")]]);
  });
});
