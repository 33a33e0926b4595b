/** The full organization with additional resources that take several requests, so that every read returns data. */

import * as auditEvent from "../../../src/contract/audit-event.ts";
import * as conversation from "../../../src/contract/conversation.ts";
import * as issue from "../../../src/contract/conversation-issue.ts";
import * as changeRequest from "../../../src/contract/cr.ts";
import * as review from "../../../src/contract/cr-review.ts";
import { resolvePath } from "../../../src/contract/endpoint.ts";
import * as git from "../../../src/contract/git-installation.ts";
import * as event from "../../../src/contract/integration-event.ts";
import * as openapi from "../../../src/contract/openapi.ts";
import * as version from "../../../src/contract/openapi-version.ts";
import * as organizations from "../../../src/contract/organization.ts";
import * as invites from "../../../src/contract/organization-invite.ts";
import * as page from "../../../src/contract/page.ts";
import * as site from "../../../src/contract/site.ts";
import * as schema from "../../../src/contract/site-adaptive-schema.ts";
import * as group from "../../../src/contract/site-section-group.ts";
import * as team from "../../../src/contract/team.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { putFile } from "../../../src/service/areas/content/files/blobs.ts";
import { putDocument } from "../../../src/service/areas/content/texts/documents.ts";
import { withFile } from "../../../src/service/areas/content/tree/tree-edit.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { publish } from "./content.ts";
import { type FullOrganization, openFullOrganization } from "./full-organization.ts";

const description = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: {} };
const body = "Exporting our guide as PDF fails with an error.";

export async function openCompleteOrganization(
  word: string,
  options: ServiceOptions = {},
): Promise<FullOrganization> {
  const organization = await openFullOrganization(word, options);
  const { workspace, admin, ids, organizationId, spaceId } = organization;
  const of = { organizationId };
  const named = (name: string) => ids.get(name) ?? "";

  const kept = await putFile(workspace.db, spaceId, Buffer.from("bytes"));
  const file = { id: "file", name: "a.png", contentType: "image/png", ...kept };
  const notice = { id: "notice", title: word, document: await putNotice(organization) };
  const { id: revision } = await publish(workspace, spaceId, (tree) => ({
    ...withFile(tree, file),
    reusableContents: [notice],
  }));
  ids.set("revision", revision).set("reusableContent", notice.id);
  ids.set("/spaces/{spaceId}/documents", notice.document);
  const request = { spaceId, changeRequestId: named("cr") };
  await workspace.ok(admin, changeRequest.pull, request);
  await workspace.ok(admin, review.request, { ...request, users: [named("user")] });
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  const path = String(pages[0]?.path ?? "");
  ids.set("file", file.id).set("/spaces/{spaceId}/content/path", path);
  ids.set("/spaces/{spaceId}/revisions/{revisionId}/path", path);
  ids.set("/spaces/{spaceId}/change-requests/{changeRequestId}/content/path", path);
  ids.set("/email-domains", "example.com");

  const target = { type: "space" as const, spaceId };
  const connection = await workspace.ok(admin, git.install, { provider: "git", target });
  ids.set("/git/installations", connection.id);

  const siteId = named("site");
  const jsonSchema = { type: "object", properties: {}, additionalProperties: false };
  await workspace.ok(admin, schema.put, { ...of, siteId, jsonSchema });
  await workspace.ok(admin, site.publish, { ...of, siteId });
  await workspace.vouch(organizationId, "docs.acme.example");
  ids.set("/orgs/{organizationId}/domains", "docs.acme.example");
  const invited = await workspace.person("invited@example.com");
  await workspace.ok(admin, invites.users, { ...of, emails: ["invited@example.com"] });
  ids.set("/orgs/{organizationId}/invitations", invited);
  await workspace.ok(admin, site.update, { ...of, siteId, hostname: "docs.acme.example" });
  ids.set("/custom-hostnames", "docs.acme.example");
  await workspace.ok(admin, organizations.update, { ...of, hostname: "acme-docs" });
  ids.set("/subdomains", "acme-docs");
  await workspace.ok(admin, group.addSection, {
    ...of,
    siteId,
    siteSectionGroupId: named("siteSectionGroup"),
    sectionId: named("siteSection"),
  });
  ids.set(resolvePath(group.addSection), named("siteSection"));
  await workspace.ok(admin, team.putMember, {
    ...of,
    teamId: named("team"),
    userId: named("user"),
    role: "member",
  });

  const parts = [{ type: "message" as const, role: "user" as const, body }];
  await workspace.ok(admin, conversation.ingest, { ...of, conversations: { id: "talk", parts } });
  ids.set("/orgs/{organizationId}/conversations", "talk");
  const specSlug = named("/orgs/{organizationId}/openapi");
  const source = { text: JSON.stringify(description) };
  await workspace.ok(admin, openapi.put, { ...of, specSlug, source });
  await workspace.service.jobs.finish();
  const [found] = (await workspace.ok(admin, issue.list, of)).items;
  ids.set("/orgs/{organizationId}/conversations-issues", found?.issue.id ?? "");
  const [latest] = (await workspace.ok(admin, version.list, { ...of, specSlug })).items;
  ids.set("/orgs/{organizationId}/openapi/{specSlug}/versions", latest?.id ?? "");

  const integrationName = named("/integrations");
  const [installed] = (await workspace.ok(admin, event.list, { integrationName })).items;
  ids.set("/integrations/{integrationName}/events", installed?.id ?? "");
  const [change] = (await workspace.ok(admin, auditEvent.list, of)).items;
  ids.set("auditEvent", change?.id ?? "");
  await addAnswer(organization);
  await addFont(organization);
  await synchronize(organization);
  ids.set("/spaces/{spaceId}/git/plans", await plan(organization));
  return organization;
}

