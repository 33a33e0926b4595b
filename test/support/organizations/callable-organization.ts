/**
 * A complete organization behind HTTP, with everything that an operation of the published description
 * needs to succeed: a language model, an integration that runs, Git providers and a second organization.
 */
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { resolve } from "node:path";
import { GitBookAPI } from "@gitbook/api";
import { onTestFinished } from "vitest";
import type { Operation } from "../../../scripts/comparing/theirs.mjs";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import type { WireRequest } from "../../../src/contract/wire.ts";
import { listen } from "../../../src/service/listen.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { compress } from "../generators/compressed.ts";
import { openProviderServer, providerToken } from "../git/git-provider.ts";
import { serve } from "../network/loopback.ts";
import { getText } from "../platforms/platform.ts";
import { bundleSource } from "../platforms/scripts.ts";
import { callPublished } from "../requests/published-client.ts";
import { listInputs, requestFor } from "../requests/requests.ts";
import { identity } from "../sign-in/saml.ts";
import { openCompleteOrganization } from "./complete-organization.ts";
import { answerQuestionOrPage } from "./editing-model.ts";
import { type CalledPlatform, openOwnProcess } from "./own-process.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Changes an input so that the platform can execute it; undefined to omit the input. */
type Adjust = (input: Fields) => Promise<Fields | undefined> | Fields | undefined;

export interface CallableOrganization {
  /** The client of an admin, which reaches the platform over HTTP. */
  readonly client: GitBookAPI;
  readonly admin: string;
  /** The base URL of the platform, and the token of the admin. */
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
  /** Ids by noun, and by the path of the operation that creates them. */
  readonly ids: ReadonlyMap<string, string>;
  /** Sends a request of the admin, such as `POST /orgs`, which must succeed. @returns its body */
  readonly send: (what: string, body?: object) => Promise<ReturnType<typeof Object>>;
  /** Sends a request of the admin. @returns the status, and the numbers of events by action */
  readonly change: (endpoint: Endpoint, input: object) => Promise<Changed>;
  /**
   * The inputs of an operation: the required fields, and each optional field alone.
   * @returns functions, because some inputs need resources that are created before their call
   */
  readonly prepareInputs: (
    endpoint: Endpoint,
    /** Without it, no input is for the second page of a list. */
    operation?: Operation,
  ) => Promise<readonly (() => ReturnType<Adjust>)[]>;
  /** Replaces the data by those before the first call. */
  readonly restore: () => Promise<void>;
}

export interface Changed {
  readonly status: number;
  readonly message: string;
  /** The number of audit events of the operation that the request added. */
  readonly events: number;
}

const source = `
  import { createComponent, createContentSource, createIntegration } from "@gitbook/runtime";
  const settings = createComponent({
    componentId: "settings",
    render: async () => <configuration><input label="Key" element={<textinput state="key" />} /></configuration>,
  });
  const pages = createContentSource({
    sourceId: "pages",
    getRevision: async () => ({ pages: [{ type: "document", title: "Start" }] }),
    getPageDocument: async () => ({ object: "document", data: {}, nodes: [{ object: "block", type: "paragraph",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Start", marks: [] }] }] }] }),
  });
  export default createIntegration({ components: [settings], contentSources: [pages], task: async () => {} });
`;

