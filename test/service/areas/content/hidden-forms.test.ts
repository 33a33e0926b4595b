/** Files that texts name in any form, as visitors for whom the text is visible or hidden read them. */
import { beforeAll, describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { toStoredForm } from "../../../../src/document/stored-document.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { listVisibleContent } from "../../../../src/service/areas/content/hidden-content.ts";
import { readCurrentContent } from "../../../../src/service/areas/content/texts/text-spaces.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { page, publish, publishPages } from "../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

const forms: Readonly<Record<string, (url: string) => string>> = {
  image: (url) => `![](${url})`,
  link: (url) => `[x](${url})`,
  "part of a file": (url) => `[x](${url}#page=2)`,
  "block of an integration": (url) => `{% @my/block url="${url}" %}`,
  "JSON in a block of an integration": (url) => `{% @my/block value='{"a":["${url}"]}' %}`,
  details: (url) => `<details>\n<summary>S</summary>\n\n[x](${url})\n\n</details>`,
  "details without lines": (url) => `<details><summary>S</summary>[x](${url})</details>`,
  audio: (url) => `<audio src="${url}"></audio>`,
  "audio with a source": (url) => `<audio><source src='${url}'></audio>`,
  "video with a poster": (url) => `<video src="https://a.example/v" poster=${url}></video>`,
  video: (url) => `<video src="${url}"></video>`,
  "video with a source": (url) => `<video><source src="${url}"></video>`,
  track: (url) => `<video><track src="${url}"></video>`,
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  object: (url) => `<object data="${url}"></object>`,
  "image of a dark theme": (url) =>
    `<picture><source media="(prefers-color-scheme: dark)" srcset='${url} 2x'><img src="https://a.example/i" alt=""></picture>`,
  anchor: (url) => `<a href="${url}">x</a>`,
  "anchor with encoded characters": (url) => `<a href="${url.replaceAll("/", "&#47;")}">x</a>`,
  "HTML image": (url) => `<img src="${url}" alt="">`,
  "second image of a tag": (url) => `<img src="https://a.example/i" srcset="${url}" alt="">`,
  "operation of a specification": (url) =>
    `{% openapi-operation spec="${url}" path="/a" method="get" %}\n{% endopenapi-operation %}`,
  swagger: (url) => `{% swagger src="${url}" path="/a" method="get" %}\n{% endswagger %}`,
  file: (url) => `{% file src="${url}" %}`,
  embed: (url) => `{% embed url="${url}" %}`,
  card: (url) => `{% content-ref url="${url}" %}\n[x](${url})\n{% endcontent-ref %}`,
  "table cell": (url) => `| A |\n| - |\n| [x](${url}) |`,
  "HTML table cell": (url) =>
    `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><a href="${url}">x</a></td></tr></tbody></table>`,
  "cover of a card": (url) =>
    `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href="${url}">x</a></td></tr></tbody></table>`,
  "target of a card": (url) =>
    `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>One</td><td><a href="${url}">x</a></td></tr></tbody></table>`,
  button: (url) => `<a href="${url}" class="button primary">x</a>`,
  tab: (url) => `{% tabs %}\n{% tab title="A" %}\n[x](${url})\n{% endtab %}\n{% endtabs %}`,
  hint: (url) => `{% hint style="info" %}\n<a href="${url}">x</a>\n{% endhint %}`,
  footnote: (url) => `text[^1]\n\n[^1]: note [x](${url})`,
  formula: (url) => `$$\n${url}\n$$`,
  code: (url) => `\`\`\`\n${url}\n\`\`\``,
  update: (url) =>
    `{% updates format="full" %}\n{% update date="2024-01-01" %}\n## A\n[x](${url})\n{% endupdate %}\n{% endupdates %}`,
  figure: (url) =>
    `<figure><img src="https://a.example/i" alt=""><figcaption><p><a href="${url}">x</a></p></figcaption></figure>`,
  column: (url) => `{% columns %}\n{% column %}\n![](${url})\n{% endcolumn %}\n{% endcolumns %}`,
};
const names = Object.keys(forms);

let fixture: SitesFixture;
let spaceId: string;
let otherId: string;

const toId = (name: string) => `File-${names.indexOf(name)}`;
const when = (text: string) => `{% if visitor.claims.unsigned.beta %}\n${text}\n{% endif %}\n`;

beforeAll(async () => {
  fixture = await openSitesFixture();
  const { workspace } = fixture;
  spaceId = await fixture.space("Guide");
  otherId = await fixture.space("Other");
  const stored = await putFile(workspace.db, spaceId, Buffer.from("x"));
  await publish(workspace, spaceId, (tree) => ({
    ...tree,
    files: names.map((name) => ({
      ...{ id: toId(name), name: `${name}.png`, contentType: "image/png", ...stored },
    })),
  }));
});

/** Replaces the pages of both spaces. @returns the names of the files that the visitor reads */
async function readWith(
  markdown: (form: (url: string) => string, name: string) => string,
  { isBeta = false, inOther = () => "" }: { isBeta?: boolean; inOther?: typeof markdown } = {},
): Promise<string[]> {
  const { workspace } = fixture;
  for (const [id, write] of [[spaceId, markdown] as const, [otherId, inOther] as const]) {
    await publish(workspace, id, (tree) => ({ ...tree, pages: [] }));
    const drafts = Object.entries(forms).map(([name, form]) => ({
      title: name,
      markdown: write(form, name),
    }));
    await publishPages(workspace, id, drafts);
  }
  const { db } = workspace;
  const claims = { unsigned: { beta: isBeta } };
  const visitor = { site: "site", spaces: new Set([spaceId, otherId]), claims };
  const { tree } = await readCurrentContent(db, spaceId);
  const { files } = await listVisibleContent({ db, visitor }, spaceId, tree);
  return files.map(({ name }) => name.replace(".png", "")).sort();
}

describe("a file of a text", () => {
  const toUrl = (name: string) => `/files/${toId(name)}`;
  const everything = names.toSorted();

  test("is visible, although the page has a condition", async () => {
    const write = (form: (url: string) => string, name: string) =>
      `${form(toUrl(name))}\n\n${when("Text.")}`;
    expect(await readWith(write)).toEqual(everything);
  });

  slowTest("is visible if the condition holds", async () => {
    const write = (form: (url: string) => string, name: string) => when(form(toUrl(name)));
    expect(await readWith(write, { isBeta: true })).toEqual(everything);
  });

  slowTest("is hidden if the condition does not hold, and after the text was removed", async () => {
    const write = (form: (url: string) => string, name: string) => when(form(toUrl(name)));
    expect(await readWith(write)).toEqual([]);
    expect(await readWith(() => when("Text."))).toEqual([]);
  });

  slowTest("is visible in another space, although it is hidden in its own", async () => {
    const write = (form: (url: string) => string, name: string) => when(form(toUrl(name)));
    const inOther = (form: (url: string) => string, name: string) =>
      form(`/spaces/${spaceId}/files/${toId(name)}`);
    expect(await readWith(write, { inOther })).toEqual(everything);
  });
});

test.each(names)("the spaces of a document include the space of a file in the form: %s", (name) => {
  const markdown = forms[name]?.("/spaces/S1/files/F1") ?? "";
  expect(toStoredForm(parseMarkdown(markdown)).spaces).toEqual(["S1"]);
});

slowTest(
  "a file that only covers and links in the navigation of another space show is visible",
  async () => {
    const { workspace } = fixture;
    const [first = "", second = "", third = ""] = names;
    await readWith(() => when("Text."));
    // No text of this space has ever referred to the file.
    const coveredId = await fixture.space("Covered");
    const covered = page("covered", {
      cover: {
        ref: { kind: "file", file: toId(first), space: spaceId },
        refDark: { kind: "file", file: toId(second), space: spaceId },
        yPos: 0,
      },
    });
    const link = {
      ...{
        type: "link" as const,
        target: { kind: "file" as const, file: toId(third), space: spaceId },
      },
    };
    await publish(workspace, coveredId, (tree) => ({
      ...tree,
      pages: [covered, page("link", link)],
    }));
    const { db } = workspace;
    const { tree } = await readCurrentContent(db, spaceId);
    const read = async (spaces: readonly string[]) => {
      const visitor = { site: "site", spaces: new Set(spaces), claims: {} };
      const { files } = await listVisibleContent({ db, visitor }, spaceId, tree);
      return files.map(({ id }) => id).sort();
    };
    expect(await read([spaceId, otherId])).toEqual([]);
    const shown = [first, second, third].map(toId).sort();
    expect(await read([spaceId, otherId, coveredId])).toEqual(shown);
  },
);
