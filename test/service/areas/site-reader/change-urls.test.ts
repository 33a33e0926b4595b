import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import type { ResolvedContent } from "../../../../src/service/areas/site-lookup/resolve-url.ts";
import {
  findChangeRequestId,
  readChangeUrl,
} from "../../../../src/service/areas/site-reader/change-urls.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const host = "https://docs.example.com";

test.each([
  ["/~/changes/7/guide/start?q=1#top", 7, "/guide/start?q=1#top"],
  ["/v2/~/changes/12/start", 12, "/v2/start"],
  ["/~/changes/123456789", 123_456_789, "/"],
  ["/v2/~/changes/1", 1, "/v2"],
  ["/~/changes/1/", 1, "/"],
  ["/~/changes/1234567890/start", undefined, undefined],
  ["/~/changes/0/start", undefined, undefined],
  ["/~/changes/01/start", undefined, undefined],
  ["/~/changes/x/start", undefined, undefined],
  ["/~/changes/", undefined, undefined],
  ["/changes/7/start", undefined, undefined],
  ["/start?to=/~/changes/7/x", undefined, undefined],
])("%s is the change request %j at %j", (path, number, below) => {
  const expected = number === undefined ? undefined : { number, url: host + below };
  expect(readChangeUrl(host + path)).toEqual(expected);
});

test("a number names a change request of the space at the URL", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const { db } = workspace;
  const [spaceId, other] = [await fixture.space("One"), await fixture.space("Two")];
  const ids: string[] = [];
  for (const id of [spaceId, spaceId, other]) {
    ids.push((await workspace.ok(admin, cr.create, { spaceId: id })).id);
  }
  const find = (space_id: string, number: number) =>
    findChangeRequestId(
      { db },
      createPartial<ResolvedContent>({ siteSpace: { space_id } }),
      number,
    );
  expect(await find(spaceId, 1)).toBe(ids[0]);
  expect(await find(spaceId, 2)).toBe(ids[1]);
  expect(await find(other, 1)).toBe(ids[2]);
  expect(await find(other, 2)).toBeUndefined();
});
