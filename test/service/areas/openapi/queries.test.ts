import { describe, expect, test } from "vitest";
import type { Role } from "../../../../src/contract/roles.ts";
import {
  findSpecification,
  isVisibleTo,
  listVisibilityExceptions,
  requireSpecification,
} from "../../../../src/service/areas/openapi/queries.ts";
import type { SiteVisitor } from "../../../../src/service/core/access/visitor.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const workspace = await openWorkspace();
const { db } = workspace;
const [organizationId, other] = [
  await workspace.organization(),
  await workspace.organization("Other"),
];

type Visibility = "public" | "private";
const visibilities = ["public", "private"] as const;

/** A specification with the name of its visibility, in each organization. */
async function addSpecification(organization_id: string, visibility: Visibility): Promise<string> {
  const id = createId();
  const time = workspace.now.toISOString();
  await db
    .insertInto("specifications")
    .values({
      ...{ id, organization_id, slug: visibility, source_url: null, source_text: "text" },
      ...{ source_number: 1, processing_state: "complete", visibility },
      ...{ last_version_id: null, last_processed_at: null, last_error_code: null },
      ...{ last_errors: null, created_at: time, updated_at: time },
    })
    .execute();
  return id;
}

const ids = new Map<Visibility, string>();
for (const visibility of visibilities) {
  // The other one is first, so that a query without the organization finds it.
  await addSpecification(other, visibility);
  ids.set(visibility, await addSpecification(organizationId, visibility));
}

/** The user who previews a site: absent, of another organization, a guest or a member. */
const previewers = {
  "no user": undefined,
  "an outsider": await workspace.member(other, "admin"),
  "a guest": await workspace.member(organizationId, null),
  "a reader": await workspace.member(organizationId, "read"),
  "an admin": await workspace.member(organizationId, "admin"),
};

const find = (call: object, specSlug: string, organization = organizationId) =>
  findSpecification(createPartial<Call>({ db, caller: "", ...call }), {
    organizationId: organization,
    specSlug,
  });

function createVisitor(fields: Partial<SiteVisitor>): { readonly visitor: SiteVisitor } {
  return { visitor: createPartial<SiteVisitor>({ organization: organizationId, ...fields }) };
}

describe("a visitor", () => {
  const cases = Object.entries(previewers).flatMap(([who, previewer]) =>
    visibilities.flatMap((visibility) =>
      [true, false].map((isShown) => {
        const isOpen = visibility === "public" ? who !== "an outsider" : /reader|admin/.test(who);
        const isVisible = isShown || (previewer !== undefined && isOpen);
        return { who, previewer, visibility, isShown, isVisible };
      }),
    ),
  );

  test.each(cases)(
    "that previews as $who, a $visibility specification, on a page: $isShown, visible: $isVisible",
    async ({ previewer, visibility, isShown, isVisible }) => {
      const asked: string[] = [];
      const visitor = createVisitor({
        previewer,
        isShown: async (_, { id, slug }) => {
          asked.push(id, slug);
          return isShown;
        },
      });
      const { role, row } = await find(visitor, visibility);
      expect([role, row?.id]).toEqual([null, isVisible ? ids.get(visibility) : undefined]);
      expect(asked).toEqual([ids.get(visibility), visibility]);
    },
  );

  test("finds no specification that does not exist, or of another organization", async () => {
    const visitor = createVisitor({ isShown: async () => true });
    expect(await find(visitor, "unknown")).toEqual({ role: null, row: undefined });
    await expect(find(visitor, "public", other)).rejects.toMatchObject({
      ...{ status: 404, field: "organizationId" },
    });
  });
});

describe("a user", () => {
  const users = Object.entries(previewers).flatMap(([who, caller]) =>
    caller === undefined ? [] : [{ who, caller }],
  );

  test.each(users)("who is $who finds what the role allows", async ({ who, caller }) => {
    const slugs: string[] = [];
    for (const visibility of visibilities) {
      const found = find({ caller }, visibility);
      if (who === "an outsider") {
        await expect(found).rejects.toMatchObject({ status: 404, field: "organizationId" });
      } else if ((await found).row?.id === ids.get(visibility)) slugs.push(visibility);
    }
    expect(slugs).toEqual(
      who === "an outsider" ? [] : who === "a guest" ? ["public"] : ["public", "private"],
    );
  });

  test("gets the role, and an error for a specification that is not found", async () => {
    const caller = previewers["a guest"];
    const call = createPartial<Call>({ db, caller });
    for (const specSlug of ["private", "unknown"]) {
      await expect(requireSpecification(call, { organizationId, specSlug })).rejects.toMatchObject({
        ...{ status: 404, field: "specSlug" },
        message: `API specification ${specSlug} does not exist, or you do not have access to it.`,
      });
    }
    const reader = createPartial<Call>({ db, caller: previewers["a reader"] });
    expect(
      await requireSpecification(reader, { organizationId, specSlug: "private" }),
    ).toMatchObject({ role: "read", row: { slug: "private", organization_id: organizationId } });
  });

  test("does not receive the text of the source", async () => {
    const { row } = await find({ caller: previewers["an admin"] }, "public");
    expect(Object.keys(row ?? {})).not.toContain("source_text");
  });
});

test.each<[Visibility, Role | null, boolean]>([
  ["public", null, true],
  ["public", "read", true],
  ["private", null, false],
  ["private", "read", true],
  ["private", "admin", true],
])("a %s specification is visible with the role %s: %s", (visibility, role, isVisible) => {
  expect(isVisibleTo({ visibility }, role)).toBe(isVisible);
  expect(listVisibilityExceptions({ visibility })).toHaveLength(visibility === "public" ? 1 : 0);
});
