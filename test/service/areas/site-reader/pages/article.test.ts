import { expect, test, vi } from "vitest";
import { families, putHeavyPage } from "../../../../support/multiplying.ts";
import { openReaders } from "../../reader/fixture.ts";

/** The number of pages that were rendered. */
let rendered = 0;

vi.mock("../../../../../src/service/engines/pages.ts", async (load) => {
  const original = await load<typeof import("../../../../../src/service/engines/pages.ts")>();
  const writeHtml: typeof original.writeHtml = (request, asker) => {
    rendered++;
    return original.writeHtml(request, asker);
  };
  return { ...original, writeHtml };
});

test("a page that exceeds a limit is refused again without rendering, until it changes", async () => {
  const { service, db, site, get } = await openReaders();
  const [family] = families.filter(({ name }) => name === "includes that include each other");
  if (family === undefined) throw new Error("The family is missing.");
  const { space_id: space } = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", site)
    .where("id", "=", (query) =>
      query
        .selectFrom("sites")
        .innerJoin("site_sections", "site_sections.id", "sites.default_section_id")
        .select("site_sections.default_site_space_id")
        .where("sites.id", "=", site),
    )
    .executeTakeFirstOrThrow();
  const read = async () => {
    rendered = 0;
    const { status, body } = await get("/heavy");
    return [status, /\(limit [\w.]+\)/.exec(body)?.[0], rendered];
  };
  await putHeavyPage(service, space, family, 36);
  expect(await read()).toEqual([413, "(limit page.nodes)", 1]);
  expect(await read()).toEqual([413, "(limit page.nodes)", 0]);
  await putHeavyPage(service, space, family, 2);
  expect(await read()).toEqual([200, undefined, 1]);
});
