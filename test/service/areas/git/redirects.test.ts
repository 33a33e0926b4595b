import { expect, test } from "vitest";
import * as page from "../../../../src/contract/page.ts";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace, pageCalled } from "../../../support/git/git-space.ts";

const settings = `root: ./docs/
redirects:
  old/page: new/page.md
  folder: ./new/
  OLD: new/page.md#part
  /slash: new/page.md
  lost: gone.md
`;
const docs = {
  ".gitbook.yaml": settings,
  "docs/SUMMARY.md":
    "# Summary\n\n* [Home](README.md)\n* [New](new/README.md)\n  * [Page](new/page.md)\n",
  "docs/README.md": "# Home\n\n[a](old/page) [b](old/page.md) [c](/old) [d](slash) [e](lost)\n",
  "docs/new/README.md": "# New\n",
  "docs/new/page.md": "# Page\n\n## Part\n",
};

async function start() {
  const started = await gitSpace();
  const repository = gitRepository();
  const head = repository.commit(docs);
  const info = await started.imports(repository.path);
  expect(info.state).toBe("success");
  const { workspace, admin, spaceId } = started;
  const titleAt = async (pagePath: string) =>
    (await workspace.ok(admin, page.getByPath, { spaceId, pagePath })).title;
  return { ...started, repository, head, info, titleAt };
}

slowTest("a redirected path leads to the page, unless a page exists at the path", async () => {
  const { workspace, admin, spaceId, titleAt, tree, edit } = await start();
  expect(await titleAt("old/page")).toBe("Page");
  expect(await titleAt("Old/Page/")).toBe("Page");
  expect(await titleAt("old")).toBe("Page");
  expect(await titleAt("folder")).toBe("New");
  for (const pagePath of ["slash", "/slash", "lost", "old/page/more"]) {
    const { status } = await workspace.refused(admin, page.getByPath, { spaceId, pagePath });
    expect(status).toBe(404);
  }
  const { id } = pageCalled(await tree(), "New");
  await edit((content) => ({
    ...content,
    pages: content.pages.map((one) => (one.id === id ? { ...one, slug: "old" } : one)),
  }));
  expect(await titleAt("old")).toBe("New");
  expect(await titleAt("old/page")).toBe("Page");
});

slowTest("links to a redirected path resolve, and so do published URLs", async () => {
  const { workspace, admin, organizationId, spaceId, repository, imports } = await start();
  const statuses = async () => {
    const { items } = await workspace.ok(admin, space.links, { spaceId });
    return items.map(({ status, targetReference: to }) => [
      status,
      to?.kind === "page" ? to.page.title : to?.kind === "url" && to.url,
    ]);
  };
  expect(await statuses()).toEqual([
    ["ok", "Page"],
    ["broken", "slash"],
    ["broken", "lost"],
  ]);
  const title = "Docs";
  const { id: siteId } = await workspace.ok(admin, site.create, {
    ...{ organizationId, title, spaces: [spaceId] },
  });
  await workspace.ok(admin, site.publish, { organizationId, siteId });
  const proxy = "docs.example.com/help";
  await workspace.vouch(organizationId, "docs.example.com");
  await workspace.ok(admin, site.update, { organizationId, siteId, proxy });
  const base = `https://${proxy}`;
  repository.commit({
    "docs/README.md": `# Home\n\n[a](${base}/old/page) [b](${base}/Folder) [c](${base}/lost)\n`,
  });
  await imports(repository.path);
  expect(await statuses()).toEqual([
    ["ok", "Page"],
    ["ok", "New"],
    ["broken", `${base}/lost`],
  ]);
});

slowTest("ignored redirects are reported, and stay in the settings", async () => {
  const { info, repository, head, exports, imports, tree } = await start();
  expect(info.warnings).toEqual([
    ".gitbook.yaml: the redirect from /slash must not begin with a slash. Use slash.",
    ".gitbook.yaml: the redirect from lost leads to gone.md, which is not a page of the space.",
  ]);
  expect(await exports(repository.path)).toMatchObject({ state: "success", commit: head });
  repository.commit({ ".gitbook.yaml": "root: ./docs/\nredirects:\n  old/page: new/page.md\n" });
  expect(await imports(repository.path)).not.toHaveProperty("warnings");
  expect((await tree()).redirects).toEqual({ "old/page": "new/page.md" });
  repository.commit({ ".gitbook.yaml": "root: ./docs/\n" });
  await imports(repository.path);
  expect(await tree()).not.toHaveProperty("redirects");
});

test.each([
  ["redirects: none\n", "must consist of lines such as previous/page: new-folder/page.md."],
  ["redirects:\n  - a\n", "must consist of lines such as"],
  ["redirects:\n  a: 1\n", "The redirect from a has no file."],
  ["redirects:\n  a:\n", "The redirect from a has no file."],
])("%j is refused with the format of redirects", async (text, message) => {
  const { imports } = await gitSpace();
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", ".gitbook.yaml": text });
  const failed = await imports(repository.path);
  expect(failed).toMatchObject({ state: "failure", error: expect.stringContaining(message) });
});

slowTest(
  "redirects are exported to a repository without settings, and never replace existing ones",
  async () => {
    const { exports, tree, imports } = await start();
    const [empty, own] = [gitRepository(), gitRepository()];
    const theirs = "structure:\n  readme: README.md\n";
    own.commit({ ".gitbook.yaml": theirs });
    expect(await exports(empty.path)).toMatchObject({ state: "success" });
    const { redirects } = await tree();
    expect(redirects).toMatchObject({ "old/page": "new/page.md" });
    await imports(empty.path);
    expect((await tree()).redirects).toEqual(redirects);
    expect(await exports(own.path)).toMatchObject({ state: "success" });
    expect(own.files()[".gitbook.yaml"]).toBe(theirs);
  },
);
