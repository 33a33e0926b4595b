/** URLs of a site with section groups and variants, whose content changes by merges and reverts. */
import fc from "fast-check";
import { expect } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import type { Endpoint, Input } from "../../../../src/contract/endpoint.ts";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as sectionGroup from "../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import type { ContentPage, ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { publish } from "../../../support/organizations/content.ts";
import {
  openSiteClient,
  publishNestedPages,
  publish as publishSite,
} from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

type Changes = Input<typeof cr.edit>["changes"];

function listPages(pages: readonly ContentPage[]): readonly ContentPage[] {
  return pages.flatMap((page) => [page, ...listPages(page.pages)]);
}

/** Sections Guide, with two variants, and API, of which the latter is in a group. */
async function openSite() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const spaces: string[] = [];
  for (const title of ["Guide", "API", "Deutsch"]) {
    const space = await fixture.space(title);
    spaces.push(space);
    await publishNestedPages(fixture, space, title);
  }
  const [guide = "", api = "", german = ""] = spaces;
  const sections = [
    (await fixture.section(siteId, "Guide", guide)).id,
    (await fixture.section(siteId, "API", api)).id,
  ];
  await fixture.add(siteId, german, sections[0]);
  let group = (await fixture.group(siteId, "More", [sections[1] ?? ""])).id;
  await publishSite(fixture, siteId);
  const { follow, listPaths } = openSiteClient(fixture, siteId);

  /** Some changes are refused, such as a path that is in use. */
  async function attempt<E extends Endpoint>(operation: E, input: Input<E>) {
    await workspace.ask(admin, operation, input);
  }

  async function readContent(index: number): Promise<ContentTree> {
    const { revision_id } = await workspace.db
      .selectFrom("spaces")
      .select("revision_id")
      .where("id", "=", spaces[index] ?? "")
      .executeTakeFirstOrThrow();
    return readTree(workspace.db, revision_id);
  }

  async function findSiteSpace(index: number): Promise<string> {
    const all = await fixture.siteSpaces(siteId);
    return all.find(({ space }) => space.id === spaces[index])?.id ?? "";
  }

  return {
    follow,
    listPaths,
    readContent,
    async listTitles(): Promise<ReadonlySet<string>> {
      const all = await fixture.siteSpaces(siteId);
      const shown = spaces.flatMap((id, index) =>
        all.some(({ space }) => space.id === id) ? [index] : [],
      );
      const trees = await Promise.all(shown.map(readContent));
      return new Set(trees.flatMap(({ pages }) => listPages(pages)).map(({ title }) => title));
    },
    /** Publishes a tree, such as an earlier one. */
    async revert(index: number, tree: ContentTree) {
      await publish(workspace, spaces[index] ?? "", () => tree);
    },
    /** @param meanwhile runs before the merge, which may then be refused */
    async merge(index: number, changes: Changes, meanwhile: () => Promise<void>) {
      const spaceId = spaces[index] ?? "";
      const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Change" });
      const ids = { spaceId, changeRequestId: id };
      await attempt(cr.edit, { ...ids, changes });
      await meanwhile();
      await attempt(cr.merge, ids);
    },
    changeSection: (index: number, path: string) =>
      attempt(section.update, { ...of, siteSectionId: sections[index % 2] ?? "", path }),
    changeSiteSpace: async (index: number, path: string) =>
      attempt(siteSpace.update, { ...of, siteSpaceId: await findSiteSpace(index), path }),
    changeDefaultSection: (index: number) =>
      attempt(site.update, { ...of, defaultSiteSection: sections[index % 2] ?? "" }),
    changeDefaultVariant: async (index: number) =>
      attempt(section.update, {
        ...of,
        siteSectionId: sections[0] ?? "",
        defaultSiteSpace: await findSiteSpace(index),
      }),
    async changeGroup(index: number) {
      const siteSectionId = sections[index % 2] ?? "";
      await attempt(sectionGroup.addSection, {
        ...of,
        siteSectionGroupId: group,
        sectionId: siteSectionId,
      });
    },
    async replaceGroup(index: number) {
      await attempt(sectionGroup.remove, { ...of, siteSectionGroupId: group });
      group = (await fixture.group(siteId, "Other", [sections[index % 2] ?? ""])).id;
    },
    /** Removes the variant, or adds it again. */
    async toggleVariant() {
      const siteSpaceId = await findSiteSpace(2);
      if (siteSpaceId === "") await fixture.add(siteId, german, sections[0]);
      else await attempt(siteSpace.remove, { ...of, siteSpaceId });
    },
  };
}

const slugs = fc.constantFrom("start", "end", "child", "leaf", "one", "two", "api");
const paths = fc.constantFrom("guide", "api", "deutsch", "one", "two", "start");
const index = fc.nat({ max: 2 });
const page = fc.nat({ max: 99 });

