/** Rules in the prose of the published description that its schemas do not express. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as cr from "../../src/contract/cr.ts";
import type { ContentChange } from "../../src/contract/cr-content.model.ts";
import * as content from "../../src/contract/cr-content.ts";
import * as review from "../../src/contract/cr-review.ts";
import * as git from "../../src/contract/git.ts";
import * as site from "../../src/contract/site.ts";
import * as customization from "../../src/contract/site-customization.ts";
import * as externalLink from "../../src/contract/site-external-link.ts";
import * as section from "../../src/contract/site-section.ts";
import * as siteSpace from "../../src/contract/site-space.ts";
import * as space from "../../src/contract/space.ts";
import * as team from "../../src/contract/team.ts";
import { openSitesFixture } from "../service/areas/sites/fixture.ts";
import { slowTest } from "../support/generators/amount.ts";
import { openDesk } from "../support/organizations/changes.ts";
import { readDescriptions } from "../support/requests/published.ts";

interface Rule {
  readonly operation: string;
  /** The rule as the description words it. */
  readonly text: string;
  readonly result: "exact" | "approximate";
  /** The file or folder with its test. */
  readonly test: string;
}

interface DescribedRules {
  readonly rules: readonly Rule[];
  /** Digests of the descriptions of operations that were read for rules. */
  readonly reviewed: Readonly<Record<string, string>>;
}

const { rules, reviewed }: DescribedRules = JSON.parse(
  readFileSync("scripts/comparing/described-rules.json", "utf8"),
);

function readProse(): ReadonlyMap<string, string> {
  const newest = readDescriptions().at(-1);
  const operations = Object.values(newest?.document.paths ?? {}).flatMap((path) =>
    Object.values(path),
  );
  return new Map(
    operations.map(({ operationId, description = "" }) => [operationId, description] as const),
  );
}

describe("the recorded rules", () => {
  test("are in the description, and no description has changed since it was read", () => {
    const prose = readProse();
    const missing = rules.filter(
      ({ operation, text }) => !prose.get(operation)?.replace(/\s+/g, " ").includes(text),
    );
    expect(missing).toEqual([]);
    const changed = Object.entries(reviewed).filter(([operation, digest]) => {
      const text = prose.get(operation) ?? "";
      return createHash("sha256").update(text).digest("hex").slice(0, 8) !== digest;
    });
    const task = "Read these descriptions for new rules, and record their digests";
    expect(changed, task).toEqual([]);
    expect(Object.keys(reviewed).length).toBeGreaterThan(100);
  });

  test("have tests, and the fidelity page lists those that apply in part", () => {
    const page = readFileSync("docs/fidelity.md", "utf8");
    const approximate = page.slice(
      page.indexOf("## Approximate"),
      page.indexOf("## Interpretation"),
    );
    for (const { operation, result, test: path } of rules) {
      expect([operation, existsSync(path)]).toEqual([operation, true]);
      if (result === "exact") continue;
      expect([operation, approximate.includes(`\`${operation}\``)]).toEqual([operation, true]);
    }
  });
});

