import { expect, test } from "vitest";
import { findCommand } from "../../src/app/parse/find-command.ts";

test.each([
  ["orgs list", "org list"],
  ["collections list", "collection list"],
  ["spaces list", "space list"],
  ["members list", "member list"],
  ["teams list", "team list"],
  ["sites list", "site list"],
  ["integrations list", "integration list"],
  ["pages list", "page list"],
  ["files list", "file list"],
  ["revisions list", "revision list"],
  ["comments list", "comment list"],
  ["comment replies list", "comment reply list"],
  ["comments replies list", "comment reply list"],
  ["conversations list", "conversation list"],
  ["conversation clusters list", "conversation cluster list"],
  ["conversation issues list", "conversation issue list"],
  ["translations list", "translation list"],
  ["org invites list", "org invite list"],
  ["space permissions list", "space permission list"],
  ["site sections list", "site section list"],
  ["site section-groups list", "site section-group list"],
  ["site redirects list", "site redirect list"],
  ["site external-links add", "site external-link add"],
  ["site share-links list", "site share-link list"],
  ["site mcp-servers list", "site mcp-server list"],
  ["site channels list", "site channel list"],
  ["site questions list", "site question list"],
  ["site answers list", "site answer list"],
  ["site topics list", "site topic list"],
  ["openapi versions list", "openapi version list"],
  ["integration events list", "integration event list"],
])("tome %s is tome %s", async (words, command) => {
  const { path } = await findCommand(words.split(" "));
  expect(path.join(" ")).toBe(command);
});
