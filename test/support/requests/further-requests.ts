/** Sequences of requests for operations that a single request cannot reach, in the sample workspace. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { putDocument } from "../../../src/service/areas/content/texts/documents.ts";
import { openProviderServer, providerToken } from "../git/git-provider.ts";
import { publish } from "../organizations/content.ts";
import type { Answer, Platform } from "../platforms/platform.ts";
import { Workspace } from "../platforms/workspace.ts";

export interface Further extends Answer {
  readonly operation: string;
}

interface Named {
  readonly id: string;
  readonly path?: string;
}

/** Sends the requests in order, using the results of earlier ones. */
export async function askFurther({ ask, service }: Platform): Promise<readonly Further[]> {
  const done: Further[] = [];
  const asked: Asked = async (operation, what, body, host) => {
    const answer = await ask(what, { ...(body && { body }), ...(host && { host }) });
    done.push({ operation, ...answer });
    return Object(answer.body);
  };
  const { items: orgs } = await asked("listOrganizationsForAuthenticatedUser", "GET /v1/orgs");
  const org = `/v1/orgs/${orgs[0].id}`;
  await ask(`PATCH ${org}`, { body: { emailDomains: ["lumen.example"] } });
  await asked("getOrganizationsForEmailDomain", "GET /v1/email-domains/lumen.example/orgs");

  const { id: elsewhere } = Object(
    (await ask("POST /v1/orgs", { body: { title: "Elsewhere" } })).body,
  );
  const { id: shelf } = await asked("createCollection", `POST ${org}/collections`, {});
  const { id: box } = await asked("createCollection", `POST ${org}/collections`, {});
  await asked("moveCollection", `POST /v1/collections/${box}/move`, { parent: shelf });
  await asked("transferCollection", `POST /v1/collections/${box}/transfer`, {
    organization: elsewhere,
  });
  const { id: made } = await asked("createSpace", `POST ${org}/spaces`, { title: "Made" });
  await asked("moveSpace", `POST /v1/spaces/${made}/move`, { parent: shelf });
  await ask(`DELETE /v1/spaces/${made}`);
  await asked("restoreSpace", `POST /v1/spaces/${made}/restore`, {});
  await asked("transferSpace", `POST /v1/spaces/${made}/transfer`, { organization: elsewhere });

  const { id: site } = await asked("createSite", `POST ${org}/sites`, { title: "Published" });
  await asked("applyTemplateToSite", `POST ${org}/sites/${site}/template`, {});
  const { id: me } = await asked("getAuthenticatedUser", "GET /v1/user");
  await asked("updateUserById", `PATCH /v1/users/${me}`, { displayName: "Ada" });
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { beta: { type: "boolean", description: "Takes part in the beta" } },
    additionalProperties: false,
  };
  const adaptive = `${org}/sites/${site}/adaptive-schema`;
  await ask(`PATCH ${org}/sites/${site}`, { body: { adaptiveContent: { enabled: true } } });
  await asked("updateSiteAdaptiveSchema", `PUT ${adaptive}`, { jsonSchema: schema });
  await asked("getSiteAdaptiveSchema", `GET ${adaptive}`);

  const connections = `${org}/sites/${site}/context-connections`;
  const { id: connection } = await asked("createSiteContextConnection", `POST ${connections}`, {
    connector: "builtin:github-issues",
    // The job refuses this repository, so that it sends no request.
    setupSettings: { repository: "acme/..", token: "secret" },
  });
  await asked("syncSiteContextConnection", `POST ${connections}/${connection}/sync`, {});

  const looks = `${org}/sites/${site}/customization`;
  const {
    updatedAt: _,
    object: __,
    ...settings
  } = await asked("getSiteCustomizationById", `GET ${looks}`);
  await asked("updateSiteCustomizationById", `PUT ${looks}`, settings);

  await askAgents(`${org}/sites/${site}`, asked);
  await askFonts(org, asked, service);
  const { items: spaces } = await asked(
    "listSpacesInOrganizationById",
    `GET ${org}/spaces?limit=1000`,
  );
  await publishReusable(service, spaces[0].id);
  // No server listens there, and the platform refuses the URL, so the job fails.
  await ask(`POST /v1/spaces/${spaces[0].id}/git/import`, {
    body: { url: "https://127.0.0.1:9/docs.git", ref: "refs/heads/main" },
  });
  for (const { id } of spaces) await askContent(`/v1/spaces/${id}`, asked);
  await ask(`POST ${org}/sites/${site}/site-spaces`, { body: { spaceId: spaces[0].id } });
  await ask(`POST ${org}/sites/${site}/publish`, { body: {} });
  await asked("getPublishedContentSite", `GET ${org}/sites/${site}/published`);
  const published = `http://tome.localhost/_site/${site}`;
  const inQuery = `url=${encodeURIComponent(published)}`;
  await asked("resolvePublishedContentByUrl", "POST /v1/urls/published", { url: published });
  await asked("getPublishedContentByUrl", `GET /v1/urls/published?${inQuery}`);
  await asked("getContentByUrl", `GET /v1/urls/content?${inQuery}`);
  await askHostnames(org, `${org}/sites/${site}`, { ask, asked, host: "203.0.113.10" });
  await asked("searchSiteContent", `POST ${org}/sites/${site}/search`, { query: "guide" });
  await asked("createSiteRedirect", `POST ${org}/sites/${site}/redirects`, {
    source: "/old",
    destination: { kind: "external", url: "https://a.example/new" },
  });
  const asks = { type: "message", role: "user", body: "The export fails. How do I fix it?" };
  const conversation = { id: "first", subject: "The export fails", parts: [asks] };
  await asked("ingestConversation", `POST ${org}/conversations`, conversation);
  await service.jobs.finish();
  const issues = `GET ${org}/conversations-issues`;
  const { items: found } = await asked("listConversationsIssues", issues);
  await asked("getConversationIssueById", `${issues}/${found[0].issue.id}`);
  const { items: integrations } = await asked("listIntegrations", "GET /v1/integrations");
  for (const { name } of integrations) {
    const all = `/v1/integrations/${name}/installations`;
    const { id } = await asked("installIntegration", `POST ${all}`, { organization: elsewhere });
    await askInstallation(`${all}/${id}`, { ask, asked, organization: elsewhere });
  }
  await askImports(`/v1/org/${org.split("/").at(-1)}`, asked, service);
  await askGitInstallations(org, asked, service);
  const { id: source } = await asked("createSpace", `POST ${org}/spaces`, { title: "Source" });
  await asked("createTranslation", `POST ${org}/translations`, {
    source: { space: source, language: "en" },
    language: "de",
  });
  await ask(`PATCH ${org}`, { body: { ai: true } });
  await asked("askInOrganization", `POST ${org}/ask`, { query: "page" });
  await asked("getRecommendedQuestionsInOrganization", `GET ${org}/ask/questions`);
  await askQuestions(org, asked, { ask, service });
  await askForEdits(org, asked, { ask, service });
  return done;
}