function putNotice({ workspace, spaceId }: FullOrganization): Promise<string> {
  return putDocument(workspace.db, spaceId, parseMarkdown("Mind the gap.\n"));
}

/** Inserts the rows of an answered question about the site without a language model. */
async function addAnswer({ workspace: { db }, ids, organizationId, spaceId }: FullOrganization) {
  const [site_id, id, created_at] = [ids.get("site") ?? "", createId(), new Date(0).toISOString()];
  const topic = { id, site_id, label: "export", centre: "[]", change_requests: 0 };
  await db
    .insertInto("site_topics")
    .values({ ...topic, created_at, updated_at: created_at })
    .execute();
  await db
    .insertInto("site_questions")
    .values({ id, site_id, topic_id: id, question_key: "key", question: body, created_at })
    .execute();
  const asked = { question_id: id, thread_id: id, previous_id: null, raw_question: body };
  const result = { answer: "Export it again.", answered: "yes", relevance: "relevant" } as const;
  const about = { id, site_id, organization_id: organizationId, created_at };
  await db
    .insertInto("site_answers")
    .values({ ...about, ...asked, ...result, language: "en", channel: "api" })
    .execute();
  const source = { answer_id: id, space_id: spaceId, page_id: "page", revision_id: "revision" };
  await db
    .insertInto("site_answer_sources")
    .values({ id, ...source, title: "Export", position: 0 })
    .execute();
  ids.set("question", id).set("answer", id).set("topic", id);
  ids.set("/orgs/{organizationId}/sites/{siteId}/ai/response", id);
}

/** Inserts a font whose file is that of the space. */
async function addFont({ workspace: { db }, ids, organizationId }: FullOrganization) {
  const id = createId();
  const created_at = new Date(0).toISOString();
  await db
    .insertInto("custom_fonts")
    .values({ id, organization_id: organizationId, family: "Acme Sans", created_at })
    .execute();
  const { hash } = await db.selectFrom("blobs").select("hash").executeTakeFirstOrThrow();
  const face = { font_id: id, weight: 400, hash, format: "woff2" as const };
  await db.insertInto("custom_font_faces").values(face).execute();
  ids.set("font", id);
}

/** Inserts the rows of an import without a repository. */
async function synchronize({ workspace: { db }, spaceId }: FullOrganization): Promise<void> {
  const nothing = { error: null, revision_id: null, commit_oid: null, synced_place: null };
  const never = { synced_revision_id: null, synced_commit: null, synced_at: null };
  await db
    .insertInto("git_syncs")
    .values({
      space_id: spaceId,
      shown: JSON.stringify({ url: "https://example.com/docs.git" }),
      ref: "refs/heads/main",
      legacy: 0,
      operation: "import",
      state: "pending",
      ...nothing,
      ...never,
    })
    .execute();
}

/** Inserts the rows of a sync plan without a repository. @returns the id of the plan */
async function plan({ workspace: { db }, admin, spaceId }: FullOrganization): Promise<string> {
  const id = createId();
  const outcome = { state: "failure", error: "There is no repository." };
  await db
    .insertInto("git_operations")
    .values({
      id,
      space_id: spaceId,
      number: 1,
      kind: "import",
      request: JSON.stringify({ plan: true }),
      credentials: null,
      requested_by: admin,
      created_at: new Date(0).toISOString(),
      outcome: JSON.stringify(outcome),
    })
    .execute();
  return id;
}
