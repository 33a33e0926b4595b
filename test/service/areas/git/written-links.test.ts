/**
 * Links in unusual spellings: an import resolves their targets, and so does the check of a folder.
 */
import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { checkRepository } from "../../../../src/document/repository/check.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace } from "../../../support/git/git-space.ts";

/** The broken links of the space, and of the check of the folder with lines. */
async function brokenIn(files: Readonly<Record<string, string>>) {
  const { workspace, admin, spaceId, imports, exports, tree } = await gitSpace();
  const repository = gitRepository();
  repository.commit(files);
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  const { items } = await workspace.ok(admin, space.links, { spaceId, status: "broken" });
  const { faults } = await checkRepository({
    files: Object.entries(files).map(([path, { length: size }]) => ({ path, size, stamp: "" })),
    read: async (path) => files[path] ?? "",
    mayBeUnlisted: () => true,
  });
  const head = repository.head();
  expect(await exports(repository.path)).toMatchObject({ commit: head });
  return {
    space: items.map(({ targetReference }) => targetReference),
    check: faults.map(({ rule, line, target }) => [rule, line, target]),
    files: (await tree()).files.map(({ location }) => location).sort(),
  };
}

slowTest(
  "a name with percent signs is found as written, if no other name matches decoded",
  async () => {
    const found = await brokenIn({
      "README.md": "# Start\n\n![x](<a%2Fb.png>) [y](c%20d.txt) [z](p%2Fq.md)\n",
      "SUMMARY.md": "* [Start](README.md)\n* [Q](p%2Fq.md)\n",
      "a%2Fb.png": "x",
      "c%20d.txt": "written",
      "c d.txt": "meant",
      "p%2Fq.md": "# Q\n",
    });
    expect(found).toEqual({ space: [], check: [], files: ["a%2Fb.png", "c d.txt"] });
  },
);

test("character references in HTML are decoded, in every form", async () => {
  const { check, ...found } = await brokenIn({
    "README.md": [
      "# Start",
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>One</td><td><a href="it&#x27;s.png">x</a></td></tr></tbody></table>',
      '<p align="center"><a href="a &#38; b.txt">x</a> <img src="a &amp; b.txt"></p>',
      '<pre><code><a href="README.md#c&#x26;d">x</a>\n<a href="gone&#x27;s.txt">x</a>\n</code></pre>',
      '<a id="c&#38;d"></a>\n',
    ].join("\n\n"),
    "SUMMARY.md": "* [Start](README.md)\n",
    "it's.png": "x",
    "a & b.txt": "x",
  });
  expect(found).toEqual({
    space: [{ kind: "url", url: "gone's.txt" }],
    files: ["a & b.txt", "it's.png"],
  });
  expect(check).toEqual([["link-broken", 8, "gone's.txt"]]);
});

slowTest(
  "a footnote reference in code is not a link, and one without a text is broken",
  async () => {
    const { check, space: broken } = await brokenIn({
      "README.md":
        '# Start\n\n<pre><code><a data-footnote-ref href="#user-content-fn-1">WORD</a> b\n<a data-footnote-ref href="#user-content-fn-2">OTHER</a>\n</code></pre>\n\n[^1]: Note\n',
      "SUMMARY.md": "* [Start](README.md)\n",
    });
    expect(broken).toMatchObject([{ internalLocation: { anchor: "user-content-fn-2" } }]);
    expect(check).toEqual([["anchor-broken", 4, "#user-content-fn-2"]]);
  },
);
