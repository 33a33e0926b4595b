import { expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { openOrganization } from "../../../../src/features/organization/organization-reader.ts";
import {
  refuseLinksWithoutSections,
  refuseUnsupportedWebhooks,
} from "../../../../src/features/organization-files/planning/unsupported-parts.ts";
import type { PlanStep } from "../../../../src/features/organization-files/step.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";
import {
  byLiveKey,
  desired,
  live,
  locked,
  organizationFolder,
  resourceIds,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const link = step("create", "link", "sites/s/blog", { wanted: desired("link", "sites/s/blog") });
const lock = new Map([
  ["sites/s/p", locked("section", "P1")],
  ["sites/t/p", locked("section", "P2")],
]);

test.each<readonly [string, readonly PlanStep[], readonly string[], boolean]>([
  ["without a section", [link], [], true],
  ["with a section", [link], ["P1"], false],
  ["with a section on another site", [link], ["P2"], true],
  ["with a new section", [step("create", "section", "sites/s/q"), link], [], false],
  ["with a new section on another site", [step("create", "section", "sites/t/q"), link], [], true],
  [
    "with a changed section that does not exist",
    [step("update", "section", "sites/s/q"), link],
    [],
    true,
  ],
  ["with a new group", [step("create", "group", "sites/s/q"), link], [], true],
  ["with a section in no file", [link], ["P9"], false],
  ["that is only changed", [{ ...link, does: "update" }], [], false],
  ["of another kind", [{ ...link, kind: "group" }], [], false],
])("a new link %s", (_, steps, sections, isRefused) => {
  const current = byLiveKey([live("space", "S1"), ...sections.map((id) => live("section", id))]);
  const check = () =>
    refuseLinksWithoutSections({
      folder: organizationFolder(),
      steps,
      live: current,
      ids: resourceIds(lock),
    });
  if (isRefused) {
    expect(check).toThrow(
      new UsageError(
        "content.yaml, sites/s/blog: sites/s/blog is an external link, which requires a section on sites/s. Add a section to its structure. No changes were made.",
      ),
    );
  } else expect(check()).toBeUndefined();
});

test.each([
  ["webhook", 501, true],
  ["webhook", {}, false],
  ["space", 501, false],
] as const)("a %s on a platform that responds with %j", async (kind, response, isRefused) => {
  const { client, sent } = openScriptedClient(() => (response === 501 ? 501 : { items: [] }));
  const reading = openOrganization(client, "O1");
  const done = refuseUnsupportedWebhooks(reading, wanted([desired(kind, `${kind}s/a`)]));
  if (isRefused) {
    await expect(done).rejects.toThrow(
      new UsageError(
        "This platform has no webhooks of organizations. Remove webhooks.yaml. No changes were made.",
      ),
    );
  } else await done;
  expect(sent).toHaveLength(kind === "webhook" ? 1 : 0);
});
