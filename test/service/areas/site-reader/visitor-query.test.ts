import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

/** For tests that only add redirects. */
const shared = await openReaders();

test("a sign-in keeps the query of the visitor, without credentials", async () => {
  const { get, change, setFallback } = await openReaders();
  await change({ visibility: "visitor-auth" });
  await setFallback("https://login.example.com/in");
  const { headers } = await get("/~search?q=two+words&token=secret");
  const robots = await get("/robots.txt");
  expect([robots.status, robots.body]).toEqual([200, "User-agent: *\nDisallow: /\n"]);
  expect(new URL(headers.location ?? "").searchParams.get("location")).toBe("/~search?q=two+words");
});

test("an external redirect keeps its own query and fragment, and adds the query of the visitor", async () => {
  const { get, addRedirect } = shared;
  await addRedirect("/away", "https://example.com/new?a=1#part");
  const request = async (path: string) => (await get(path)).headers.location;
  expect(await request("/away")).toBe("https://example.com/new?a=1#part");
  expect(await request("/away?a=2&b=3&jwt_token=secret")).toBe(
    "https://example.com/new?a=1&b=3#part",
  );
});

slowTest(
  "redirects keep the destination and the query of the visitor as they are written",
  async () => {
    const { get, addRedirect } = shared;
    const destinations = [
      ["https://example.com/a?x=%20y&flag", "https://example.com/a?x=%20y&flag"],
      [
        "https://example.com/日本?ä=ö#ü",
        "https://example.com/%E6%97%A5%E6%9C%AC?%C3%A4=%C3%B6#%C3%BC",
      ],
      ["https://example.com?q=a+b", "https://example.com/?q=a+b"],
      ["https://example.com/#?a=1", "https://example.com/#?a=1"],
    ] as const;
    for (const [at, [destination, written]] of destinations.entries()) {
      await addRedirect(`/away${at}`, destination);
      const { status, headers } = await get(`/away${at}`);
      expect([status, headers.location]).toEqual([307, written]);
      const [start = "", fragment] = written.split("#");
      const added = start.includes("?") ? "&" : "?";
      expect((await get(`/away${at}?z=%20&other`)).headers.location).toBe(
        `${start}${added}z=%20&other${fragment === undefined ? "" : `#${fragment}`}`,
      );
    }
  },
);

slowTest("the language of a page is that of its space", async () => {
  const { get, db, site } = await openReaders();
  expect((await get("/")).body).toContain('<html lang="en"');
  await db
    .updateTable("spaces")
    .set({ language: "fr" })
    .where("id", "in", (row) =>
      row.selectFrom("site_spaces").select("space_id").where("site_id", "=", site),
    )
    .execute();
  expect((await get("/?fresh=1")).body).toContain('<html lang="fr"');
});
