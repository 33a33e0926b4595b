import { describe, expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

const text = { type: "string" };

/** An operation that receives and sends the same form. */
function form(encoding: Tree | undefined, type = "multipart/form-data"): Tree {
  const schema = {
    type: "object",
    properties: { part: text, list: { type: "array", items: text } },
  };
  const content = { [type]: { schema, ...(encoding && { encoding }) } };
  const post = { requestBody: { content }, responses: { 200: { description: "", content } } };
  return { openapi: "3.1.0", info: {}, paths: { "/a": { post } } };
}

/** Whether a change of the form breaks clients that send it and clients that receive it. */
function changes(before: Tree, now: Tree): string[] {
  return compareDescriptions(before, now).map(
    ({ rule, isBreaking }) => `${rule.replace(/-.*/, "")}${isBreaking ? " breaks" : ""}`,
  );
}

describe("a header of a part", () => {
  const headers = (list: Tree) => form({ part: { headers: list } });
  const none = headers({});
  const optional = headers({ "X-Id": { schema: text } });
  const required = headers({ "x-id": { required: true, schema: text } });

  test.each([
    ["a new optional one", none, optional, ["request", "response"]],
    ["a new required one", none, required, ["request breaks", "response"]],
    ["a removed optional one", optional, none, ["response breaks", "request"]],
    ["a removed required one", required, none, ["response breaks", "request"]],
    ["one that is now required", optional, required, ["request breaks", "response"]],
    ["one that is now optional", required, optional, ["response breaks", "request"]],
    ["the same one in another case", optional, headers({ "x-ID": { schema: text } }), []],
  ])("%s", (_, before, now, expected) => {
    expect(changes(before, now).toSorted()).toEqual([...expected].sort());
  });
});

describe("the content types of a part", () => {
  const types = (contentType: string | undefined) =>
    form(contentType === undefined ? undefined : { part: { contentType } });

  test.each([
    ["image/png", "image/png", []],
    ["image/png, image/gif", "image/gif,IMAGE/PNG", []],
    ["image/png", "image/gif", ["request breaks", "response breaks"]],
    ["image/png", "image/png, image/gif", ["request", "response breaks"]],
    ["image/png, image/gif", "image/png", ["request breaks", "response"]],
    ["image/png", "image/*", ["request", "response breaks"]],
    ["image/*", "image/png", ["request breaks", "response"]],
    ["image/png", "*/*", ["request", "response breaks"]],
    [undefined, "text/plain", []],
    ["image/png", undefined, ["request breaks", "response breaks"]],
  ])("%s becomes %s", (before, now, expected) => {
    expect(changes(types(before), types(now)).toSorted()).toEqual([...expected].sort());
  });
});

describe("the style of a field", () => {
  const url = "application/x-www-form-urlencoded";
  const style = (list: Tree) => form({ list }, url);

  test.each([
    [{}, { style: "form" }, []],
    [{}, { explode: true }, []],
    [{ style: "pipeDelimited" }, { style: "pipeDelimited", explode: false }, []],
    [{}, { explode: false }, ["request breaks", "response breaks"]],
    [{}, { style: "pipeDelimited" }, ["request breaks", "response breaks"]],
    [{}, { allowReserved: true }, ["request breaks", "response breaks"]],
    [{ contentType: "application/json" }, {}, ["request breaks", "response breaks"]],
  ])("%j becomes %j", (before, now, expected) => {
    expect(changes(style(before), style(now)).toSorted()).toEqual(expected);
  });
});