describe("spaces and change requests", () => {
  slowTest("a deleted space can be restored for seven days, and then does not exist", async () => {
    const { workspace, admin, spaceId } = await openDesk();
    await workspace.ok(admin, space.remove, { spaceId });
    workspace.passDays(6.9);
    expect(await workspace.ok(admin, space.restore, { spaceId })).toMatchObject({ id: spaceId });
    await workspace.ok(admin, space.remove, { spaceId });
    workspace.passDays(7.1);
    expect((await workspace.refused(admin, space.restore, { spaceId })).status).toBe(404);
  });

  test("Git information is 404 without a provider", async () => {
    const { workspace, admin, spaceId } = await openDesk();
    expect((await workspace.refused(admin, git.info, { spaceId })).status).toBe(404);
  });

  slowTest(
    "a batch of edits has at most 50 changes, and one invalid change rejects it",
    async () => {
      const desk = await openDesk();
      const { workspace, admin, spaceId } = desk;
      const changeRequestId = await desk.begin();
      const { revision } = await desk.get(changeRequestId);
      const page: ContentChange = { operation: "insert_page", title: "New", document: {} };
      const missing: ContentChange = { operation: "update_page", page: "nowhere", title: "Gone" };
      for (const changes of [Array.from({ length: 51 }, () => page), [page, missing]]) {
        const input = { spaceId, changeRequestId, changes };
        expect((await workspace.refused(admin, cr.edit, input)).status).toBeLessThan(500);
        expect((await desk.get(changeRequestId)).revision).toBe(revision);
      }
      await desk.edit(
        changeRequestId,
        Array.from({ length: 50 }, () => page),
      );
    },
  );

  slowTest(
    "a new title keeps the slug, a page is not moved below itself, and links follow the files",
    async () => {
      const desk = await openDesk();
      const { workspace, admin, spaceId } = desk;
      const changeRequestId = await desk.begin();
      const insert = (title: string, into?: string): ContentChange => ({
        operation: "insert_page",
        title,
        document: {},
        ...(into !== undefined && { into }),
      });
      await desk.edit(changeRequestId, [insert("Home"), insert("Guides")]);
      const list = async () =>
        (await workspace.ok(admin, content.get, { spaceId, changeRequestId })).pages;
      const find = async (title: string) => {
        const all = (await list()).flatMap((page) => [
          page,
          ...("pages" in page && Array.isArray(page.pages) ? page.pages : []),
        ]);
        const page = all.find((one) => one.title === title);
        return { slug: "", ...page, id: page?.id ?? "" };
      };
      const [guides, home] = [await find("Guides"), (await list())[0]];
      await desk.edit(changeRequestId, [insert("Start", guides.id)]);
      const start = await find("Start");
      await desk.edit(changeRequestId, [
        { operation: "update_page", page: guides.id, title: "How" },
      ]);
      expect((await find("How")).slug).toBe("guides");
      const below = [{ operation: "update_page", page: guides.id, into: start.id }] as const;
      const input = { spaceId, changeRequestId, changes: [...below] };
      expect((await workspace.refused(admin, cr.edit, input)).status).toBe(400);
      const links = [
        ["/pages/README.md", home?.id],
        [`/pages/${start.id}`, start.id],
        ["/pages/guides/start", start.id],
        ["/pages/guides/start.md", start.id],
        ["/pages/guides/README.md", guides.id],
        ["./README.md", guides.id],
        // It stays a broken reference, which tome check reports; the hosted platform makes it text.
        ["/pages/missing", "missing"],
      ] as const;
      const markdown = links.map(([link]) => `[link](${link})`).join(" ");
      await desk.write(changeRequestId, start.id, markdown);
      const { revision } = await desk.get(changeRequestId);
      const text = (await desk.pages(revision)).join("\n");
      expect(text).toContain("link");
      const documents = JSON.stringify(
        await workspace.ok(admin, content.page, {
          ...{ spaceId, changeRequestId, pageId: start.id },
          format: "document",
        }),
      );
      for (const [link, page] of links) {
        expect([link, documents.includes(`"page":"${page}"`)]).toEqual([link, true]);
      }
    },
  );

  slowTest(
    "a review is requested of at least one user, and changes are ten by default",
    async () => {
      const desk = await openDesk();
      const { workspace, admin, spaceId } = desk;
      const changeRequestId = await desk.begin();
      const ids = { spaceId, changeRequestId };
      const refused = await workspace.refused(admin, review.request, { ...ids, users: [] });
      expect(refused.status).toBe(400);
      await desk.edit(
        changeRequestId,
        Array.from({ length: 12 }, (_, index) => ({
          operation: "insert_page" as const,
          title: `Page ${index}`,
          document: {},
        })),
      );
      const { changes, more } = await workspace.ok(admin, cr.changes, ids);
      expect([changes.length, more]).toEqual([10, 2]);
    },
  );
});