/** A style guide check, and the correction of a broken link, both by the language model. */
async function askForEdits(
  org: string,
  asked: Asked,
  { ask, service }: Pick<Platform, "ask" | "service">,
) {
  const { id: space } = await asked("createSpace", `POST ${org}/spaces`, { title: "Checked" });
  const { id } = await asked("createSite", `POST ${org}/sites`, {
    title: "Checked",
    spaces: [space],
  });
  const site = `${org}/sites/${id}`;
  const changeRequests = `/v1/spaces/${space}/change-requests`;
  const { id: change } = await asked("createChangeRequest", `POST ${changeRequests}`, {});
  const document = { markdown: "See [the guide](missing.md)." };
  const changes = [{ operation: "insert_page", title: "Links", document }];
  await asked("updateChangeRequestContent", `POST ${changeRequests}/${change}/content`, {
    changes,
  });
  await asked("mergeChangeRequest", `POST ${changeRequests}/${change}/merge`);
  const { items } = await asked("listSiteFindings", `GET ${site}/findings`);
  const finding = `${site}/findings/${items[0].id}/change-requests`;
  await asked("triggerChangeRequestsForSiteFinding", `POST ${finding}`);
  await asked("listChangeRequestsForSiteFinding", `GET ${finding}`);
  const template = { template: "plain-language" };
  await asked("createSiteStyleguideById", `POST ${site}/styleguide`, template);
  const runs = `${site}/styleguide/runs`;
  await asked("createSiteStyleguideRun", `POST ${runs}`, { spaces: [space] });
  await service.jobs.finish();
  await asked("listSiteStyleguideRuns", `GET ${runs}`);
  await asked("listChangeRequestsForSpace", `GET ${changeRequests}?status=draft`);
  await ask(`DELETE ${site}`);
}

