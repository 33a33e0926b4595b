import { beforeAll, describe, expect, test } from "vitest";
import * as content from "../../../../../src/contract/content.ts";
import * as cr from "../../../../../src/contract/cr.ts";
import * as space from "../../../../../src/contract/space.ts";
import { putFile } from "../../../../../src/service/areas/content/files/blobs.ts";
import { withDrafts } from "../../../../../src/service/areas/content/tree/drafts.ts";
import { slowTest, slowTests } from "../../../../support/generators/amount.ts";
import { type ReadPdf, readPdf } from "../../../../support/machine/pdf.ts";
import { type Desk, openDesk } from "../../../../support/organizations/changes.ts";
import { publish } from "../../../../support/organizations/content.ts";

/** An image of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let desk: Desk;
const ids: Record<string, string> = {};
beforeAll(async () => {
  desk = await openDesk();
  const { workspace, spaceId } = desk;
  await publish(workspace, spaceId, async (tree, setup) => {
    const store = async (id: string, name: string, contentType: string, bytes: Buffer) => ({
      ...{ id, name, contentType, location: name },
      ...(await putFile(setup.db, spaceId, bytes)),
    });
    const files = [
      await store("shown", "shown.png", "image/png", png),
      await store("noted", "noted.png", "image/png", Buffer.concat([png, Buffer.from("2")])),
      await store("boxed", "boxed.png", "image/png", Buffer.concat([png, Buffer.from("3")])),
      await store("manual", "manual.zip", "application/zip", Buffer.from("zip")),
    ];
    const note = await withDrafts(setup, spaceId, { ...tree, files }, [
      {
        title: "Note",
        markdown:
          'A shared note.\n\n![Noted](noted.png)\n\n<table><tr><td><img src="../../boxed.png"></td></tr></table>\n',
      },
    ]);
    const reusableContents = ["used", "unused"].map((id) => ({
      ...{ id, title: id },
      ...(note.pages[0]?.document !== undefined && { document: note.pages[0].document }),
    }));
    const drafts = [
      {
        title: "Start",
        description: "The first page.",
        markdown:
          '![Shown](shown.png)\n\n{% file src="manual.zip" %}\n\nThen [go on](guides/more.md).\n',
      },
      {
        title: "Guides",
        pages: [
          {
            title: "More",
            markdown: "More words.\n",
            pages: [{ title: "Inner", markdown: "Deep.\n" }],
          },
          { title: "Elsewhere", target: { kind: "url" as const, url: "https://example.com/" } },
          { title: "Noted", markdown: '{% include "../.gitbook/includes/used.md" %}\n' },
        ],
      },
    ];
    const whole = { ...tree, files, reusableContents };
    const made = await withDrafts(setup, spaceId, whole, drafts);
    const [, guides] = made.pages;
    for (const page of [...made.pages, ...(guides?.pages ?? [])]) ids[page.title] = page.id;
    return made;
  });
});

async function print(
  input: { readonly page?: string; readonly only?: boolean } = {},
): Promise<ReadPdf> {
  const { workspace, admin, spaceId } = desk;
  const { url } = await workspace.ok(admin, content.pdf, { spaceId, ...input });
  return open(url);
}

async function open(url: string): Promise<ReadPdf> {
  const answer = await desk.workspace.service.transport({ method: "GET", url, headers: {} });
  if (typeof answer.body === "string") throw new Error(answer.body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return readPdf(Buffer.concat(chunks));
}

describe("a PDF", () => {
  slowTest("has all pages except links, with their images, files and shared texts", async () => {
    const { title, pages, outline, images } = await print();
    const text = pages.join("\n");
    expect(title).toBe("Guide");
    expect(outline).toEqual(["Start", "Guides", "More", "Inner", "Noted"]);
    for (const part of [
      "The first page.",
      "manual.zip",
      "More words.",
      "Deep.",
      "A shared note.",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Elsewhere");
    // That of the page, and those of the shared text, also in its table.
    expect(images).toBe(3);
  });

  test.each([
    [
      "Guides",
      undefined,
      ["Guides", "More", "Inner", "Noted"],
      ["More words.", "Deep.", "A shared note."],
      2,
    ],
    ["More", undefined, ["More", "Inner"], ["More words.", "Deep."], 0],
    ["More", true, ["More"], ["More words."], 0],
    ["Start", true, ["Start"], ["The first page."], 1],
  ] as const)(
    "of %s has its subpages unless it is printed alone: %s",
    async (title, only, outline, parts, images) => {
      const printed = await print({ page: ids[title] ?? "", ...(only && { only }) });
      const text = printed.pages.join("\n");
      const all = ["The first page.", "More words.", "Deep.", "A shared note."];
      expect(all.filter((part) => text.includes(part)).toSorted()).toEqual([...parts].toSorted());
      expect([printed.outline, printed.images]).toEqual([outline, images]);
    },
  );

  slowTests.each([
    ["Words", ": Words"],
    [" ", ""],
  ])(
    "of a change request with the subject %j has a line with its number and %j",
    async (subject, rest) => {
      const { workspace, admin, spaceId } = desk;
      const created = await workspace.ok(admin, cr.create, { spaceId, subject });
      const { id: changeRequestId, number } = created;
      const { url } = await workspace.ok(admin, cr.pdf, { spaceId, changeRequestId });
      expect(`${(await open(url)).pages[0]}\n`).toContain(`Change request ${number}${rest}\n`);
    },
  );

  slowTest("is refused to a user who has lost access to the space", async () => {
    const { workspace, admin, spaceId, org } = desk;
    const reader = await workspace.member(org, "read");
    const { url } = await workspace.ok(reader, content.pdf, { spaceId });
    expect((await open(url)).title).toBe("Guide");
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
    await expect(open(url)).rejects.toThrow("This URL is not valid.");
    await workspace.ok(admin, space.update, { spaceId, defaultLevel: "inherit" });
  });
});
