/** Responses with all pages of a large space: built and sent a few pages at a time. */
import { expect, test } from "vitest";
import * as page from "../../../src/contract/page.ts";
import * as space from "../../../src/contract/space.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { publish, page as treePage } from "../../support/organizations/content.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const groups = 20;
const pagesInGroup = 50;

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const reader = await workspace.member(organizationId, "read");
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const [top = "", ...ids] = Array.from({ length: 1 + groups * (pagesInGroup + 1) }, createId);
  const next = () => ids.pop() ?? "";
  const below = Array.from({ length: groups }, () =>
    treePage(next(), { pages: Array.from({ length: pagesInGroup }, () => treePage(next())) }),
  );
  const { id } = await publish(workspace, spaceId, (tree) => ({
    ...tree,
    pages: [treePage(top, { pages: below })],
    files: Array.from({ length: 500 }, (_, at) => {
      const hash = "0".repeat(64);
      return { id: createId(), name: `${at}.txt`, contentType: "text/plain", hash, size: 1 };
    }),
  }));
  const token = await issueToken(workspace.db, { user: reader, label: "t", now: workspace.now });
  return { workspace, reader, spaceId, token, top, revision: id };
}

test("all pages of a large space are read in parts, with other requests in between", async () => {
  const { workspace, reader, spaceId, token, top, revision } = await start();
  const { pages } = await workspace.ok(reader, page.list, { spaceId });
  const addresses = {
    content: (whole: Whole) => whole.pages,
    "content/pages": (whole: Whole) => whole.pages,
    [`content/page/${top}`]: (whole: Whole) => [whole],
    [`revisions/${revision}`]: (whole: Whole) => whole.pages,
    [`revisions/${revision}/pages`]: (whole: Whole) => whole.pages,
  };
  for (const [address, listPages] of Object.entries(addresses)) {
    const { body } = await workspace.service.transport({
      method: "GET",
      url: `http://tome.localhost/v1/spaces/${spaceId}/${address}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (typeof body === "string") throw new Error(`${address} came at once.`);
    let turns = 0;
    const count = () => {
      turns++;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    clearImmediate(turn);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100_000);
    expect(turns).toBeGreaterThanOrEqual(parts.length - 1);
    const whole: Whole = JSON.parse(Buffer.concat(parts).toString());
    expect(namesIn(listPages(whole))).toEqual(namesIn(pages));
    if (address === "content") expect(whole.files).toHaveLength(500);
  }
});

interface Whole {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly pages: readonly Whole[];
  readonly files?: readonly unknown[];
}

function namesIn(pages: readonly unknown[]): readonly unknown[] {
  return pages.flatMap((one) => {
    const { id, title, path, pages: below } = one as Whole;
    return [{ id, title, path }, ...namesIn(below)];
  });
}
