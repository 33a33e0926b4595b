import { expect, test } from "vitest";
import * as comment from "../../../src/contract/comment.ts";
import * as reply from "../../../src/contract/comment-reply.ts";
import * as site from "../../../src/contract/site.ts";
import * as section from "../../../src/contract/site-section.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { openDesk } from "../../support/organizations/changes.ts";
import { openSitesFixture } from "../areas/sites/fixture.ts";

/** Numbers of turns of a read before a deletion, which comes between any two of its queries. */
const delays = sample([...Array(60).keys()], 20);

test("a comment deleted during a read is returned with its replies, or not at all", async () => {
  const { workspace, admin, spaceId } = await openDesk();
  const body = { markdown: "Is this right?" };
  const seen = new Set<unknown>();
  for (const turns of delays) {
    const { id: commentId } = await workspace.ok(admin, comment.create, { spaceId, body });
    await workspace.ok(admin, reply.create, { spaceId, commentId, body });
    const reading = workspace.ask(admin, comment.get, { spaceId, commentId });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await workspace.ask(admin, comment.remove, { spaceId, commentId });
    const { status, body: shown } = await reading;
    seen.add(status === 404 ? status : (shown as { readonly replies: number }).replies);
  }
  expect([...seen]).not.toContain(0);
});

slowTest(
  "a section deleted during a read of its site is returned with its spaces, or not at all",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const space = await fixture.space("Guide");
    const of = fixture.of(await fixture.site());
    const seen = new Set<unknown>();
    for (const turns of delays) {
      const { id } = await fixture.section(of.siteId, "Guide", space);
      const reading = workspace.ok(admin, site.structure, of);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await workspace.ask(admin, section.remove, { ...of, siteSectionId: id });
      for (const one of (await reading).structure) {
        if (one.object === "site-section") seen.add(one.siteSpaces.length);
      }
    }
    expect([...seen]).not.toContain(0);
  },
);
