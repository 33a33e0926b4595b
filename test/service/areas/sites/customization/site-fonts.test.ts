import { beforeAll, describe, expect, test } from "vitest";
import type { CustomizationSettings } from "../../../../../src/contract/site-customization.model.ts";
import {
  findFace,
  findFont,
  presentDefinition,
  readFonts,
} from "../../../../../src/service/areas/sites/customization/font-rows.ts";
import {
  findSiteFont,
  readSiteFonts,
  removeFromCustomizations,
  resolveFonts,
  withCurrentFonts,
} from "../../../../../src/service/areas/sites/customization/site-fonts.ts";
import { openSitesFixture, type SitesFixture } from "../fixture.ts";

const base = "https://tome.example.com";
const hashes = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
const [woff2 = "", woff = "", ttf = "", otf = ""] = hashes;
const custom = (id: string, fontFamily = "Other") => ({
  ...{ id, custom: true as const, fontFamily, fontFaces: [] },
});
let fixture: SitesFixture;
let other: string;

/** Two fonts of an organization, and one of another organization. */
beforeAll(async () => {
  fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  other = await fixture.workspace.organization();
  for (const hash of hashes) {
    await db.insertInto("blobs").values({ hash, size: 1, bytes: "", object: null }).execute();
  }
  for (const [id, organization_id, created_at, family] of [
    ["serif", fixture.org, "2026-01-02", "Lumen Serif"],
    ["sans", fixture.org, "2026-01-01", "Lumen Sans"],
    ["foreign", other, "2026-01-01", "Foreign"],
  ] as const) {
    await db
      .insertInto("custom_fonts")
      .values({ id, organization_id, created_at, family })
      .execute();
  }
  for (const [font_id, weight, hash, format] of [
    ["sans", 700, woff, "woff"],
    ["sans", 400, woff2, "woff2"],
    ["serif", 400, ttf, "ttf"],
    ["serif", 700, otf, "otf"],
    ["foreign", 400, woff2, "woff2"],
  ] as const) {
    await db.insertInto("custom_font_faces").values({ font_id, weight, hash, format }).execute();
  }
});

const sansDefinition = {
  ...{ id: "sans", custom: true, fontFamily: "Lumen Sans" },
  fontFaces: [
    { weight: 400, sources: [{ url: `${base}/_font/sans/${woff2}.woff2`, format: "woff2" }] },
    { weight: 700, sources: [{ url: `${base}/_font/sans/${woff}.woff`, format: "woff" }] },
  ],
};
const serifDefinition = {
  ...{ id: "serif", custom: true, fontFamily: "Lumen Serif" },
  fontFaces: [
    { weight: 400, sources: [{ url: `${base}/_font/serif/${ttf}.ttf` }] },
    { weight: 700, sources: [{ url: `${base}/_font/serif/${otf}.otf` }] },
  ],
};

describe("the fonts of an organization", () => {
  test("are listed by age, with their faces by weight", async () => {
    const { workspace, org } = fixture;
    const fonts = await readFonts(workspace.db, org);
    expect(fonts.map((font) => presentDefinition(font, base))).toEqual([
      sansDefinition,
      serifDefinition,
    ]);
    expect(await readFonts(workspace.db, "none")).toEqual([]);
    expect((await findFont(workspace.db, org, "serif"))?.family).toBe("Lumen Serif");
    expect(await findFont(workspace.db, org, "foreign")).toBeUndefined();
  });

  test.each([
    ["sans", `${woff2}.woff2`, 400],
    ["sans", `${woff}.woff`, 700],
    ["sans", `${woff2}.woff`, undefined],
    ["sans", woff2, undefined],
    ["sans", `x${woff2}.woff2`, undefined],
    ["sans", `${ttf}.ttf`, undefined],
    ["serif", `${ttf}.ttf`, 400],
    ["none", `${ttf}.ttf`, undefined],
  ])("have the file %s/%s: weight %s", async (font, name, weight) => {
    expect((await findFace(fixture.workspace.db, font, name))?.weight).toBe(weight);
  });
});

