import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

/** The changes as text: whether it is breaking, its rule, message, location and operations. */
function compare(before: Tree, now: Tree): string[] {
  const whole = { openapi: "3.2.0", info: {} };
  return compareDescriptions({ ...whole, ...before }, { ...whole, ...now }).map(
    (one) =>
      `${one.isBreaking ? "breaking" : "compatible"} ${one.rule}: ${one.message} (${one.in} ${one.path.join("/")}; ${one.operations.join()})`,
  );
}

const text = { schema: { type: "string" } };
const json = (more: Tree = text) => ({ "application/json": more });
const responses = (all: Tree) => ({ paths: { "/a": { get: { responses: all } } } });
const ok = (more: Tree = {}) => ({ description: "", ...more });
const taking = (requestBody?: unknown) => ({
  paths: { "/a": { post: { ...(requestBody !== undefined && { requestBody }) } } },
});
const hook = (requestBody?: unknown) => ({
  webhooks: { sold: { post: { ...(requestBody !== undefined && { requestBody }) } } },
});
const headers = (all: Tree) => responses({ 200: ok({ headers: all }) });

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  [
    "a removed body",
    taking({ content: json() }),
    taking(),
    ["breaking body-removed: It no longer takes a body. (old paths//a/post/requestBody; POST /a)"],
  ],
  [
    "an added optional body",
    taking(),
    taking({ content: json() }),
    [
      "compatible body-added: It now takes a body, which is optional. (new paths//a/post/requestBody; POST /a)",
    ],
  ],
  [
    "an added required body",
    taking(),
    taking({ required: true, content: json() }),
    [
      "breaking body-added: It now takes a body, which is required. (new paths//a/post/requestBody; POST /a)",
    ],
  ],
  [
    "a body that becomes required",
    taking({ content: json() }),
    taking({ required: true, content: json() }),
    ["breaking body-required: The body is now required. (new paths//a/post/requestBody; POST /a)"],
  ],
  [
    "a body that becomes optional",
    taking({ required: true, content: json() }),
    taking({ content: json() }),
    [
      "compatible body-optional: The body is now optional. (new paths//a/post/requestBody; POST /a)",
    ],
  ],
  [
    "a removed body of a webhook",
    hook({ content: json() }),
    hook(),
    [
      "breaking body-removed: It no longer sends a body. (old webhooks/sold/post/requestBody; POST webhook sold)",
    ],
  ],
  [
    "an added required body of a webhook",
    hook(),
    hook({ required: true, content: json() }),
    [
      "compatible body-added: It now sends a body, which is required. (new webhooks/sold/post/requestBody; POST webhook sold)",
    ],
  ],
  [
    "a body of a webhook that becomes required",
    hook({ content: json() }),
    hook({ required: true, content: json() }),
    [
      "compatible body-required: The body is now required. (new webhooks/sold/post/requestBody; POST webhook sold)",
    ],
  ],
  [
    "a body of a webhook that becomes optional",
    hook({ required: true, content: json() }),
    hook({ content: json() }),
    [
      "breaking body-optional: The body is now optional. (new webhooks/sold/post/requestBody; POST webhook sold)",
    ],
  ],
  [
    "another type of a body",
    taking({ content: json() }),
    taking({ content: { "text/plain": text } }),
    [
      "breaking request-media-type-removed: The body is no longer available as application/json. (old paths//a/post/requestBody/content/application/json; POST /a)",
      "compatible request-media-type-added: The body is now also available as text/plain. (new paths//a/post/requestBody/content/text/plain; POST /a)",
    ],
  ],
  [
    "a wider type of a body",
    taking({ content: json() }),
    taking({ content: { "application/*": text } }),
    [],
  ],
  ["any type of a body", taking({ content: json() }), taking({ content: { "*/*": text } }), []],
  [
    "a narrower type of a body",
    taking({ content: { "application/*": text } }),
    taking({ content: json() }),
    [
      "breaking request-media-type-removed: The body is no longer available as application/*. (old paths//a/post/requestBody/content/application/*; POST /a)",
      "compatible request-media-type-added: The body is now also available as application/json. (new paths//a/post/requestBody/content/application/json; POST /a)",
    ],
  ],
  [
    "another charset of a body",
    taking({ content: json() }),
    taking({ content: { "Application/JSON; charset=utf-8": { schema: { type: "integer" } } } }),
    [
      "breaking request-type-changed: The type changed from string to integer. (new paths//a/post/requestBody/content/Application/JSON; charset=utf-8/schema; POST /a)",
    ],
  ],
  [
    "an additional type of a body",
    taking({ content: json() }),
    taking({ content: { ...json(), "text/plain": text } }),
    [
      "compatible request-media-type-added: The body is now also available as text/plain. (new paths//a/post/requestBody/content/text/plain; POST /a)",
    ],
  ],
  [
    "a wider type of a response",
    responses({ 200: ok({ content: json() }) }),
    responses({ 200: ok({ content: { "*/*": text } }) }),
    [
      "breaking response-media-type-removed: The response 200 is no longer available as application/json. (old paths//a/get/responses/200/content/application/json; GET /a)",
      "compatible response-media-type-added: The response 200 is now also available as */*. (new paths//a/get/responses/200/content/*/*; GET /a)",
    ],
  ],
  [
    "a narrower type of a response",
    responses({ 200: ok({ content: { "application/*": text } }) }),
    responses({ 200: ok({ content: json() }) }),
    [],
  ],
  [
    "another type of a response",
    responses({ 200: ok({ content: json() }) }),
    responses({ 200: ok({ content: { "text/plain": text } }) }),
    [
      "breaking response-media-type-removed: The response 200 is no longer available as application/json. (old paths//a/get/responses/200/content/application/json; GET /a)",
      "compatible response-media-type-added: The response 200 is now also available as text/plain. (new paths//a/get/responses/200/content/text/plain; GET /a)",
    ],
  ],
  [
    "a schema of a response",
    responses({ 200: ok({ content: json() }) }),
    responses({ 200: ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/200/content/application/json/schema; GET /a)",
    ],
  ],
  [
    "a removed success",
    responses({ 200: ok(), 204: ok() }),
    responses({ 200: ok() }),
    [
      "breaking response-removed: The response 204 was removed. (old paths//a/get/responses/204; GET /a)",
    ],
  ],
  [
    "a removed error",
    responses({ 200: ok(), 404: ok() }),
    responses({ 200: ok() }),
    [
      "compatible response-removed: The response 404 was removed. (old paths//a/get/responses/404; GET /a)",
    ],
  ],
  [
    "a removed default",
    responses({ 200: ok(), default: ok() }),
    responses({ 200: ok() }),
    [
      "breaking response-removed: The response default was removed. (old paths//a/get/responses/default; GET /a)",
    ],
  ],
  [
    "an added response",
    responses({ 200: ok() }),
    responses({ 200: ok(), 404: ok() }),
    ["compatible response-added: Added the response 404. (new paths//a/get/responses/404; GET /a)"],
  ],
  [
    "a status that becomes a range",
    responses({ 200: ok({ content: json() }) }),
    responses({ "2XX": ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/2XX/content/application/json/schema; GET /a)",
      "compatible response-added: Added the response 2XX. (new paths//a/get/responses/2XX; GET /a)",
    ],
  ],
  [
    "a range that becomes statuses",
    responses({ "2XX": ok({ content: json() }) }),
    responses({
      200: ok({ content: json({ schema: { type: "integer" } }) }),
      201: ok({ content: json() }),
    }),
    [
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/200/content/application/json/schema; GET /a)",
    ],
  ],
  [
    "a range and a listed status",
    responses({ "2XX": ok({ content: json() }), 200: ok() }),
    responses({ 200: ok(), 201: ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/201/content/application/json/schema; GET /a)",
    ],
  ],
  [
    "an error that becomes the default",
    responses({ 404: ok({ content: json() }) }),
    responses({ default: ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/default/content/application/json/schema; GET /a)",
      "compatible response-added: Added the response default. (new paths//a/get/responses/default; GET /a)",
    ],
  ],
  [
    "a success that becomes another default",
    responses({ 200: ok({ content: json() }) }),
    responses({ default: ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-removed: The response 200 was removed. (old paths//a/get/responses/200; GET /a)",
      "compatible response-added: Added the response default. (new paths//a/get/responses/default; GET /a)",
    ],
  ],
  [
    "a success that becomes the same default",
    responses({ 200: ok({ content: json() }) }),
    responses({ default: ok({ content: json() }) }),
    [
      "compatible response-added: Added the response default. (new paths//a/get/responses/default; GET /a)",
    ],
  ],
  [
    "a success without content that becomes the same default",
    responses({ 200: ok() }),
    responses({ default: ok() }),
    [
      "breaking response-removed: The response 200 was removed. (old paths//a/get/responses/200; GET /a)",
      "compatible response-added: Added the response default. (new paths//a/get/responses/default; GET /a)",
    ],
  ],
  [
    "a default that becomes an error",
    responses({ default: ok({ content: json() }) }),
    responses({ 404: ok({ content: json({ schema: { type: "integer" } }) }) }),
    [
      "breaking response-removed: The response default was removed. (old paths//a/get/responses/default; GET /a)",
      "breaking response-type-changed: The type changed from string to integer. (new paths//a/get/responses/404/content/application/json/schema; GET /a)",
    ],
  ],
  [
    "a removed header",
    headers({ "X-A": text }),
    headers({}),
    [
      "breaking response-header-removed: The header X-A of the response 200 was removed. (old paths//a/get/responses/200/headers/X-A; GET /a)",
    ],
  ],
  [
    "an added header",
    headers({}),
    headers({ "X-A": text }),
    [
      "compatible response-header-added: Added the header X-A to the response 200. (new paths//a/get/responses/200/headers/X-A; GET /a)",
    ],
  ],
  [
    "a header in another case",
    headers({ "X-A": text }),
    headers({ "x-a": { schema: { type: "integer" } } }),
    [
      "breaking response-type-changed: The header X-A of the response 200: The type changed from string to integer. (new paths//a/get/responses/200/headers/x-a/schema; GET /a)",
    ],
  ],
  [
    "a header that becomes optional",
    headers({ "X-A": { ...text, required: true } }),
    headers({ "X-A": text }),
    [
      "breaking response-header-optional: The header X-A of the response 200 is now optional. (new paths//a/get/responses/200/headers/X-A; GET /a)",
    ],
  ],
  [
    "a header that becomes required",
    headers({ "X-A": text }),
    headers({ "X-A": { ...text, required: true } }),
    [],
  ],
  [
    "another serialization of a header",
    headers({ "X-A": { schema: { type: "array" } } }),
    headers({ "X-A": { schema: { type: "array" }, explode: true } }),
    [
      "breaking response-header-style-changed: The serialization of the header X-A of the response 200 changed from simple to simple, exploded. (new paths//a/get/responses/200/headers/X-A; GET /a)",
    ],
  ],
  [
    "the content of a header",
    headers({ "X-A": text }),
    headers({ "X-A": { content: json() } }),
    [
      "breaking response-header-style-changed: The serialization of the header X-A of the response 200 changed from simple to application/json. (new paths//a/get/responses/200/headers/X-A; GET /a)",
    ],
  ],
  [
    "headers of a webhook's response",
    { webhooks: { sold: { post: { responses: { 200: ok({ headers: { "X-A": text } }) } } } } },
    { webhooks: { sold: { post: { responses: { 200: ok() } } } } },
    [],
  ],
  [
    "a response of a webhook",
    {
      webhooks: {
        sold: {
          post: { responses: { 200: ok({ content: json({ schema: { type: "integer" } }) }) } },
        },
      },
    },
    {
      webhooks: {
        sold: {
          post: { responses: { 200: ok({ content: json({ schema: { type: "number" } }) }) } },
        },
      },
    },
    [
      "compatible request-type-changed: The type changed from integer to number. (new webhooks/sold/post/responses/200/content/application/json/schema; POST webhook sold)",
    ],
  ],
  [
    "items of a stream",
    responses({
      200: ok({ content: { "application/jsonl": { itemSchema: { type: "string" } } } }),
    }),
    responses({
      200: ok({ content: { "application/jsonl": { itemSchema: { type: "integer" } } } }),
    }),
    [
      "breaking response-type-changed: Each item of the response 200: The type changed from string to integer. (new paths//a/get/responses/200/content/application/jsonl/itemSchema; GET /a)",
    ],
  ],
  [
    "items that become limited",
    responses({ 200: ok({ content: { "application/jsonl": {} } }) }),
    responses({
      200: ok({ content: { "application/jsonl": { itemSchema: { type: "integer" } } } }),
    }),
    [
      "compatible response-type-changed: Each item of the response 200: The type changed from any to integer. (new paths//a/get/responses/200/content/application/jsonl/itemSchema; GET /a)",
    ],
  ],
])("%s", (_, before, now, changes) => {
  expect(compare(before, now)).toEqual(changes);
});