/** Streams of the language model, and the questions about a site that it answered. */
async function askQuestions(org: string, asked: Asked, { ask }: Pick<Platform, "ask" | "service">) {
  const { items } = Object((await ask(`GET ${org}/sites`)).body);
  const site = `${org}/sites/${items[0].id}`;
  await asked("streamAskInOrganization", `GET ${org}/ask/stream?query=page`);
  await asked("streamRecommendedQuestionsInOrganization", `GET ${org}/ask/questions/stream`);
  await asked("streamAskInSite", `POST ${site}/ask`, { question: "page", scope: { mode: "all" } });
  await asked("streamRecommendedQuestionsInSite", `GET ${site}/ask/questions`);
  const message = { role: "user", content: "How do I change a page?" };
  await asked("streamAIResponseInSite", `POST ${site}/ai/response`, { input: [message] });
  const { items: answers } = await asked("listSiteQuestionAnswers", `GET ${site}/answers`);
  const answer = `${site}/answers/${answers[0].id}`;
  await asked("getSiteQuestionAnswerById", `GET ${answer}`);
  await asked("getSiteQuestionAnswerThreadById", `GET ${answer}/thread`);
  await asked("listSiteQuestionAnswerSources", `GET ${answer}/sources`);
  const response = `${site}/ai/response/${answers[0].id}`;
  await asked("streamExistingAIResponseInSite", `GET ${response}`);
  const { items: questions } = await asked("listSiteQuestions", `GET ${site}/questions`);
  const question = `${site}/questions/${questions[0].id}`;
  await asked("getSiteQuestionById", `GET ${question}`);
  await asked("listSiteQuestionSources", `GET ${question}/sources`);
  await asked("getSiteQuestionStats", `GET ${site}/question-stats`);
  const { items: topics } = await asked("listSiteTopics", `GET ${site}/topics`);
  const topic = `${site}/topics/${topics[0].id}`;
  await asked("getSiteTopicById", `GET ${topic}`);
  await asked("updateSiteTopicById", `PATCH ${topic}`, { usageSettings: { changeRequests: true } });
  await asked("deleteSiteTopicFindings", `DELETE ${topic}/findings`);
}

/** MCP servers, channels, settings and ads of the agents of a site. */
async function askAgents(site: string, asked: Asked) {
  const server = { name: "Status", url: "https://a.example/mcp", headers: { "X-Key": "key" } };
  const { id: serverId } = await asked("createSiteMcpServer", `POST ${site}/mcp-servers`, server);
  await asked("getSiteMcpServerById", `GET ${site}/mcp-servers/${serverId}`);
  await asked("updateSiteMcpServerById", `PATCH ${site}/mcp-servers/${serverId}`, { name: "New" });
  const channel = { type: "builtin:slack", setupSettings: { allowedChannels: ["help"] } };
  const { id: channelId } = await asked("createSiteChannel", `POST ${site}/channels`, channel);
  await asked("getSiteChannelById", `GET ${site}/channels/${channelId}`);
  await asked("updateSiteChannelById", `PATCH ${site}/channels/${channelId}`, {
    role: "collaborator",
  });
  const {
    object: _,
    urls: __,
    ...settings
  } = await asked("getSiteAgentSettingsById", `GET ${site}/agent-settings`);
  await asked("updateSiteAgentSettingsById", `PUT ${site}/agent-settings`, settings);
  await asked("updateSiteAdsById", `POST ${site}/ads`, { topic: "webdev", status: "in-review" });
  await asked("getSiteById", `GET ${site}`);
}

