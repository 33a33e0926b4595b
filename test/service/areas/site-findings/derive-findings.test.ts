import { beforeAll, describe, expect, test } from "vitest";
import type { Document } from "../../../../src/contract/document.model.ts";
import * as contract from "../../../../src/contract/site-finding.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { page, publish } from "../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

/** What a broken link is said to refer to, by reference. */
const targets = [
  [{ kind: "url", url: "missing.md" }, "missing.md"],
  [{ kind: "anchor", anchor: "nowhere" }, "the heading #nowhere"],
  [{ kind: "page", page: "p-gone" }, "the page p-gone"],
  [{ kind: "file", file: "f-gone" }, "the file f-gone"],
  [{ kind: "user", user: "u-gone" }, "the user u-gone"],
  [{ kind: "collection", collection: "c-gone" }, "the collection c-gone"],
  [{ kind: "space", space: "s-gone" }, "the space s-gone"],
  [{ kind: "reusable-content", reusableContent: "r-gone" }, "the reusable content r-gone"],
  [{ kind: "openapi", spec: "api-gone" }, "the API specification api-gone"],
] as const;

let fixture: SitesFixture;
let siteId: string;

function createLink(ref: object): Document {
  const document = parseMarkdown("[x](https://link.example/)\n");
  const text = JSON.stringify(document);
  const plain = '{"kind":"url","url":"https://link.example/"}';
  if (!text.includes(plain)) throw new Error("The link has another form.");
  return JSON.parse(text.replace(plain, JSON.stringify(ref)));
}

/** A page for each reference, and the last one also in a reusable content. */
beforeAll(async () => {
  fixture = await openSitesFixture();
  siteId = await fixture.site();
  const spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  await publish(fixture.workspace, spaceId, async (tree, { db }) => {
    const pages = [];
    for (const [at, [ref]] of targets.entries()) {
      const document = await putDocument(db, spaceId, createLink(ref));
      pages.push(page(`p${at}`, { title: `Page ${at}`, document }));
    }
    const reusable = await putDocument(db, spaceId, createLink({ kind: "page", page: "p-lost" }));
    const reusableContents = [{ id: "r1", title: "Note", document: reusable }];
    return { ...tree, pages, reusableContents };
  });
});

const list = async () => {
  const input = { ...fixture.of(siteId), limit: 100 };
  return (await fixture.workspace.ok(fixture.admin, contract.list, input)).items;
};

const readText = (one: Awaited<ReturnType<typeof list>>[number]) =>
  [...JSON.stringify(one.description).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    JSON.parse(`"${text}"`),
  );

describe("a finding", () => {
  test.each([...targets.entries()])("about the link %i names %j", async (at, [ref, target]) => {
    const isHeading = ref.kind === "anchor";
    const position = `the page "Page ${at}"`;
    const one = (await list()).find(({ title }) => title.endsWith(position));
    expect(one).toMatchObject({
      title: `${isHeading ? "Link to a missing heading" : "Broken link"} on ${position}`,
      ...{ severity: isHeading ? "medium" : "high", pages: 1 },
    });
    expect(one && readText(one)).toEqual([
      `In the space "Guide", ${position} refers to ${target}, which does not exist. ${isHeading ? "Readers reach the page instead of the section." : "Readers cannot reach the target."}`,
      "Correct or remove the link.",
    ]);
  });

  test("about a reusable content has no page", async () => {
    const one = (await list()).find(({ title }) => title.includes("reusable content"));
    expect(one).toMatchObject({
      ...{ title: 'Broken link on the reusable content "Note"', severity: "high", pages: 0 },
    });
    expect(await list()).toHaveLength(targets.length + 1);
    const input = { ...fixture.of(siteId), siteFindingId: one?.id ?? "" };
    const { items } = await fixture.workspace.ok(fixture.admin, contract.pages, input);
    expect(items).toEqual([]);
    expect(await fixture.workspace.refused(fixture.admin, contract.fix, input)).toMatchObject({
      status: 409,
      message: `A change request can be generated only for a finding on a page. Finding ${one?.id} is about a reusable content.`,
    });
  });
});