describe("sites and teams", () => {
  test("a user in both lists of a change of members is removed", async () => {
    const { workspace, admin, org: organizationId } = await openSitesFixture();
    const { id: teamId } = await workspace.ok(admin, team.create, {
      organizationId,
      title: "Docs",
    });
    const ids = { organizationId, teamId };
    await workspace.ok(admin, team.changeMembers, { ...ids, add: [admin], remove: [admin] });
    expect((await workspace.ok(admin, team.members, ids)).items).toEqual([]);
  });

  slowTest("a new site is not published, and a copied space is on no site", async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const id = await fixture.site("Guide");
    expect((await fixture.get(id)).published).toBe(false);
    const [siteSpace] = await fixture.siteSpaces(id);
    const copy = await workspace.ok(admin, space.duplicate, { spaceId: siteSpace?.space.id ?? "" });
    const spaces = (await fixture.siteSpaces(id)).map((one) => one.space.id);
    expect(spaces).not.toContain(copy.id);
  });

  slowTest(
    "a section without a space creates one, and a copy of its only variant becomes a section",
    async () => {
      const fixture = await openSitesFixture();
      const { workspace, admin } = fixture;
      const of = fixture.of(await fixture.site());
      const made = await workspace.ok(admin, section.create, {
        ...of,
        spaceId: null,
        title: "New",
      });
      const variant = made.siteSpaces[0];
      expect(variant?.space.id).toBeDefined();
      const ids = { ...of, siteSpaceId: variant?.id ?? "" };
      const alone = await workspace.ok(admin, siteSpace.duplicate, ids);
      expect(alone.section).not.toBe(made.id);
      await workspace.ok(admin, siteSpace.create, { ...of, spaceId: null, sectionId: made.id });
      const among = await workspace.ok(admin, siteSpace.duplicate, ids);
      expect(among.section).toBe(made.id);
      const sort = {
        ...of,
        item: { type: "site-section" as const, id: made.id },
        position: { before: { type: "site-space" as const, id: variant?.id ?? "" } },
      };
      expect((await workspace.refused(admin, site.sort, sort)).status).toBe(400);
    },
  );

  slowTest("an external link requires sections and an absolute URL", async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const id = await fixture.site("Guide");
    const link = { ...fixture.of(id), title: "Status", url: "https://status.example.com" };
    const early = await workspace.ask(admin, externalLink.create, link);
    expect(early.status).toBeGreaterThanOrEqual(400);
    await fixture.section(id, "Help");
    await workspace.ok(admin, externalLink.create, link);
    for (const url of ["/status", "mailto:a@example.com", "status.example.com"]) {
      const refused = await workspace.refused(admin, externalLink.create, { ...link, url });
      expect(refused.status).toBe(400);
    }
  });

  slowTest(
    "a customization is replaced as a whole, and an override of a site space ends with null",
    async () => {
      const fixture = await openSitesFixture();
      const { workspace, admin } = fixture;
      const of = fixture.of(await fixture.site("Guide"));
      const usual = await workspace.ok(admin, customization.get, of);
      await workspace.ok(admin, customization.put, {
        ...of,
        settings: { ...usual, title: "Named" },
      });
      await workspace.ok(admin, customization.put, { ...of, settings: usual });
      expect(await workspace.ok(admin, customization.get, of)).toMatchObject(usual);
      const [siteSpace] = await fixture.siteSpaces(of.siteId);
      const ids = { ...of, siteSpaceId: siteSpace?.id ?? "" };
      await workspace.ok(admin, customization.override, { ...ids, overrides: { title: "Own" } });
      const own = await workspace.ok(admin, customization.getForSpace, ids);
      expect(own).toMatchObject({ title: "Own", styling: usual.styling });
      await workspace.ok(admin, customization.override, { ...ids, overrides: { title: null } });
      expect(await workspace.ok(admin, customization.getForSpace, ids)).toMatchObject(usual);
    },
  );
});
