import { describe, expect, test } from "vitest";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  createIdentities,
  findPageBefore,
  findUnsynced,
  matchUnsynced,
  type SyncState,
} from "../../../../../src/service/areas/git/import/identities.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const file = (id: string, name: string, location?: string) => ({
  ...{ id, name, contentType: "image/png", hash: "h", size: 1, ...(location && { location }) },
});

/** @param synced the content at the last synchronization, with the things of its files */
function open(
  synced: ContentTree,
  files: Readonly<Record<string, string>>,
  options: {
    readonly now?: ContentTree;
    readonly moved?: Readonly<Record<string, string>>;
    readonly locations?: readonly string[];
  } = {},
) {
  const { now = synced, moved = {}, locations = [] } = options;
  const memory: SyncState = {
    tree: synced,
    files: new Map(Object.entries(files).map(([path, thing]) => [path, { oid: "o", thing }])),
    movedFrom: new Map(Object.entries(moved)),
    unsynced: findUnsynced(now, synced),
  };
  let next = 0;
  return { memory, ids: createIdentities(memory, () => `new${++next}`, locations) };
}

describe("a file of a repository", () => {
  test("is the resource that it was, at its path, its former path or its location", () => {
    const synced = tree(
      [
        page("p1", { location: "one.md" }),
        page("p2", { location: "two.md" }),
        page("p3", { location: "three.md" }),
        page("p4", { type: "group", title: "Guides", location: "ignored.md" }),
      ],
      {
        files: [file("f1", "a.png", "img/a.png")],
        reusableContents: [{ id: "r1", title: "Note", location: ".gitbook/includes/note.md" }],
      },
    );
    const { ids } = open(
      synced,
      { "docs/one.md": "p1", "docs/two.md": "p2" },
      { moved: { "docs/moved.md": "docs/two.md" } },
    );
    expect(ids.of("docs/one.md", "one.md", "page")).toBe("p1");
    // Each resource has one file.
    expect(ids.of("docs/one.md", "one.md", "page")).toBe("new1");
    expect(ids.of("docs/moved.md", "moved.md", "page")).toBe("p2");
    expect(ids.of("docs/three.md", "three.md", "page")).toBe("p3");
    expect(ids.of("docs/ignored.md", "ignored.md", "page")).toBe("new2");
    // A file that changes its kind is another resource.
    expect(ids.of("docs/img/a.png", "img/a.png", "page")).toBe("new3");
    expect(ids.of("docs/img/a.png", "img/a.png", "file")).toBe("f1");
    const note = ".gitbook/includes/note.md";
    expect(ids.of(`docs/${note}`, note, "reusable-content")).toBe("r1");
  });

  test("without one, a page is found by its kind and title, each once", () => {
    const synced = tree([
      page("g1", { type: "group", title: "Guides" }),
      page("g2", { type: "group", title: "Guides" }),
      page("l1", { type: "link", title: "Guides", target: { kind: "url", url: "https://x.test" } }),
      page("e1", { title: "Guides" }),
      page("d1", { title: "Guides", location: "guides.md" }),
    ]);
    const { ids } = open(synced, {});
    expect([
      ids.without("group", "Guides"),
      ids.without("group", "Guides"),
      ids.without("group", "Guides"),
      ids.without("link", "Guides"),
      ids.without("empty", "Guides"),
      ids.without("empty", "Guides"),
      ids.without("group", "Other"),
    ]).toEqual(["g1", "g2", "new1", "l1", "e1", "new2", "new3"]);
  });

  test("is a resource that was created in the space since, by its path", () => {
    const synced = tree([page("old")]);
    const now = tree(
      [
        page("old"),
        page("guide", { slug: "guide", pages: [page("install", { slug: "Install" })] }),
        page("first", { location: "docs/README.md" }),
        page("group", { type: "group", slug: "group" }),
      ],
      {
        files: [file("f1", "a.png"), file("f2", "b.png", "img/b.png")],
        reusableContents: [
          { id: "r1", title: "My note" },
          { id: "r2", title: "Other", location: ".gitbook/includes/x.md" },
        ],
      },
    );
    const locations = [
      ...["guide/README.md", "guide/install.md", "docs/index.md", "group.md", "old.md"],
      ...[".gitbook/assets/a.png", "img/b.png", ".gitbook/includes/my-note.md"],
      ".gitbook/includes/x.md",
    ];
    const unsynced = findUnsynced(now, synced);
    expect([...unsynced.pages.keys()]).toEqual(["guide", "install", "first", "group"]);
    expect(unsynced.files.map(({ id }) => id)).toEqual(["f1", "f2"]);
    expect([...unsynced.reusableContents.keys()]).toEqual(["r1", "r2"]);
    expect(Object.fromEntries(matchUnsynced(unsynced, locations))).toEqual({
      "guide/README.md": "guide",
      "guide/install.md": "install",
      "docs/index.md": "first",
      ".gitbook/assets/a.png": "f1",
      "img/b.png": "f2",
      ".gitbook/includes/my-note.md": "r1",
      ".gitbook/includes/x.md": "r2",
    });
    const { ids, memory } = open(synced, {}, { now, locations });
    expect(ids.of("guide/install.md", "guide/install.md", "page")).toBe("install");
    expect(findPageBefore(memory, "install")?.slug).toBe("Install");
    expect(findPageBefore(memory, "old")?.id).toBe("old");
    expect(findPageBefore(memory, "f1")).toBeUndefined();
  });

  test("at the root is the first page of a space that was never synchronized", () => {
    const match = (pages: ContentTree["pages"], locations: readonly string[]) =>
      Object.fromEntries(matchUnsynced(findUnsynced(tree(pages), undefined), locations));
    const [home, other] = [page("home", { slug: "home" }), page("other", { slug: "other" })];
    const both = ["README.md", "other.md"];
    expect(match([home, other], both)).toEqual({ "README.md": "home", "other.md": "other" });
    expect(match([home, other], ["README.md", "home.md"])).toEqual({ "home.md": "home" });
    const readme = page("readme", { slug: "readme" });
    expect(match([home, readme], ["README.md"])).toEqual({ "README.md": "readme" });
    const group = page("group", { type: "group", slug: "group", pages: [home] });
    expect(match([group], ["README.md"])).toEqual({});
    expect(match([], ["README.md"])).toEqual({});
  });
});
