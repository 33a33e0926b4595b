import { describe, expect, test } from "vitest";
import { previewSite } from "../../../src/features/sites/preview.ts";
import { formatZonedTime } from "../../../src/json/local-time.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { organizationId: "O1", siteId: "X1" };

/** The URL of a preview whose token has this payload. */
function createUrl(payload: string): string {
  return `https://docs.example.com/a?token=h.${Buffer.from(payload).toString("base64url")}.s`;
}

async function preview(
  url: string,
  flags: object = {},
  settings = { local: false, baseUrl: { value: "https://api.example.com" } },
) {
  const secrets: unknown[] = [];
  const { context, sent } = openScriptedContext({
    answer: () => ({ url }),
    more: {
      settings,
      secrets: {
        receive: (secret: unknown) => void secrets.push(secret),
        allow: (names: unknown) => void secrets.push(names),
      },
    },
  });
  const result = await previewSite(context, { ...ids, browser: false, ...flags });
  return { result, sent, secrets };
}

describe("the validity of a preview", () => {
  test.each<[string]>([
    ["{}"],
    ['{"exp":"1790000000"}'],
    ['{"exp":null}'],
    ['{"exp":true}'],
    ['{"exp":1e300}'],
    ["[]"],
    ["null"],
    ["no JSON"],
    [""],
  ])("is an hour for a token with the payload %s", async (payload) => {
    const url = createUrl(payload);
    expect((await preview(url)).result).toMatchObject({
      done: `Created a preview (valid for one hour): ${url}`,
      record: { url },
    });
  });

  test.each(["https://docs.example.com/a", "https://docs.example.com/a?token=x"])(
    "is an hour for the URL %s",
    async (url) => {
      expect((await preview(url)).result).toMatchObject({
        done: `Created a preview (valid for one hour): ${url}`,
      });
    },
  );

  test.each([0, 1_790_000_000, 1_790_000_000.5])("is the expiry of the token, %d", async (exp) => {
    const { result } = await preview(createUrl(JSON.stringify({ exp })));
    const until = formatZonedTime(new Date(exp * 1000).toISOString());
    expect(result).toHaveProperty("done", expect.stringContaining(`(valid until ${until}):`));
  });
});

test("a preview is of a site space and a visitor, and its URL is printed on request", async () => {
  const url = "https://docs.example.com/a";
  const { sent, secrets } = await preview(url, { at: "Y1", asVisitor: "ada@example.com" });
  expect(sent).toEqual([
    expect.stringMatching(/^GET \/orgs\/O1\/sites\/X1\/publishing\/preview\?.*siteSpace=Y1/),
  ]);
  expect(decodeURIComponent(String(sent[0]))).toContain('claims={"email":"ada@example.com"}');
  expect(secrets).toEqual([{ name: "url", value: url }, ["url"]]);
});

test.each<[string, string | undefined]>([
  ["http://localhost:3000", "http://localhost:3000/url/docs.example.com/a?b=c"],
  ["https://r.example/x?y", "https://r.example/url/docs.example.com/a?b=c"],
  ["localhost:3000", undefined],
  ["ftp://localhost", undefined],
  ["", undefined],
])("the renderer %j shows the preview at %s", async (renderer, url) => {
  const run = preview("https://docs.example.com:8443/a?b=c", { renderer });
  if (url === undefined) {
    await expect(run).rejects.toThrow(
      `--renderer ${renderer} must be the URL of a running renderer, such as http://localhost:3000.`,
    );
  } else expect((await run).result).toMatchObject({ record: { url } });
});

test.each([
  [true, "http://127.0.0.1:4000", true],
  [true, "http://127.0.0.1:4001", false],
  [false, "http://127.0.0.1:4000", false],
])(
  "a preview of a local platform (%j) at %s needs tome serve: %j",
  async (local, value, isNeeded) => {
    const { result } = await preview(
      "http://127.0.0.1:4000/_site/X1",
      {},
      { local, baseUrl: { value } },
    );
    const next = "A browser can open it after: tome serve";
    if (isNeeded) expect(result).toHaveProperty("next", next);
    else expect(result).not.toHaveProperty("next");
  },
);
