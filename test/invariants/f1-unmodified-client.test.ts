/** The hosted platform's own client, unmodified, connected to `tome serve`. */
import { GitBookAPI, GitBookAPIError } from "@gitbook/api";
import { expect, test } from "vitest";
import type {
  Api,
  ChangeRequestReviewStatus,
  SiteType,
  SiteVisibility,
} from "../../node_modules/@gitbook/api/dist/client.d.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { serve } from "../support/platforms/served.ts";

/**
 * Its types name their files in a way that only bundlers resolve, so the operations are added here.
 */
type Client = GitBookAPI & Api<unknown>;

function getClient(endpoint: string, authToken: string): Client {
  return new GitBookAPI({ endpoint, authToken }) as Client;
}

/** A client, and the organization of its owner. */
async function connect(): Promise<{ api: Client; organizationId: string }> {
  const { server } = await serve();
  const api = getClient(server.url, server.token);
  const { data } = await api.orgs.listOrganizationsForAuthenticatedUser();
  return { api, organizationId: data.items[0]?.id ?? "" };
}

/** The error of a refused call. */
async function getError(call: Promise<unknown>): Promise<GitBookAPIError> {
  const error = await call.then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof GitBookAPIError)) throw new Error("It was not refused by the platform.");
  return error;
}

test("the published client takes a space from its creation through a change request to a merge", async () => {
  const { api, organizationId } = await connect();
  const { data: user } = await api.user.getAuthenticatedUser();
  const { data: space } = await api.orgs.createSpace(organizationId, { title: "Handbook" });
  expect(space).toMatchObject({ object: "space", title: "Handbook", organization: organizationId });

  const { data: request } = await api.spaces.createChangeRequest(space.id, { subject: "Welcome" });
  expect(request).toMatchObject({
    status: "draft",
    subject: "Welcome",
    createdBy: { id: user.id },
  });
  await api.spaces.updateChangeRequestContent(space.id, request.id, {
    changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: "Read on." } }],
  });
  const { data: comment } = await api.spaces.postCommentInChangeRequest(space.id, request.id, {
    body: { markdown: "Looks **good**." },
  });
  const { data: comments } = await api.spaces.listCommentsInChangeRequest(space.id, request.id, {
    format: "markdown",
  });
  expect(comments.items).toMatchObject([{ id: comment.id, postedBy: { id: user.id } }]);
  await api.spaces.submitChangeRequestReview(space.id, request.id, {
    status: "approved" as ChangeRequestReviewStatus,
  });
  const { data: merged } = await api.spaces.mergeChangeRequest(space.id, request.id);
  expect(merged.result).toBe("merge");

  const { data: pages } = await api.spaces.listPages(space.id);
  expect(pages.pages.map(({ title }) => title)).toContain("Welcome");
  const found = pages.pages.find(({ title }) => title === "Welcome");
  const { data: page } = await api.spaces.getPageById(space.id, found?.id ?? "", {
    format: "markdown",
  });
  expect(page).toMatchObject({ markdown: expect.stringContaining("Read on.") });
  const { data: after } = await api.spaces.getSpaceById(space.id);
  expect(after.revision).not.toBe(space.revision);
});

slowTest("the published client reads a list page by page, each item once", async () => {
  const { api, organizationId } = await connect();
  const { data: before } = await api.orgs.listSpacesInOrganizationById(organizationId);
  const made = new Set(before.items.map(({ id }) => id));
  const many = amount({ short: 6, full: 250 });
  for (let index = 0; index < many; index++) {
    const { data } = await api.orgs.createSpace(organizationId, { title: `Space ${index}` });
    made.add(data.id);
  }
  const seen: string[] = [];
  let page: string | undefined;
  do {
    const { data } = await api.orgs.listSpacesInOrganizationById(organizationId, {
      limit: 5,
      ...(page !== undefined && { page }),
    });
    seen.push(...data.items.map(({ id }) => id));
    page = data.next?.page;
  } while (page !== undefined);
  expect(seen.sort()).toEqual([...made].sort());
  report("F1", `${many} spaces made and listed by the hosted platform's own client`);
});

slowTest("the published client publishes a docs site with sections", async () => {
  const { api, organizationId } = await connect();
  const { data: space } = await api.orgs.createSpace(organizationId, { title: "Guides" });
  const { data: site } = await api.orgs.createSite(organizationId, {
    type: "ultimate" as SiteType,
    title: "Docs",
    visibility: "public" as SiteVisibility,
    spaces: [space.id],
  });
  const { data: section } = await api.orgs.addSectionToSite(organizationId, site.id, {
    spaceId: space.id,
    title: "Guides",
  });
  expect(section).toMatchObject({ object: "site-section", title: "Guides" });
  const { data: published } = await api.orgs.publishSite(organizationId, site.id);
  expect(published).toMatchObject({ object: "site", published: true });
  const { data: structure } = await api.orgs.getSiteStructure(organizationId, site.id);
  expect(structure.type).toBe("sections");
  const { data: content } = await api.orgs.getPublishedContentSite(organizationId, site.id);
  expect(content.site.id).toBe(site.id);
});

test("the published client recognizes an error by its code and message", async () => {
  const { api, organizationId } = await connect();
  const missing = await getError(api.spaces.getSpaceById("nowhere"));
  expect(missing.code).toBe(404);
  expect(missing.errorMessage).toContain("nowhere");
  const long = api.orgs.createSpace(organizationId, { title: "a".repeat(51) });
  expect(await getError(long)).toMatchObject({
    code: 400,
    errorMessage: "title can have at most 50 characters (it has 51).",
  });
  const stranger = getClient(api.endpoint, "wrong");
  expect((await getError(stranger.user.getAuthenticatedUser())).code).toBe(401);
  const absent = api.orgs.provisionOrganizationAgentConversation(organizationId, "first");
  expect(await getError(absent)).toMatchObject({
    code: 501,
    errorMessage: expect.stringMatching(/^The local platform has no agent/),
  });
});