/** @param options `ownProcess` whether the calls are answered by the built `tome serve` */
export async function openCallableOrganization({
  ownProcess = false,
}: {
  readonly ownProcess?: boolean;
} = {}): Promise<CallableOrganization> {
  const { url } = await serve(({ body }, response) => answerQuestionOrPage(body, response));
  const { workspace, admin, ids, organizationId } = await openCompleteOrganization("Client", {
    allowPrivate: ["127.0.0.1"],
    model: { url, name: "small" },
    integrations: true,
    // Another process has the clock of the machine.
    ...(ownProcess && { realTime: Date.now }),
  });
  const { db, service } = workspace;
  const silent = await serve(() => undefined);
  const now = ownProcess ? new Date() : workspace.now;
  // DNS records are checked for public addresses only.
  const host = "203.0.113.10";
  const publicUrl = `http://${host}`;
  const server = await listen(service, { publicUrl });
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const token = await issueToken(db, { user: admin, label: "client", now });
  let platform: CalledPlatform = {
    url: publicUrl,
    transport: service.transport,
    verify: (domain) => workspace.vouch(organizationId, domain),
    restore: async () => {
      await service.admin.import(structuredClone(snapshot));
    },
  };
  const send = async (what: string, body?: object): Promise<ReturnType<typeof Object>> => {
    const [method, path] = what.split(" ");
    const answer = await platform.transport({
      method: method as WireRequest["method"],
      url: `${platform.url}/v1${path}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await getText(answer);
    if (answer.status >= 300) throw new Error(`${what}: ${text}`);
    return text === "" ? {} : Object(JSON.parse(text));
  };
  const named = (name: string) => ids.get(name) ?? "";
  const [siteId, spaceId, userId] = [named("site"), named("space"), named("user")];
  const org = `/orgs/${organizationId}`;
  const site = `${org}/sites/${siteId}`;
  const installation = `/integrations/${named("/integrations")}/installations/${named("/integrations/{integrationName}/installations")}`;

  await send(`PATCH ${org}`, { ai: true });
  await send(`PATCH ${site}`, { adaptiveContent: { enabled: true } });
  const elsewhere = await send("POST /orgs", { title: "Elsewhere" });
  const spare = await send(`POST ${org}/spaces`, { title: "Spare" });
  const shelf = await send(`POST ${org}/collections`, { title: "Shelf" });
  const runs = {
    organization: organizationId,
    title: "Runs",
    description: "Runs",
    runtime: "v2",
    scopes: [],
    script: await bundleSource(source),
    contentSources: [{ id: "pages", title: "Pages", configuration: { componentId: "settings" } }],
  };
  await send("POST /integrations/runs", runs);
  await send("POST /integrations/runs/installations", { organization: organizationId });
  const bytes = readFileSync(resolve("node_modules/temml/dist/Temml.woff2"));
  const upload = await send(`POST ${org}/storage/upload`, {
    kind: "customization_font",
    file: { name: "a.woff2", type: "font/woff2", size: bytes.byteLength },
  });
  await service.transport({ method: "PUT", url: upload.url, headers: {}, bytes });

  /** A Git installation of a provider whose server answers. */
  await send(`DELETE /git/installations/${named("/git/installations")}`);
  const connections = new Map<string, { installationId: string }>();
  const configurations = new Map<string, object>();
  const connectedSpaces = new Map<string, string>();
  for (const provider of ["github", "gitlab"] as const) {
    const { id: connected } = await send(`POST ${org}/spaces`, { title: provider });
    const target = { type: "space", spaceId: connected };
    const { id } = await send("POST /git/installations", { provider, target });
    const configuration = {
      [provider === "github" ? "repositoryId" : "projectId"]: 7,
      branch: "refs/heads/main",
      accessToken: providerToken,
      customInstanceURL: (await openProviderServer(provider)).url,
    };
    const change = { provider, providerConfiguration: configuration };
    await send(`PATCH /git/installations/${id}`, change);
    connections.set(provider, { installationId: id });
    configurations.set(provider, configuration);
    connectedSpaces.set(provider, connected);
  }
  ids.set("/git/installations", connections.get("github")?.installationId ?? "");
  await service.jobs.finish();
  const file = { path: "docs/a b.md", ref: "main" };
  const onGitHub = (input: Fields) => ({ ...input, ...connections.get("github") });
  const gitHub = { accountName: "acme", repositoryName: "docs7" };
  const onGitLab = (input: Fields) => ({ ...input, ...connections.get("gitlab") });
  const gitLab = { projectId: "7" };

  const selectContent: Adjust = async (input) => {
    const selected = { space_selection: "selected", site_selection: "selected" };
    await send(`PATCH ${installation}`, selected);
    return input;
  };
  const onSelected =
    (kind: string, content: object): Adjust =>
    async (input) => {
      await selectContent(input);
      await send(`POST ${installation}/${kind}`, content);
      return input;
    };
  const withSource = (input: Fields) => ({
    ...input,
    source: { type: "integration:runs:pages", props: { page: "start" } },
  });
  const context = { type: "configuration_account", theme: "light", organizationId };
  const rendering = { componentId: "settings", props: {}, context };
  const text = { object: "document", data: { schemaVersion: 1 }, nodes: [] };
  const byField: Readonly<Record<string, unknown>> = {
    condition: "visitor.claims.unsigned.beta == true",
    emailDomains: ["probe.example"],
    expiresAt: new Date(now.getTime() + 90 * 24 * 60 * 60 * 1000).toISOString(),
    template: { id: "help-center" },
    mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [userId] }] },
    claims: "{}",
    instructions: text,
    previewImages: ["R0lGODlhAQABAAAAACw="],
    certificate: identity.certificate,
    groups: [{ name: "writers", team: named("team") }],
  };
  const section = async (title: string) => {
    return (await send(`POST ${site}/sections`, { spaceId: spare.id, title })).id;
  };
  const adjustments: Readonly<Record<string, Adjust>> = {
    updateUserById: (input) => ({ displayName: "Ada", ...input, userId: admin }),
    updateSiteShareLinkById: (input) => ({ name: "Probe", ...input }),
    requestReviewersForChangeRequest: ({ description, ...input }) =>
      description === undefined ? input : { ...input, description: text },
    createOrganization: ({ onboardingPreferences, ...input }) => input,
    updateSitePublishingAuthById: (input) => ({ backend: "custom", ...input }),
    updateSiteCustomizationById: async (input) => {
      const { object: _, updatedAt: __, ...settings } = await send(`GET ${site}/customization`);
      return { ...input, settings };
    },
    addOrganizationDomain: (input) => ({ ...input, domain: "probe.example.com" }),
    scheduleChangeRequestMerge: (input) => ({ ...input, at: byField.expiresAt }),
    restoreSpace: async (input) => {
      await send(`DELETE /spaces/${spare.id}`);
      return { ...input, spaceId: spare.id };
    },
    moveSpace: ({ position }) =>
      position === undefined ? { spaceId: spare.id, parent: shelf.id } : undefined,
    moveCollection: ({ position }) =>
      position === undefined ? { collectionId: named("collection"), parent: shelf.id } : undefined,
    transferCollection: () => ({ collectionId: shelf.id, organization: elsewhere.id }),
    transferSpace: () => ({ spaceId: spare.id, organization: elsewhere.id }),
    installIntegration: async (input) => {
      await send(`DELETE ${installation}`);
      return input;
    },
    installIntegrationOnSpace: selectContent,
    installIntegrationOnSite: selectContent,
    uninstallIntegrationFromSpace: onSelected("spaces", { space: spaceId }),
    uninstallIntegrationFromSite: onSelected("sites", { siteId }),
    getComputedRevision: withSource,
    getComputedDocument: withSource,
    renderIntegrationUIWithPost: () => ({ integrationName: "runs", ...rendering }),
    renderIntegrationUIWithGet: () => ({
      integrationName: "runs",
      request: compress(JSON.stringify(rendering)),
    }),
    queueIntegrationTask: (input) => ({ ...input, integrationName: "runs" }),
    createTranslation: (input) => ({ ...input, source: { space: spare.id, language: "en" } }),
    createCustomFont: (input) => ({
      ...input,
      fontFaces: [{ weight: 400, storageKey: upload.key }],
    }),
    updateCustomFont: ({ fontFaces, ...input }) => ({
      ...input,
      ...(fontFaces !== undefined && { fontFaces: [{ weight: 700, storageKey: upload.key }] }),
    }),
    cancelImportRun: async (input) => {
      const start = { source: { type: "website", url: silent.url }, target: { space: spaceId } };
      const { id } = await send(`POST /org/${organizationId}/imports`, start);
      return { ...input, importRunId: id };
    },
    updateSiteAdaptiveSchema: (input) => ({
      ...input,
      jsonSchema: {
        type: "object",
        properties: { beta: { type: "boolean", description: "Takes part in the beta" } },
        additionalProperties: false,
      },
    }),
    syncSiteContextConnection: async (input) => {
      const { id } = await send(`POST ${site}/context-connections`, {
        connector: "builtin:github-issues",
        // The job refuses this repository, so that it sends no request.
        setupSettings: { repository: "acme/..", token: "secret" },
      });
      return { ...input, siteContextConnectionId: id };
    },
    createSiteContextConnection: ({ setupSettings, ...input }) =>
      setupSettings === undefined
        ? input
        : {
            ...input,
            connector: "builtin:github-issues",
            setupSettings: { repository: "acme/docs", token: "secret" },
          },
    updateSiteContextConnectionById: ({ setupSettings, ...input }) => input,
    applyTemplateToSite: async (input) => {
      return { ...input, siteId: (await send(`POST ${org}/sites`, { title: "New" })).id };
    },
    dnsRevalidateCustomHostname: async (input) => {
      await send(`PATCH ${site}`, { hostname: host });
      return { ...input, hostname: host };
    },
    updateSiteById: async (input) => {
      await platform.verify("probe.example.com");
      return input;
    },
    adsUpdateSite: (input) => ({
      ...input,
      status: "live",
      ...(input.reason !== undefined && { status: "rejected" }),
      ...(input.reason === undefined && { zoneId: "zone", reportingId: "report" }),
    }),
    installGitSyncProviderOnTarget: (input) => ({
      ...input,
      provider: "github",
      target: { type: "space", spaceId: spare.id },
    }),
    updateGitSyncInstallationById: (input) => ({
      ...input,
      installationId: connections.get("github")?.installationId,
      provider: "github",
      providerConfiguration: configurations.get("github"),
    }),
    listGitHubRepositoriesForGitSyncInstallation: onGitHub,
    listGitHubRepoBranchesForGitSyncInstallation: (input) => ({ ...onGitHub(input), ...gitHub }),
    getGitHubRepoFileForGitSyncInstallation: (input) => ({
      ...onGitHub(input),
      ...gitHub,
      ...file,
    }),
    listGitLabProjectsForGitSyncInstallation: onGitLab,
    listGitLabProjectBranchesForGitSyncInstallation: (input) => ({ ...onGitLab(input), ...gitLab }),
    getGitLabProjectFileForGitSyncInstallation: (input) => ({
      ...onGitLab(input),
      ...gitLab,
      ...file,
    }),
    getSpaceGitInfo: () => ({ spaceId: connectedSpaces.get("github") }),
    postCommentInSpace: onPage,
    postCommentInChangeRequest: onPage,
    createOrganizationInvite: ({ role, level, space, collection, ...input }) =>
      (level ?? space ?? collection)
        ? { ...input, level: "read", ...(collection ? { collection } : { space: spaceId }) }
        : { ...input, role: "read" },
    updateOrganizationInviteById: ({ level, ...input }) => ({ ...input, role: "edit" }),
    updateOpenAPISpecBySlug: (input) => ({ ...input, visibility: "public" }),
    updateTranslation: (input) => ({ ...input, instructions: page.document }),
    inviteUsersToOrganization: (input) => ({ ...input, emails: ["new@example.com"] }),
    publishSite: async (input) => {
      await send(`POST ${site}/unpublish`);
      return input;
    },
    addSectionToGroup: async (input) => ({ ...input, sectionId: await section("Third") }),
    deleteSiteSpaceCustomizationById: async (input) => {
      const overrides = { footer: { copyright: "Probe" } };
      const path = `${site}/site-spaces/${input.siteSpaceId}/customization`;
      await send(`PATCH ${path}`, overrides);
      return input;
    },
    restoreGitSyncInstallation: async (input) => {
      await send(`DELETE /git/installations/${input.installationId}`);
      return input;
    },
    cancelScheduledChangeRequestMerge: async (input) => {
      const path = `/spaces/${spaceId}/change-requests/${input.changeRequestId}`;
      await send(`PATCH ${path}`, { status: "open" });
      await send(`PUT ${path}/scheduled-merge`, { at: byField.expiresAt });
      return input;
    },
    updateMembersInOrganizationTeam: ({ add, ...input }) => ({
      ...input,
      ...(add !== undefined && { add: [admin] }),
    }),
    listOrganizationIntegrationsStatus: ({ space, site, ...input }) => ({
      ...input,
      ...(space !== undefined && { target: "space", space }),
      ...(site !== undefined && { target: "site", site }),
    }),
    addSpaceToSite: withoutSpaceForTemplate,
    addSectionToSite: withoutSpaceForTemplate,
    updateSiteSectionGroupById: async ({ parentSectionGroupId, ...input }) => {
      if (parentSectionGroupId === undefined) return input;
      const { id } = await send(`POST ${site}/section-groups`, { title: "Parent", sections: [] });
      return { ...input, parentSectionGroupId: id };
    },
    searchSiteContent: ({ mode, siteSpaceId, siteSpaceIds, ...input }) => ({
      ...input,
      mode: "all",
      ...(mode !== undefined && { mode: "specific", siteSpaceIds: [named("siteSpace")] }),
      ...(siteSpaceId !== undefined && { mode: "current", siteSpaceId }),
      ...(siteSpaceIds !== undefined && { mode: "specific", siteSpaceIds }),
    }),
    moveSiteSection: async ({ position, ...input }) => ({
      ...input,
      ...(position !== undefined && {
        siteSectionId: await section("First"),
        position: { after: { type: "site-section", siteSection: await section("Second") } },
      }),
    }),
    moveSiteSectionGroup: ({ position, ...input }) => input,
    moveSiteSpace: ({ position, ...input }) => input,
    createSiteStyleguideById: async (input) => ({
      ...input,
      siteId: (await send(`POST ${org}/sites`, { title: "New" })).id,
      template: "plain-language",
    }),
    createSiteStyleguideRun: async (input) => {
      await send(`POST ${site}/site-spaces`, { spaceId: spare.id });
      return { ...input, spaces: [spare.id] };
    },
    triggerChangeRequestsForSiteFinding: async (input) => {
      await send(`POST ${site}/site-spaces`, { spaceId: spare.id });
      const changeRequests = `/spaces/${spare.id}/change-requests`;
      const { id } = await send(`POST ${changeRequests}`, {});
      const document = { markdown: "See [the guide](missing.md)." };
      const changes = [{ operation: "insert_page", title: "Links", document }];
      await send(`POST ${changeRequests}/${id}/content`, { changes });
      await send(`POST ${changeRequests}/${id}/merge`);
      const { items } = await send(`GET ${site}/findings?limit=1000`);
      const finding = items.find(({ pages }: { readonly pages: number }) => pages > 0);
      return { ...input, siteFindingId: finding.id };
    },
    aggregateSiteEvents: ({ select, where, ...input }) => ({
      ...input,
      ...(select !== undefined && { select, groupBy: select }),
      ...(where !== undefined && {
        where: [{ column: "eventType", operator: "in", values: ["page_view"] }],
      }),
    }),
    updateSiteAdsById: (input) => ({ topic: "webdev", status: "in-review", ...input }),
    createSiteRedirect: (input) => ({
      ...input,
      source: input.captureWildcard === undefined ? "/new-redirect" : "/new-redirect/*",
    }),
    updateSiteRedirectById: ({ captureWildcard, destination, ...input }) => ({
      ...input,
      ...(captureWildcard !== undefined && { captureWildcard, source: "/new-redirect/*" }),
      ...(destination !== undefined && {
        destination: { kind: "site-section", siteSectionId: named("siteSection") },
      }),
    }),
    updateSiteChannelById: ({ setupSettings, ...input }) => ({
      ...input,
      ...(setupSettings !== undefined && { setupSettings: { allowedChannels: ["help"] } }),
    }),
    getSitePublishingPreviewById: ({ target, ...input }) => input,
    getSpacePDF: printPage,
    getChangeRequestPDF: printPage,
    updateChangeRequestById: ({ description, ...input }) =>
      description === undefined ? input : { ...input, description: text },
    publishIntegration: ({ icon, ...input }) => input,
    streamAIResponseInSite: ({ previousResponseId, ...input }) => ({
      ...input,
      ...(previousResponseId !== undefined && { previousResponseId: named("answer") }),
    }),
  };
  const pageId = named("page");
  function printPage(input: Fields): Fields {
    return input.only === undefined ? input : { ...input, page: pageId };
  }
  const page = await send(`GET /spaces/${spaceId}/content/page/${pageId}?format=document`);
  const [block] = page.document.nodes;
  /** Comments on a block, because no page of the sample has a table. */
  function onPage({ node, tableCell, ...input }: Fields): Fields | undefined {
    if (tableCell !== undefined) return undefined;
    return node === undefined ? input : { ...input, page: pageId, node: block.key };
  }

  // The operator can verify only names of domains.
  await workspace.vouch(organizationId, host);
  const snapshot = await service.admin.export();
  if (ownProcess) {
    platform = await openOwnProcess(snapshot, {
      publicUrl,
      modelUrl: url,
      organizationId,
      async prepare(ask) {
        // Its key cannot decrypt the access tokens of the snapshot.
        for (const [provider, { installationId }] of connections) {
          const change = { provider, providerConfiguration: configurations.get(provider) };
          await ask(`PATCH /v1/git/installations/${installationId}`, change, token);
        }
      },
    });
  }
  const endpoint = await openProxy(ownProcess ? platform.url : server.url, host);
  const client = new GitBookAPI({ endpoint, authToken: token });
  return {
    client,
    admin,
    url: endpoint,
    token,
    organizationId,
    ids,
    send,
    async change(endpoint, input) {
      const countEvents = async () => {
        const rows = db.selectFrom("audit_events").select("occurrences");
        const found = await rows.where("action", "=", endpoint.operation).execute();
        return found.reduce((sum, { occurrences }) => sum + occurrences, 0);
      };
      const before = await countEvents();
      const answer = await service.transport(
        requestFor(endpoint, input, { base: publicUrl, token }),
      );
      const message = await getText(answer);
      return { status: answer.status, message, events: (await countEvents()) - before };
    },
    async prepareInputs(endpoint, operation) {
      const adjust = adjustments[endpoint.operation] ?? ((input) => input);
      const inputs = await listInputs(endpoint, { ids, word: "Probe" }, true);
      const published = `${publicUrl}/_site/${siteId}`;
      return inputs.map((input) => () => {
        const replaced = Object.entries(input).map(([name, value]) => [
          name,
          name in byField && !endpoint.route.includes(`{${name}}`) ? byField[name] : value,
        ]);
        const known = Object.fromEntries(replaced);
        if (endpoint.route.includes(" /urls/")) known.url = published;
        if (known.page === undefined || endpoint.list !== true || operation === undefined) {
          return adjust(known);
        }
        return findNextPage(client, endpoint, known, operation);
      });
    },
    restore: () => platform.restore(),
  };
}

/** The same input for the second page; undefined if one item is all. */
async function findNextPage(
  client: GitBookAPI,
  endpoint: Endpoint,
  { page: _, ...input }: Fields,
  operation: Operation,
): Promise<Fields | undefined> {
  const first = await callPublished(client, endpoint, { ...input, limit: 1 }, operation);
  const { next } = Object(first.values[0]);
  return next && { ...input, page: next.page };
}

/** Forwards requests with the public host, as a reverse proxy does. @returns its URL */
async function openProxy(target: string, host: string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers: { ...headers, host } });
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolved) => proxy.listen(0, "127.0.0.1", resolved));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** A template is for a new space. */
function withoutSpaceForTemplate(input: Fields): Fields {
  return input.template === undefined ? input : { ...input, spaceId: null };
}
