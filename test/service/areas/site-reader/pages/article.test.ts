import { expect, test, vi } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import {
  type Family,
  families,
  paragraph,
  putHeavyPage,
} from "../../../../support/generators/multiplying.ts";
import { openReaders } from "../../reader/fixture.ts";

/** Pages whose text contains it wait in `writeHtml`, and report a long time there. */
const slowText = "A text that takes long";

/** The renderings so far; those of slow pages end with the promise. */
const rendering = { pages: 0, slow: 0, end: Promise.resolve() };

vi.mock("../../../../../src/service/engines/pages.ts", async (load) => {
  const original = await load<typeof import("../../../../../src/service/engines/pages.ts")>();
  const writeHtml: typeof original.writeHtml = async (request, asker, options) => {
    rendering.pages++;
    if (request.body.includes(slowText)) {
      rendering.slow++;
      await rendering.end;
      options?.measure?.(3000);
    }
    return original.writeHtml(request, asker, options);
  };
  return { ...original, writeHtml };
});

async function openSite() {
  const readers = await openReaders();
  const { service, db, site } = readers;
  const { space_id: space } = await db
    .selectFrom("sites")
    .innerJoin("site_sections", "site_sections.id", "sites.default_section_id")
    .innerJoin("site_spaces", "site_spaces.id", "site_sections.default_site_space_id")
    .select("site_spaces.space_id")
    .where("sites.id", "=", site)
    .executeTakeFirstOrThrow();
  // Claims of visitors count, so that each visitor has their own rendering of a page.
  await db.updateTable("sites").set({ adaptive_content: 1, visitor_schema: null }).execute();
  const put = (family: Family, size: number) => putHeavyPage(service, space, family, size);
  return { ...readers, put };
}

slowTest(
  "a page that exceeds a limit is refused again without rendering, until it changes",
  async () => {
    const { put, get } = await openSite();
    const [family] = families.filter(({ name }) => name === "includes that include each other");
    if (family === undefined) throw new Error("The family is missing.");
    const read = async () => {
      const before = rendering.pages;
      const { status, body } = await get("/heavy");
      return [status, /\(limit [\w.]+\)/.exec(body)?.[0], rendering.pages - before];
    };
    await put(family, 36);
    expect(await read()).toEqual([413, "(limit page.nodes)", 1]);
    expect(await read()).toEqual([413, "(limit page.nodes)", 0]);
    await put(family, 2);
    expect(await read()).toEqual([200, undefined, 1]);
  },
);

test("slow pages of a site are rendered one at a time, and its other pages beside them", async () => {
  const { put, get } = await openSite();
  const slow: Family = {
    name: "a page with an expression",
    sizes: [],
    make: async () => ({
      nodes: [
        paragraph({ object: "text", leaves: [{ object: "leaf", text: slowText, marks: [] }] }),
        paragraph({
          object: "inline",
          type: "expression",
          data: { expression: "visitor.claims.unsigned.a" },
        }),
      ],
    }),
  };
  await put(slow, 1);
  const read = async (visitor: string) => (await get(`/heavy?visitor.a=${visitor}`)).status;
  // Not known as slow yet.
  expect(await read("0")).toBe(200);
  const before = rendering.slow;
  let open = () => {};
  rendering.end = new Promise((resolve) => {
    open = resolve;
  });
  const reading = ["1", "2", "3"].map(read);
  expect((await get("/")).status).toBe(200);
  await vi.waitFor(() => expect(rendering.slow).toBeGreaterThan(before));
  expect((await get("/?visitor.a=4")).status).toBe(200);
  expect(rendering.slow - before).toBe(1);
  open();
  expect(await Promise.all(reading)).toEqual([200, 200, 200]);
  expect(rendering.slow - before).toBe(3);
});
