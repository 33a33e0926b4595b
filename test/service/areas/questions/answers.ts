/** A site without a language model, and recorded answers about it. */
import { onTestFinished } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import type { SourcePage } from "../../../../src/service/areas/questions/answer-stream.ts";
import {
  recordAnswer,
  type SiteAnswer,
} from "../../../../src/service/areas/questions/record-answer.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

export async function openAnswers() {
  const workspace = await openWorkspace();
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const create = async (title: string) =>
    (await workspace.ok(admin, site.create, { organizationId, title, spaces: [spaceId] })).id;
  const siteId = await create("Docs");
  const toSource = (page: string, title = page): SourcePage => ({
    ...{ page, space: spaceId, revision: `R-${page}`, sections: [] },
    passage: { title, space: "Guide", text: "" },
  });
  const { db } = workspace;
  /** Records an answer of the given pages, at the time of the platform. @returns its id */
  const record = async (question: string, fields: Partial<SiteAnswer> = {}) => {
    const id = createId();
    await recordAnswer(
      { db, now: workspace.now, newId: createId },
      {
        ...{ id, siteId, organizationId, question, answer: `About ${question}` },
        ...{ sources: [toSource("p1")], uncited: [], isCited: true },
        ...{ language: "en", channel: "site" },
        ...fields,
      },
    );
    return id;
  };
  const ids = { organizationId, siteId };
  const pass = (milliseconds: number) => {
    workspace.time.now = new Date(workspace.now.getTime() + milliseconds);
  };
  return { workspace, db, admin, ids, spaceId, create, record, toSource, pass };
}