const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rename" as const), page, slug: slugs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move" as const), page, into: page }) },
  fc.record({ kind: fc.constant("delete" as const), page }),
  fc.record({ kind: fc.constant("insert" as const), slug: slugs, into: page }),
);

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      index,
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
      meanwhile: fc.option(edit, { nil: undefined, freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("revert" as const), index }) },
  fc.record({ kind: fc.constant("section" as const), index, path: paths }),
  fc.record({ kind: fc.constant("site space" as const), index, path: paths }),
  fc.record({ kind: fc.constant("default section" as const), index }),
  fc.record({ kind: fc.constant("default variant" as const), index: fc.constantFrom(0, 2) }),
  fc.record({ kind: fc.constant("group" as const), index }),
  fc.record({ kind: fc.constant("new group" as const), index }),
  fc.record({ kind: fc.constant("variant" as const) }),
);

type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** The changes of a change request; the first page stays. */
function toChanges(edits: readonly Edit[], { pages }: ContentTree, name: string): Changes {
  const all = listPages(pages).slice(1);
  const pick = (position: number) => all[position % Math.max(all.length, 1)]?.id ?? "";
  return edits.flatMap((one, at) => toChange(one, pick, `${name} ${at}`));
}

function toChange(one: Edit, pick: (position: number) => string, title: string): Changes {
  switch (one.kind) {
    case "rename":
      return [{ operation: "update_page", page: pick(one.page), slug: one.slug }];
    case "move": {
      const into = one.into % 4 === 0 ? null : pick(one.into);
      return pick(one.page) === into
        ? []
        : [{ operation: "update_page", page: pick(one.page), into }];
    }
    case "delete":
      return [{ operation: "delete_page", page: pick(one.page) }];
    case "insert":
      return [
        {
          ...{ operation: "insert_page", title, slug: one.slug },
          document: { markdown: "Text.\n" },
          ...(one.into % 4 !== 0 && { into: pick(one.into) }),
        },
      ];
  }
}

slowTest(
  "after merges, reverts and changes of the structure, every published URL leads to its page",
  async () => {
    let [checked, found] = [0, 0];
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 9 }),
      async (steps) => {
        const opened = await openSite();
        const { follow, listPaths, readContent } = opened;
        /** All pages that had a path, in the order of time, by title. */
        const owners = new Map<string, string[]>();
        const first = await Promise.all([0, 1, 2].map(readContent));
        const record = async () => {
          for (const path of await listPaths()) {
            const { status, title } = await follow(path);
            expect([path, status]).toEqual([path, 200]);
            const known = owners.get(path) ?? [];
            if (known.at(-1) !== title) owners.set(path, [...known, title]);
          }
        };
        await record();
        for (const [at, one] of steps.entries()) {
          switch (one.kind) {
            case "merge": {
              const tree = await readContent(one.index);
              const other = one.meanwhile && toChanges([one.meanwhile], tree, `Meanwhile ${at}`);
              await opened.merge(one.index, toChanges(one.edits, tree, `New ${at}`), async () => {
                if (other) await opened.merge(one.index, other, async () => {});
                await record();
              });
              break;
            }
            case "revert": {
              const tree = first[one.index];
              if (tree) await opened.revert(one.index, tree);
              break;
            }
            case "section":
              await opened.changeSection(one.index, one.path);
              break;
            case "site space":
              await opened.changeSiteSpace(one.index, one.path);
              break;
            case "default section":
              await opened.changeDefaultSection(one.index);
              break;
            case "default variant":
              await opened.changeDefaultVariant(one.index);
              break;
            case "group":
              await opened.changeGroup(one.index);
              break;
            case "new group":
              await opened.replaceGroup(one.index);
              break;
            case "variant":
              await opened.toggleVariant();
              break;
          }
          await record();
        }
        const titles = await opened.listTitles();
        for (const [path, known] of owners) {
          const { status, title, redirects } = await follow(path);
          const context = `${path}: ${status} ${title}; owners: ${known.join(", ")}`;
          const owner = known.findLast((name) => titles.has(name));
          // A current page, section or space at the URL takes precedence.
          const isCurrent = status === 200 && redirects === 0;
          const isStart = path.split("/").length <= 3 && title.endsWith(" home");
          if (!isCurrent && !isStart) {
            expect([status, status === 404 ? undefined : title], context).toEqual(
              owner === undefined ? [404, undefined] : [200, owner],
            );
          }
          expect(redirects, context).toBeLessThanOrEqual(2);
          checked += 1;
          if (redirects > 0) found += 1;
        }
      },
    );
    await fc.assert(property, {
      numRuns: amount({ short: 3, all: 6, full: 200 }),
      interruptAfterTimeLimit: amount({ short: 60_000, full: 3_000_000 }),
    });
    expect(found).toBeGreaterThan(0);
    expect(checked).toBeGreaterThan(found);
  },
  3_600_000,
);
