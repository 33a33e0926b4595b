import { describe, expect, test } from "vitest";
import { previewChangeRequest } from "../../../src/features/change-requests/preview.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Site {
  readonly id: string;
  readonly published?: boolean;
}

const input = { spaceId: "S1", changeRequestId: "C1", browser: false };

/** A space that these sites show, each with another space before it. */
function open(sites: readonly Site[], url = "http://127.0.0.1:4000/_site/X1/a?token=t") {
  return openScriptedContext({
    answer: ({ line }) => {
      const path = line.replace(/^GET |\?.*/g, "");
      if (path === "/spaces/S1/change-requests/C1") return { id: "C1", number: 3 };
      if (path === "/spaces/S1") return { id: "S1", organization: "O1" };
      if (path === "/orgs/O1/sites") return { items: sites };
      if (path.endsWith("/site-spaces")) {
        const { items } = {
          items: [
            { id: "Y0", space: { id: "S0" } },
            { id: "Y1", space: { id: "S1" } },
          ],
        };
        return { items: path.includes("/other/") ? items.slice(0, 1) : items };
      }
      return { url };
    },
    more: { secrets: { receive: () => {}, allow: () => {} } },
  });
}

describe("a change request is shown on a site", () => {
  test.each<[readonly Site[], object, string]>([
    [
      [
        { id: "A", published: false },
        { id: "B", published: true },
      ],
      {},
      "B",
    ],
    [
      [
        { id: "A", published: true },
        { id: "B", published: true },
      ],
      {},
      "A",
    ],
    [[{ id: "A" }, { id: "B", published: false }], {}, "A"],
    [[{ id: "A", published: true }], { on: "D" }, "D"],
  ])("of the sites %j with the flags %j", async (sites, flags, siteId) => {
    const { context, sent } = open(sites);
    const url = "http://127.0.0.1:4000/_site/X1/a?token=t&changeRequest=C1";
    expect(await previewChangeRequest(context, { ...input, ...flags })).toEqual({
      done: `Created a preview of the change request 3 (valid for one hour): ${url}`,
      record: { url, siteId },
    });
    expect(sent.at(-1)).toMatch(`/orgs/O1/sites/${siteId}/publishing/preview?siteSpace=Y1`);
    const hasList = sent.some((line) => String(line).startsWith("GET /orgs/O1/sites?"));
    expect(hasList).toBe(!("on" in flags));
  });
});

test.each<[readonly Site[], object, string]>([
  [
    [],
    {},
    "None of the sites that you can see shows the space, so it has no preview. Add it to a site, or show the changes in the terminal.",
  ],
  [
    [],
    { on: "other" },
    "The site other does not show the space. Specify a site that shows it with --on.",
  ],
])("with the sites %j and the flags %j, there is no preview", async (sites, flags, message) => {
  await expect(
    previewChangeRequest(open(sites).context, { ...input, ...flags }),
  ).rejects.toMatchObject({ message });
});

test.each([
  "https://docs.example.com/a",
  "http://127.0.0.1/x/_site/a",
  "http://127.0.0.1/_sites/a",
  "no URL",
])("a platform with the preview %s does not support previews", async (url) => {
  await expect(previewChangeRequest(open([{ id: "A" }], url).context, input)).rejects.toMatchObject(
    {
      message: "This platform does not support previews of change requests on a site.",
      hint: "tome open",
    },
  );
});
