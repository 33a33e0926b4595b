/** Requests published URLs like `tome serve`, with its own key for secrets. */
import * as site from "../../../../src/contract/site.ts";
import {
  type Resolution,
  type ResolvedContent,
  resolveUrl,
} from "../../../../src/service/areas/site-lookup/resolve-url.ts";
import type { Visitor } from "../../../../src/service/areas/site-lookup/visitor.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import type { SitesFixture } from "../sites/fixture.ts";

export const local = "http://127.0.0.1:4000";
export const secretBox = openSecretBox(undefined);

export function resolverOf({ workspace }: SitesFixture, base = local) {
  return (url: string, visitor: Visitor = {}): Promise<Resolution> =>
    resolveUrl({ db: workspace.db, base, now: workspace.now, secretBox }, url, visitor);
}

export function content(resolution: Resolution): ResolvedContent {
  if (resolution.kind !== "content") throw new Error(JSON.stringify(resolution.reason));
  return resolution;
}

/** The response to a visitor, as one word. */
export function outcome(resolution: Resolution): string {
  return resolution.kind === "content"
    ? resolution.siteSpace.space_title
    : `${resolution.kind}: ${resolution.reason}`;
}

export async function publish(fixture: SitesFixture, id: string) {
  await fixture.workspace.ok(fixture.admin, site.publish, fixture.of(id));
}