/** A font that is uploaded, created, changed and deleted. */
async function askFonts(org: string, asked: Asked, service: Platform["service"]): Promise<void> {
  const bytes = readFileSync(resolve("node_modules/temml/dist/Temml.woff2"));
  const file = { name: "a.woff2", type: "font/woff2", size: bytes.byteLength };
  const { url, key: storageKey } = await asked(
    "generateStorageUploadURL",
    `POST ${org}/storage/upload`,
    { file, kind: "customization_font" },
  );
  await service.transport({ method: "PUT", url, headers: {}, bytes });
  const { id } = await asked("createCustomFont", `PUT ${org}/fonts`, {
    fontFamily: "Acme",
    fontFaces: [{ weight: 400, storageKey }],
  });
  await asked("listCustomFonts", `GET ${org}/fonts`);
  await asked("getCustomFont", `GET ${org}/fonts/${id}`);
  await asked("updateCustomFont", `POST ${org}/fonts/${id}`, { fontFamily: "Acme Sans" });
  await asked("deleteCustomFont", `DELETE ${org}/fonts/${id}`);
  const range = "from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z";
  await asked("getOrganizationAIUsage", `GET ${org}/billing/ai-usage?${range}`);
}

/** Connections of spaces to the repositories of both providers. */
async function askGitInstallations(
  org: string,
  asked: Asked,
  service: Platform["service"],
): Promise<void> {
  for (const provider of ["github", "gitlab"] as const) {
    const { id: spaceId } = await asked("createSpace", `POST ${org}/spaces`, { title: provider });
    const { url } = await openProviderServer(provider);
    const installed = await asked("installGitSyncProviderOnTarget", "POST /v1/git/installations", {
      provider,
      target: { type: "space", spaceId },
    });
    const one = `/v1/git/installations/${installed.id}`;
    await asked("updateGitSyncInstallationById", `PATCH ${one}`, {
      provider,
      providerConfiguration: {
        [provider === "github" ? "repositoryId" : "projectId"]: 7,
        branch: "refs/heads/main",
        accessToken: providerToken,
        customInstanceURL: url,
      },
    });
    await service.jobs.finish();
    await asked("getGitSyncInstallationById", `GET ${one}`);
    const file = "path=docs%2Fa%20b.md&ref=main";
    if (provider === "github") {
      const repository = `${one}/github/repos/acme/docs7`;
      await asked("listGitHubRepositoriesForGitSyncInstallation", `GET ${one}/github/repos`);
      await asked("listGitHubRepoBranchesForGitSyncInstallation", `GET ${repository}/branches`);
      await asked("getGitHubRepoFileForGitSyncInstallation", `GET ${repository}/file?${file}`);
    } else {
      const project = `${one}/gitlab/projects/7`;
      await asked("listGitLabProjectsForGitSyncInstallation", `GET ${one}/gitlab/projects`);
      await asked("listGitLabProjectBranchesForGitSyncInstallation", `GET ${project}/branches`);
      await asked("getGitLabProjectFileForGitSyncInstallation", `GET ${project}/file?${file}`);
    }
    await asked("uninstallGitSyncInstallation", `DELETE ${one}`);
  }
}

/** An import of an unreachable website, which fails. */
async function askImports(
  organization: string,
  asked: Asked,
  service: Platform["service"],
): Promise<void> {
  const imports = `${organization}/imports`;
  const { items } = await asked(
    "listSpacesInOrganizationById",
    `GET ${organization.replace("/org/", "/orgs/")}/spaces`,
  );
  const begin = {
    source: { type: "website", url: "http://127.0.0.1:9/" },
    target: { space: items[0].id },
  };
  const { id } = await asked("startImportRun", `POST ${imports}`, begin);
  await service.jobs.finish();
  await asked("getImportRun", `GET ${imports}/${id}`);
  // Marks it as pending, because it may have ended.
  await service.db.updateTable("imports").set({ status: "pending" }).execute();
  await asked("cancelImportRun", `POST ${imports}/${id}/cancel`);
  await asked("listImportRuns", `GET ${imports}`);
}

