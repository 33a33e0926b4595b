import { expect, test } from "vitest";
import * as specification from "../../../../src/contract/openapi.ts";
import * as version from "../../../../src/contract/openapi-version.ts";
import { seedSpecifications } from "../../../../src/service/areas/openapi/sample.ts";
import { sampleSpecification } from "../../../../src/service/areas/openapi/sample-data.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has a processed specification with its versions, newest first", async () => {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organizationId = await workspace.organization();
  const reader = await workspace.member(organizationId, "read");
  await seedSpecifications({ db, now, newId: createId, organization: organizationId });
  const { items } = await workspace.ok(reader, specification.list, { organizationId });
  const { slug, visibility, versions } = sampleSpecification;
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
  const [first, second] = versions.map(({ daysAgo }) => ago(daysAgo));
  expect(items).toMatchObject([
    { slug, visibility, processingState: "complete", createdAt: first, updatedAt: second },
  ]);
  const named = { organizationId, specSlug: slug };
  const listed = await workspace.ok(reader, version.list, named);
  expect(listed.items.map(({ createdAt }) => createdAt)).toEqual([second, first]);
  const texts = await Promise.all(
    listed.items.map(({ id: versionId }) =>
      workspace.ok(reader, version.versionRaw, { ...named, versionId }),
    ),
  );
  expect(texts.map(({ text }) => text)).toEqual(versions.map(({ text }) => text).toReversed());
  const latest = await workspace.ok(reader, version.getLatest, named);
  expect(latest.id).toBe(listed.items[0]?.id);
});
