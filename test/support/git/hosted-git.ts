/**
 * Stub of the hosted platform's Git operations, written from its published description. Requests and
 * its own responses must be valid according to the description.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../../../scripts/comparing/theirs.mjs";
import { asObject, asText, isObject, type JsonObject } from "../../../src/json/values.ts";
import { answering } from "../network/answering.ts";
import { openNewestAnswers } from "../requests/published.ts";

export const hostedSpace = "S0000000000000000001";
export const hostedToken = "hosted-token";

/** A failure of one operation. */
interface HostedFailure {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Fields that the description allows in the configuration of each provider. */
const configurationFields: Readonly<Record<string, readonly string[]>> = {
  github: ["repositoryId", "branch"],
  gitlab: ["projectId", "accessToken", "customInstanceURL", "branch"],
};
const setupFields = [
  "provider",
  "providerConfiguration",
  "projectDirectory",
  "commitMessageTemplate",
  "previewExternalBranches",
  "agentInstructions",
  "priority",
  "childInstallationProjectDirectories",
];

const at = "2026-01-02T03:04:05.000Z";

export async function openHostedGit() {
  const published = openNewestAnswers();
  const state = {
    /** Whether the GitHub app was authorized in the settings of the space. */
    isAuthorized: true,
    installation: undefined as JsonObject | undefined,
    operation: undefined as JsonObject | undefined,
    /** The reason why operations fail; undefined if they succeed. */
    reason: undefined as string | undefined,
    failures: new Map<string, HostedFailure>(),
    /** The operations that were requested, with their bodies. */
    requests: [] as { readonly operation: string; readonly body: JsonObject }[],
    violations: [] as string[],
  };
  let operations = 0;
  function runOperation(direction: "import" | "export"): void {
    operations += 1;
    const startedAt = new Date(Date.parse(at) + operations * 1000).toISOString();
    const { reason } = state;
    state.operation = {
      state: reason === undefined ? "success" : "failure",
      ...{ direction, startedAt, endedAt: startedAt },
      ...(reason !== undefined && { error: reason }),
    };
  }

  const repositories = [
    { id: 7, accountName: "acme", repositoryName: "docs", fullName: "acme/docs" },
    { id: 8, accountName: "acme", repositoryName: "empty", fullName: "acme/empty" },
  ].map((one) => ({ ...one, defaultBranch: one.id === 7 ? "trunk" : null }));

  const handlers: Readonly<Record<string, (body: JsonObject, url: URL) => unknown>> = {
    getSpaceById: () => space(server.url),
    listPages: () => ({ pages: [] }),
    getSpaceGitInfo: () => {
      const { installation, operation } = state;
      if (installation === undefined) return refuse(404, "Git provider not found");
      const { repositoryConnection: repository } = installation;
      return {
        installationId: installation.id,
        installationStatus: installation.status,
        installationProvider: installation.provider,
        ...(isObject(repository) && { repoName: repository.repositoryName }),
        ...(operation && { operation }),
        updatedAt: at,
      };
    },
    installGitSyncProviderOnTarget: ({ provider, target }) => {
      if (state.installation !== undefined) return refuse(409, "Git Sync is already installed");
      state.installation = {
        object: "git-sync-installation",
        id: "I1",
        target: asObject(target),
        status: provider === "github" && state.isAuthorized ? "pending" : "unauthenticated",
        provider: asText(provider),
        providerConfiguration: {},
        ...{ createdAt: at, createdBy: "U1", updatedAt: at },
        urls: { location: `${server.url}/v1/git/installations/I1` },
      };
      return state.installation;
    },
    getGitSyncInstallationById: () => state.installation ?? refuse(404, "Not found"),
    updateGitSyncInstallationById: (body) => updateInstallation(body),
    uninstallGitSyncInstallation: () => {
      if (state.installation === undefined) return refuse(404, "Not found");
      state.installation = undefined;
      return undefined;
    },
    listGitHubRepositoriesForGitSyncInstallation: () => listRepositories("github"),
    listGitLabProjectsForGitSyncInstallation: () => listRepositories("gitlab"),
    listGitHubRepoBranchesForGitSyncInstallation: () => branches,
    listGitLabProjectBranchesForGitSyncInstallation: () => branches,
    getGitHubRepoFileForGitSyncInstallation: (_, url) => file(url),
    getGitLabProjectFileForGitSyncInstallation: (_, url) => file(url),
    importGitRepository: () => runOperation("import"),
    exportToGitRepository: () => runOperation("export"),
  };

  function listRepositories(provider: string): unknown {
    if (state.installation?.provider !== provider) return refuse(404, "Not found");
    if (state.installation.status === "unauthenticated") return refuse(401, "Not authenticated");
    return { items: repositories };
  }

  function updateInstallation(body: JsonObject): unknown {
    const { installation } = state;
    if (installation === undefined) return refuse(404, "Not found");
    if (body.provider !== installation.provider) return refuse(409, "Another provider");
    const { accessToken, ...given } = asObject(body.providerConfiguration);
    const configuration = { ...asObject(installation.providerConfiguration), ...given };
    const id = configuration.repositoryId ?? configuration.projectId;
    const repository = repositories.find((one) => one.id === id);
    if (id !== undefined && repository === undefined) return refuse(404, "Repository not found");
    const isAuthenticated = accessToken !== undefined || installation.status !== "unauthenticated";
    const isKnown = repository !== undefined && configuration.branch !== undefined;
    const status = !isAuthenticated ? "unauthenticated" : isKnown ? "active" : "pending";
    const { childInstallationProjectDirectories: _, ...rest } = body;
    const changed: JsonObject = {
      ...installation,
      ...rest,
      providerConfiguration: configuration,
      status,
      ...(repository && {
        repositoryConnection: {
          object: "git-repository-connection",
          id: "C1",
          provider: asText(body.provider),
          repositoryId: String(repository.id),
          repositoryName: repository.fullName,
          repositoryUrl: `https://example.com/${repository.fullName}`,
          authState: status,
          capabilities: { pullRequests: true, commitStatuses: true },
          ...{ createdAt: at, updatedAt: at },
        },
      }),
    };
    state.installation = changed;
    if (isKnown) runOperation(changed.priority === "gitbook" ? "export" : "import");
    return changed;
  }

  const branches = { items: [{ name: "trunk", ref: "refs/heads/trunk" }] };

  function file({ searchParams }: URL): unknown {
    const path = searchParams.get("path") ?? "";
    if (!path.endsWith("README.md")) return refuse(404, "File not found");
    return { name: "README.md", path, sha: "a".repeat(40), size: 7 };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body?: unknown, headers = {}) => {
      const type = body === undefined ? {} : { "content-type": "application/json" };
      response.writeHead(status, { ...type, ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const fail = ({ status, message, headers }: HostedFailure) =>
      send(status, { error: { code: status, message } }, headers);
    const url = new URL(request.url ?? "", server.url);
    const operation = findOperation([...published.operations.values()], request.method, url);
    if (operation === undefined) return fail({ status: 404, message: "Not found" });
    if (request.headers.authorization !== `Bearer ${hostedToken}`) {
      return fail({ status: 401, message: "Unauthorized" });
    }
    const { name } = operation;
    const text = await readBody(request);
    const body: JsonObject = text === "" ? {} : JSON.parse(text);
    state.requests.push({ operation: name, body });
    const faults = listFaults(operation, url, text === "" ? undefined : body);
    if (faults.length > 0) {
      state.violations.push(...faults.map((fault) => `${name}: ${fault}`));
      return fail({ status: 400, message: faults.join(", ") });
    }
    const failure = state.failures.get(name);
    if (failure !== undefined) return fail(failure);
    const answer = handlers[name]?.(body, url);
    if (answer instanceof Refusal) return fail(answer);
    const [status = 200] = operation.statuses;
    const wrong = published.listViolations(operation, answer);
    state.violations.push(...wrong.map((fault) => `response of ${name}: ${fault}`));
    send(status, answer);
  }

  function listFaults(operation: Operation, url: URL, body: JsonObject | undefined): string[] {
    const faults = [...url.searchParams.keys()]
      .filter((name) => !operation.parameters.has(`query.${name}`))
      .map((name) => `the query parameter ${name} is not described`);
    if (!published.allows(operation, body)) faults.push("the body is not as described");
    if (operation.name !== "updateGitSyncInstallationById") return faults;
    const { provider, providerConfiguration } = body ?? {};
    const allowed = configurationFields[asText(provider)] ?? [];
    const unknown = [
      ...Object.keys(body ?? {}).filter((name) => !setupFields.includes(name)),
      ...Object.keys(asObject(providerConfiguration)).filter((name) => !allowed.includes(name)),
    ];
    return [...faults, ...unknown.map((name) => `the field ${name} is not described`)];
  }

  const server = await answering((request, response) => void respond(request, response));
  return { url: server.url, state };
}

class Refusal implements HostedFailure {
  constructor(
    readonly status: number,
    readonly message: string,
  ) {}
}

function refuse(status: number, message: string): Refusal {
  return new Refusal(status, message);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function findOperation(
  operations: readonly Operation[],
  method: string | undefined,
  { pathname }: URL,
): Operation | undefined {
  return operations.find((one) => {
    const pattern = one.path.replace(/\{[^}]+\}/g, "[^/]+");
    return one.method.toUpperCase() === method && new RegExp(`^/v1${pattern}$`).test(pathname);
  });
}

function space(base: string) {
  return {
    object: "space",
    id: hostedSpace,
    title: "Handbook",
    emoji: "1f4d4",
    visibility: "private",
    ...{ createdAt: at, updatedAt: at },
    editMode: "locked",
    mergeRules: { type: "inherit" },
    organization: "O1",
    revision: "R1",
    defaultLevel: "inherit",
    ...{ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
    urls: { location: `${base}/v1/spaces/${hostedSpace}`, app: `${base}/s/${hostedSpace}` },
    permissions: {
      ...{ view: true, access: true, admin: true, viewInviteLinks: true, edit: true },
      ...{ triggerGitSync: true, comment: true, merge: true, review: true },
      installIntegration: true,
    },
  };
}
