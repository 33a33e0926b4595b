import { describe, expect, test } from "vitest";
import { ApiError, UsageError } from "../../../src/errors.ts";
import { createRedirect, updateRedirect } from "../../../src/features/sites/redirect.ts";
import {
  openScriptedContext,
  type ScriptedContext,
} from "../../support/commands/scripted-context.ts";

const ids = { organizationId: "O1", siteId: "X1" };
const url = "https://a.example";
const destination = { kind: "external", url };

function open(answer: object | number = {}) {
  const platform = openScriptedContext({
    answer: ({ body }) =>
      typeof answer === "number"
        ? answer
        : { id: "R1", source: "/old", ...(body as object), ...answer },
  });
  return platform;
}

const listWrites = (sent: ScriptedContext["sent"]) => sent.filter((one) => typeof one !== "string");

describe("createRedirect", () => {
  test.each([
    [{}, "Created a redirect from /old to https://a.example (R1).", undefined],
    [{ draft: false }, "Created a redirect from /old to https://a.example (R1).", undefined],
    [
      { draft: true },
      "Created a draft redirect from /old to https://a.example (R1). It is not active yet.",
      "To activate it: tome site redirect update R1 --no-draft --site X1",
    ],
  ])("with the response %j", async (answer, done, next) => {
    const { context, sent } = open(answer);
    const result = await createRedirect(context, {
      ...ids,
      source: "/old",
      to: url,
      permanent: true,
    });
    expect(listWrites(sent)).toEqual([
      ["POST /orgs/O1/sites/X1/redirects", { source: "/old", permanent: true, destination }],
    ]);
    expect(result).toMatchObject({ done });
    expect(result && "next" in result ? result.next : undefined).toBe(next);
  });
});

describe("updateRedirect", () => {
  const update = (flags: object, answer?: object | number) => {
    const { context, sent } = open(answer);
    return { sent, done: updateRedirect(context, { ...ids, siteRedirectId: "R1", ...flags }) };
  };

  test.each<readonly [object, object, string, readonly string[]]>([
    [
      { to: url },
      { destination },
      "Changed the redirect from /old to https://a.example (R1).",
      ["TO", "URL", "PAGE", "SITE SPACE", "SECTION"],
    ],
    [{ draft: false }, { draft: false }, "Changed the redirect from /old (R1).", ["DRAFT"]],
    [
      { permanent: true, captureWildcard: false, source: "/new" },
      { permanent: true, captureWildcard: false, source: "/new" },
      "Changed the redirect from /new (R1).",
      ["SOURCE", "CAPTURE", "PERMANENT"],
    ],
    [
      { source: undefined, permanent: true },
      { permanent: true },
      "Changed the redirect from /old (R1).",
      ["PERMANENT"],
    ],
  ])("with %j", async (flags, body, done, headers) => {
    const { sent, done: run } = update(flags);
    const result = await run;
    expect(listWrites(sent)).toEqual([["PATCH /orgs/O1/sites/X1/redirects/R1", body]]);
    expect(result).toMatchObject({ done });
    expect(result && "brief" in result && result.brief?.map(({ header }) => header)).toEqual(
      headers,
    );
  });

  test.each([{}, { source: undefined, to: undefined }])("with %j is refused", async (flags) => {
    const { sent, done } = update(flags);
    await expect(done).rejects.toThrow(
      new UsageError(
        "Specify at least one of --source, --to, --capture, --draft and --permanent.",
        "tome site redirect update --help",
      ),
    );
    expect(sent).toEqual([]);
  });
});

test.each([
  ["destination.url is invalid.", "--to.url is invalid."],
  ["destinations are invalid.", "destinations are invalid."],
  ["source is invalid, not destination.", "source is invalid, not destination."],
])("the refusal %s names the flag", async (message, expected) => {
  const { context } = openScriptedContext({
    more: { client: async () => ({ call: () => Promise.reject(new ApiError(400, message)) }) },
  });
  const error = new ApiError(400, expected);
  await expect(createRedirect(context, { ...ids, source: "/a", to: url })).rejects.toThrow(error);
  const input = { ...ids, siteRedirectId: "R1" };
  await expect(updateRedirect(context, { ...input, to: url })).rejects.toThrow(error);
});
