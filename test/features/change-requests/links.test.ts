import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { printPreviewLinks } from "../../../src/features/change-requests/links.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Responses = Readonly<Record<string, unknown>>;
const change = (type: string, id: string, more: object = {}) => ({
  type,
  page: { id, title: `Title ${id}`, path: `path-${id}`, type: "document", ...more },
});

async function print(changes: readonly object[], responses: Responses = {}, on?: string) {
  const all: Responses = {
    "/spaces/S1/change-requests/R1": { number: 7, subject: "Words" },
    "/spaces/S1/change-requests/R1/changes": { changes },
    "/spaces/S1": { organization: "O1" },
    "/orgs/O1/sites": {
      items: [
        { id: "X0", published: false },
        { id: "X1", published: true },
        { id: "X2", published: true },
      ],
    },
    "/orgs/O1/sites/X1/site-spaces": {
      items: [{ space: { id: "S2" }, urls: { published: "https://other" } }],
    },
    "/orgs/O1/sites/X2/site-spaces": {
      items: [{ space: { id: "S1" }, urls: { published: "https://docs.example/a/" } }],
    },
    ...responses,
  };
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => all[line.replace(/^GET |\?.*/g, "")] ?? 404,
  });
  const result = await printPreviewLinks(context, {
    spaceId: "S1",
    changeRequestId: "R1",
    ...(on && { on }),
  });
  return { text: result && "text" in result ? result.text : "", sent: sent.map(String) };
}

const home = "https://docs.example/a/~/changes/7";

describe("the comment", () => {
  test("has a row for each page", async () => {
    const { text, sent } = await print([
      change("page_created", "A"),
      change("page_deleted", "B"),
      change("page_moved", "C", { path: "a b/(c)" }),
      change("page_edited", "C", { path: "a b/(c)" }),
      change("page_edited", "D", { path: "" }),
      change("page_edited", "E", {
        title: " [x](y)  @ada *b* `c` www.evil.example a:b\\|<i> #1 ~x~ !z & _u_",
      }),
    ]);
    expect(text.split("\n")).toEqual([
      `Preview of change request [#7 Words](${home})`,
      "",
      "| page | change |",
      "|---|---|",
      `| [Title A](${home}/path-A) | added |`,
      "| Title B | removed |",
      `| [Title C](${home}/a%20b/%28c%29) | moved, edited |`,
      `| [Title D](${home}) | edited |`,
      `| [\\[x\\](y) @\u200bada \\*b\\* \\\`c\\\` www\\.evil.example a\\:b\\\\\\|\\<i\\> \\#1 \\~x\\~ \\!z \\& \\_u\\_](${home}/path-E) | edited |`,
      "",
    ]);
    expect(sent.some((line) => line.includes("/sites/X0/"))).toBe(false);
    expect(sent.find((line) => line.startsWith("GET /orgs/O1/sites?"))).toContain("space=S1");
  });

  test("says that no page changes, and counts further changes", async () => {
    const responses = { "/spaces/S1/change-requests/R1": { number: 7, subject: "" } };
    expect((await print([], responses)).text).toBe(
      `Preview of change request [#7](${home})\n\nNo pages change.\n`,
    );
    const more = { "/spaces/S1/change-requests/R1/changes": { changes: [], more: 3 } };
    expect((await print([], more)).text).toContain(
      "No pages change.\n\n3 more changes are not listed.\n",
    );
  });
});

describe("the site", () => {
  test("can be chosen, and is not listed then", async () => {
    const { sent } = await print([], {}, "X2");
    expect(sent.some((line) => line.startsWith("GET /orgs/O1/sites?"))).toBe(false);
  });

  test.each<readonly [Responses, string | undefined, string, string]>([
    [
      { "/orgs/O1/sites": { items: [] } },
      undefined,
      "No published site that you can see shows the space. Publish one, or show the changes in the terminal.",
      "tome cr diff",
    ],
    [{}, "X1", "The site X1 does not show the space, or is not published.", "tome site publish X1"],
    [
      { "/orgs/O1/sites/X2/site-spaces": { items: [{ space: { id: "S1" }, urls: {} }] } },
      "X2",
      "The site X2 does not show the space, or is not published.",
      "tome site publish X2",
    ],
  ])("without the space is refused: %#", async (responses, on, message, hint) => {
    await expect(print([], responses, on)).rejects.toThrow(new UsageError(message, hint));
  });
});
