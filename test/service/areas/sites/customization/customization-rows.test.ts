import { expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as contract from "../../../../../src/contract/site-customization.ts";
import { getText } from "../../../../support/platforms/platform.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { publish, requestSite } from "../../published/fixture.ts";
import { addSitesFixture } from "../fixture.ts";

const fixture = await addSitesFixture(await openWorkspace());
const { workspace, admin } = fixture;

const beta = "visitor.claims.unsigned.beta";

/** By title, with the claims in the URL for which each is visible. */
const links: readonly (readonly [title: string, condition?: string])[] = [
  ["Always"],
  ["Beta", beta],
  ["Not beta", `!${beta}`],
  ["Staff", "visitor.claims.staff"],
  ["Menu of beta", beta],
];

const toAddress = (name: string) => ({ kind: "url" as const, url: `https://${name}.example/` });

const header = (prefix: string) => ({
  links: links.map(([title, condition]) => ({
    title: `${prefix} ${title}`,
    to: toAddress(title.replaceAll(" ", "-")),
    links: title.startsWith("Menu") ? [{ title: `${prefix} entry`, to: toAddress("entry") }] : [],
    ...(condition !== undefined && { condition }),
  })),
});

const siteId = await fixture.site("Guide", "Deutsch");
const of = fixture.of(siteId);
const [, german] = await fixture.siteSpaces(siteId);
const siteSpaceId = german?.id ?? "";
const settings = { header: header("Site") };
expect((await workspace.ask(admin, contract.put, { ...of, settings })).status).toBe(200);
const overrides = { header: header("Space") };
expect(
  (await workspace.ask(admin, contract.override, { ...of, siteSpaceId, overrides })).status,
).toBe(200);
await publish(fixture, siteId);
await fixture.change(siteId, { visibility: "public" });

test.each([
  { adaptive: false, claim: undefined, shown: ["Always", "Not beta"] },
  { adaptive: false, claim: true, shown: ["Always", "Not beta"] },
  { adaptive: true, claim: undefined, shown: ["Always", "Not beta"] },
  { adaptive: true, claim: false, shown: ["Always", "Not beta"] },
  { adaptive: true, claim: true, shown: ["Always", "Beta", "Menu of beta"] },
])(
  "with adaptive content $adaptive and claim $claim, the header has the links $shown",
  async ({ adaptive, claim, shown }) => {
    await fixture.change(siteId, { adaptiveContent: { enabled: adaptive } });
    const claims = adaptive && { claims: JSON.stringify({ unsigned: { beta: claim } }) };
    const { customizations } = await workspace.ok(admin, site.published, { ...of, ...claims });
    const read = (look: (typeof customizations)["site"] | undefined) =>
      look?.header.links.map(({ title }) => title);
    expect(read(customizations.site)).toEqual(shown.map((title) => `Site ${title}`));
    expect(read(customizations.siteSpaces[siteSpaceId])).toEqual(
      shown.map((title) => `Space ${title}`),
    );
    const query = claim === undefined ? "" : `?visitor.beta=${claim}`;
    for (const [path, prefix] of [
      ["/", "Site"],
      ["/deutsch", "Space"],
    ] as const) {
      const html = await getText(await requestSite(fixture, siteId, path + query));
      for (const [title] of links) {
        const isShown = shown.includes(title);
        expect(html.includes(`>${prefix} ${title}<`), `${path} ${title}`).toBe(isShown);
        const address = toAddress(title.replaceAll(" ", "-")).url;
        expect(html.includes(address), address).toBe(isShown && !title.startsWith("Menu"));
      }
      expect(html.includes("entry.example")).toBe(shown.includes("Menu of beta"));
    }
  },
);

test("the customization for members has all links of the header with their conditions", async () => {
  const all = (prefix: string) => ({
    header: {
      links: links.map(([title, condition]) =>
        expect.objectContaining({ title: `${prefix} ${title}`, ...(condition && { condition }) }),
      ),
    },
  });
  expect(await workspace.ok(admin, contract.get, of)).toMatchObject(all("Site"));
  expect(await workspace.ok(admin, contract.getForSpace, { ...of, siteSpaceId })).toMatchObject(
    all("Space"),
  );
});