describe("the fonts of a customization", () => {
  test("are those of the organization that it uses, with their current definition", async () => {
    const { db } = fixture.workspace;
    const stale = { ...custom("sans"), fontFamily: "Former" };
    const styling = { font: stale, headingFont: "Inter", monospaceFont: custom("foreign") };
    const fonts = await readSiteFonts(db, fixture.org, [undefined, styling]);
    expect([...fonts.keys()]).toEqual(["sans"]);
    expect(findSiteFont(fonts, styling.font)?.id).toBe("sans");
    for (const font of ["Inter", "sans", null, undefined, { id: "sans", custom: false }]) {
      expect(findSiteFont(fonts, font)).toBeUndefined();
    }
    const settings = { title: "Docs", styling };
    expect(withCurrentFonts(settings, fonts, base)).toEqual({
      title: "Docs",
      styling: { ...styling, font: sansDefinition },
    });
    const builtIn = { styling: { font: "Inter" } };
    expect(withCurrentFonts(builtIn, fonts, base)).toBe(builtIn);
    expect(withCurrentFonts(settings, new Map(), base)).toBe(settings);
    expect((await readSiteFonts(db, fixture.org, [builtIn.styling, {}])).size).toBe(0);
    expect((await readSiteFonts(db, other, [styling])).size).toBe(1);
  });

  test("get the id of the font with the same family, and a note without one", async () => {
    const { db } = fixture.workspace;
    const notes: string[] = [];
    const note = (text: string) => notes.push(text);
    const resolve = (settings: CustomizationSettings) =>
      resolveFonts({ db, note }, fixture.org, settings);
    for (const settings of [{}, { styling: { font: "Inter" } }] as const) {
      expect(await resolve(settings)).toBe(settings);
    }
    const styling = {
      font: custom("elsewhere", "Lumen Serif"),
      headingFont: custom("sans", "Lumen Serif"),
      monospaceFont: custom("elsewhere", "Unknown"),
    };
    expect(await resolve({ title: "Docs", styling })).toEqual({
      title: "Docs",
      styling: { ...styling, font: { ...styling.font, id: "serif" } },
    });
    const text =
      'The organization has no custom font "Unknown", so styling.monospaceFont has no effect. To create it: tome org font create';
    expect(notes).toEqual([text]);
    const unknown = { styling: { monospaceFont: styling.monospaceFont } };
    expect(await resolve(unknown)).toBe(unknown);
    expect(await resolveFonts({ db }, fixture.org, unknown)).toBe(unknown);
    expect(notes).toEqual([text, text]);
  });

  test("return to the default when the font is deleted, in the organization only", async () => {
    const { db } = fixture.workspace;
    const [one, two] = [await fixture.site(), await fixture.site()];
    const settings = {
      title: "sans",
      styling: { font: custom("sans"), headingFont: custom("serif"), theme: "clean", links: null },
    };
    const rows = [
      { id: "all", site_id: one, settings },
      { id: "text", site_id: one, settings: { title: "sans", header: { links: [] } } },
      { id: "foreign", site_id: two, settings },
    ];
    for (const row of rows) {
      const columns = { settings: JSON.stringify(row.settings), updated_at: "2026-01-01" };
      await db
        .insertInto("site_customizations")
        .values({ ...row, ...columns })
        .execute();
    }
    await db.updateTable("sites").set({ organization_id: other }).where("id", "=", two).execute();
    await removeFromCustomizations(db, fixture.org, "sans");
    const stored = await db.selectFrom("site_customizations").selectAll().orderBy("id").execute();
    const { font: _, ...styling } = settings.styling;
    expect(stored.map((row) => [row.id, JSON.parse(row.settings)])).toEqual([
      ["all", { title: "sans", styling }],
      ["foreign", settings],
      ["text", { title: "sans", header: { links: [] }, styling: {} }],
    ]);
  });
});