/** @param host the host of the platform: an IP address, which requires no DNS lookup */
async function askHostnames(
  org: string,
  site: string,
  { ask, asked, host }: Omit<Asking, "organization"> & { readonly host: string },
): Promise<void> {
  await ask(`PATCH ${org}`, { body: { hostname: "lumen" } });
  await asked("getSubdomain", "GET /v1/subdomains/lumen");
  await ask(`PATCH ${site}`, { body: { hostname: host } });
  const hostname = `/v1/custom-hostnames/${host}`;
  await asked("dnsRevalidateCustomHostname", `PATCH ${hostname}`, {}, host);
  await asked("getCustomHostname", `GET ${hostname}`);
  await asked("removeCustomHostname", `DELETE ${hostname}`);
}

interface Asking {
  readonly ask: Platform["ask"];
  readonly asked: Asked;
  readonly organization: string;
}

/** An installation on one space and one site of its organization. */
async function askInstallation(
  installation: string,
  { ask, asked, organization }: Asking,
): Promise<void> {
  const selected = { space_selection: "selected", site_selection: "selected" };
  await ask(`PATCH ${installation}`, { body: selected });
  const org = `/v1/orgs/${organization}`;
  const { id: space } = Object((await ask(`POST ${org}/spaces`, { body: {} })).body);
  const { id: siteId } = Object((await ask(`POST ${org}/sites`, { body: {} })).body);
  await asked("installIntegrationOnSpace", `POST ${installation}/spaces`, { space });
  await asked("getIntegrationSpaceInstallation", `GET ${installation}/spaces/${space}`);
  await asked("uninstallIntegrationFromSpace", `DELETE ${installation}/spaces/${space}`);
  await asked("installIntegrationOnSite", `POST ${installation}/sites`, { siteId });
  await asked("getIntegrationSiteInstallation", `GET ${installation}/sites/${siteId}`);
  await asked("uninstallIntegrationFromSite", `DELETE ${installation}/sites/${siteId}`);
}

/** Only imports create reusable content. */
async function publishReusable(service: Platform["service"], space: string): Promise<void> {
  await publish(new Workspace(service, { now: new Date() }), space, async (tree, { db }) => {
    const document = await putDocument(db, space, parseMarkdown("Mind the gap.\n"));
    return { ...tree, reusableContents: [{ id: "notice", title: "Notice", document }] };
  });
}

/** @param host the host for this request, if it differs from that of the others */
type Asked = (
  operation: string,
  what: string,
  body?: object,
  host?: string,
) => Promise<ReturnType<typeof Object>>;

/** The content of a space: current, in a revision, and in a change request. */
async function askContent(space: string, asked: Asked): Promise<void> {
  await asked("getSpaceGitInfo", `GET ${space}/git/info`);
  const content = await asked("getCurrentRevision", `GET ${space}/content`);
  const request = await asked("createChangeRequest", `POST ${space}/change-requests`, {});
  const revision = `${space}/revisions/${content.id}`;
  const inRequest = `${space}/change-requests/${request.id}/content`;
  const [page]: readonly Named[] = content.pages;
  if (page?.path !== undefined) {
    const path = encodeURIComponent(page.path);
    await asked("getPageByPath", `GET ${space}/content/path/${path}`);
    await asked("getPageInRevisionByPath", `GET ${revision}/path/${path}`);
    await asked("getPageInChangeRequestByPath", `GET ${inRequest}/path/${path}`);
  }
  const [file]: readonly Named[] = content.files;
  if (file) {
    await asked("getFileById", `GET ${space}/content/files/${file.id}`);
    await asked("listSpaceFileBacklinks", `GET ${space}/content/files/${file.id}/backlinks`);
    await asked("getFileInRevisionById", `GET ${revision}/files/${file.id}`);
    await asked("getFileInChangeRequestById", `GET ${inRequest}/files/${file.id}`);
  }
  const [reusable]: readonly (Named & { readonly document: string })[] = content.reusableContents;
  if (!reusable) return;
  const parts = `reusable-contents/${reusable.id}`;
  await asked("getReusableContentById", `GET ${space}/content/${parts}`);
  await asked("getReusableContentInRevisionById", `GET ${revision}/${parts}`);
  await asked("getReusableContentDocumentInRevisionById", `GET ${revision}/${parts}/document`);
  await asked("getReusableContentInChangeRequestById", `GET ${inRequest}/${parts}`);
  await asked("getDocumentById", `GET ${space}/documents/${reusable.document}`);
}
