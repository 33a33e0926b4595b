import { describe, expect, test } from "vitest";
import type { Transport } from "../../../../src/contract/wire.ts";
import { ApiError } from "../../../../src/errors.ts";
import { crawlSite, toSitePath } from "../../../../src/features/sites/export/crawl.ts";

interface Resource {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

/** Exports a site with these resources; all others are missing. */
async function crawl(
  resources: Readonly<Record<string, Resource>>,
  sources: readonly string[] = [],
  prefix = "/docs",
) {
  const files: string[] = [];
  const transport: Transport = async ({ url }) => {
    const { pathname, search } = new URL(url);
    const one = resources[(pathname + search).slice(prefix.length)] ?? { status: 404 };
    const headers = {
      "content-type": one.type ?? "text/html",
      ...(one.location !== undefined && { location: one.location }),
    };
    return { status: one.status ?? 200, headers, body: one.body ?? "" };
  };
  const { results, redirects } = await crawlSite({
    transport,
    site: { origin: "https://site.example", prefix, credentials: new URLSearchParams() },
    sources,
    save: async (file) => void files.push(file),
    progress: () => {},
  });
  const kinds = new Map([...results].map(([path, { kind }]) => [path.slice(prefix.length), kind]));
  return { files: files.sort(), kinds, redirects };
}

test.each([
  ["/docs", "/docs", "/docs"],
  ["/docs/", "/docs", "/docs"],
  ["/docs/a?b=1#c", "/docs", "/docs/a?b=1"],
  ["/docs?q=1", "/docs", "/docs?q=1"],
  ["/docs-old", "/docs", undefined],
  ["/other", "/docs", undefined],
  ["a", "/docs", undefined],
  ["#part", "/docs", undefined],
  ["https://site.example/docs", "/docs", undefined],
  ["//other.example/docs", "/docs", undefined],
  // A site on its own host has no prefix.
  ["/", "", ""],
  ["/a/b", "", "/a/b"],
  ["//other.example/a", "", undefined],
])("the link %s on a site below %j leads to %j", (address, prefix, path) => {
  expect(toSitePath(address, prefix)).toBe(path);
});

const link = (...paths: readonly string[]) => ({
  body: paths.map((path) => `<a href="/docs${path}">x</a>`).join(""),
});

describe("a page that cannot be read", () => {
  test.each([400, 401, 403, 404, 410, 451])("with the status %d is missing", async (status) => {
    const { kinds, files } = await crawl({ "": link("/gone"), "/gone": { status } });
    expect(kinds.get("/gone")).toBe("missing");
    expect(files).toEqual(["index.html"]);
  });

  test.each([413, 500, 502, 503, 504])("with the status %d fails the export", async (status) => {
    const failure = crawl({ "": link("/page"), "/page": { status } });
    await expect(failure).rejects.toThrow(ApiError);
    await expect(failure).rejects.toMatchObject({
      status,
      message: expect.stringContaining("/docs/page"),
    });
  });
});

test.each([
  ["/page", "text/html; charset=utf-8", "page", "page/index.html"],
  ["/~search", "text/html", "search", "~search/index.html"],
  ["/page.md", "text/markdown; charset=utf-8", "text", "page.md"],
  ["/llms.txt", "text/plain", "text", "llms.txt"],
  ["/guide/llms-full.txt", "text/plain", "text", "guide/llms-full.txt"],
  ["/notes.txt", "text/plain", "file", "notes.txt"],
  ["/style.css", "text/css", "file", "style.css"],
  // Uploaded files are stored unchanged.
  ["/~files/a/llms.txt", "text/plain", "file", "~files/a/llms.txt"],
  ["/~files/a/notes.md", "text/markdown", "file", "~files/a/notes.md"],
])("%s of the type %s is a %s", async (path, type, kind, file) => {
  const { kinds, files } = await crawl({ "": link(path), [path]: { type } });
  expect(kinds.get(path)).toBe(kind);
  expect(files).toContain(file);
});

test("links of pages, style sheets and redirects are followed, and those of files are not", async () => {
  const { kinds, redirects } = await crawl(
    {
      "": link("/style.css", "/notes.txt", "/a"),
      "/style.css": { type: "text/css", body: 'a { background: url("/docs/image.png") }' },
      "/image.png": { type: "image/png" },
      "/notes.txt": { type: "text/plain", body: '<a href="/docs/unlinked">x</a>' },
      "/a": link("/a#part", "/?q=1", "/b"),
      "/?q=1": {},
      "/unlinked": {},
      "/old": { status: 307, location: "/docs/c" },
      "/away": { status: 308, location: "https://other.example/x" },
      "/c": {},
    },
    ["/old", "/away", "/none"],
  );
  const found = [...kinds].filter(([, kind]) => kind !== "missing").map(([path]) => path);
  expect(found.sort()).toEqual(
    ["", "/?q=1", "/a", "/away", "/c", "/image.png", "/notes.txt", "/old", "/style.css"].sort(),
  );
  expect(redirects).toEqual(["/docs/old", "/docs/away"]);
});
