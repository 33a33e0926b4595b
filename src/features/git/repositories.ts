/** Repositories, branches and files that the connection of a space can read. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/git-installation.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { type Connection, isLocal, requireConnection } from "./connection.ts";

interface RepositoryInput {
  readonly spaceId: string;
  readonly repo?: string;
}

const repositoryColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "REPOSITORY", path: "fullName", as: "title", wide: true },
  { header: "DEFAULT BRANCH", path: "defaultBranch" },
];

const branchColumns: readonly PrintedColumn[] = [
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "REF", path: "ref" },
];

const fileColumns: readonly PrintedColumn[] = [
  { header: "NAME", path: "name", as: "title" },
  { header: "PATH", path: "path", wide: true },
  { header: "SHA", path: "sha" },
  { header: "SIZE", path: "size", as: "number" },
];

export async function listRepositories(
  context: Context,
  { spaceId }: RepositoryInput,
): Promise<Result> {
  const client = await context.client();
  const connection = await requireConnection(client, spaceId);
  const provider = requireProvider(connection, "repositories");
  const endpoint = provider === "github" ? contract.githubRepositories : contract.gitlabProjects;
  const { value } = await client.call(endpoint, { installationId: connection.id });
  return {
    list: [asObjects(asObject(value).items)],
    columns: repositoryColumns,
    none: "No repositories.",
  };
}

export async function listBranches(
  context: Context,
  { spaceId, repo }: RepositoryInput,
): Promise<Result> {
  const client = await context.client();
  const connection = await requireConnection(client, spaceId);
  const { id: installationId } = connection;
  const list = async () => {
    if (repo === undefined && isLocal(connection.installation)) {
      return client.call(contract.branches, { installationId });
    }
    const target = await findTarget(context, connection, repo);
    return "projectId" in target
      ? client.call(contract.gitlabBranches, { installationId, ...target })
      : client.call(contract.githubBranches, { installationId, ...target });
  };
  const { value } = await list();
  return {
    list: [asObjects(asObject(value).items)],
    columns: branchColumns,
    none: "No branches.",
  };
}

export async function showFile(
  context: Context,
  { spaceId, repo, path, ref }: RepositoryInput & { readonly path: string; readonly ref?: string },
): Promise<Result> {
  const client = await context.client();
  const connection = await requireConnection(client, spaceId);
  const { id: installationId, installation } = connection;
  const target = await findTarget(context, connection, repo);
  const branch = asText(asObject(installation.providerConfiguration).branch);
  const file = { path, ref: ref ?? branch.replace("refs/heads/", "") };
  if (file.ref === "") throw new UsageError("--ref is required, such as --ref main.");
  const { value } =
    "projectId" in target
      ? await client.call(contract.gitlabFile, { installationId, ...target, ...file })
      : await client.call(contract.githubFile, { installationId, ...target, ...file });
  return { record: asObject(value), columns: fileColumns };
}

type RepositoryTarget =
  | { readonly accountName: string; readonly repositoryName: string }
  | { readonly projectId: string };

/** The repository of the connection, or another one by its name. */
async function findTarget(
  context: Context,
  connection: Connection,
  repo: string | undefined,
): Promise<RepositoryTarget> {
  const { installation } = connection;
  const provider = requireProvider(connection, "files");
  const { repositoryName } = asObject(installation.repositoryConnection);
  const fullName = repo ?? asText(repositoryName);
  if (fullName === "") throw new UsageError("--repo is required, such as --repo acme/docs.");
  if (provider === "github") {
    const [accountName = "", name = ""] = fullName.split("/");
    return { accountName, repositoryName: name };
  }
  const { projectId } = asObject(installation.providerConfiguration);
  if (repo === undefined && typeof projectId === "number") return { projectId: String(projectId) };
  const client = await context.client();
  const { value } = await client.call(contract.gitlabProjects, { installationId: connection.id });
  const project = asObjects(asObject(value).items).find((one) => one.fullName === fullName);
  if (project !== undefined) return { projectId: String(project.id) };
  throw new UsageError(`No project ${fullName} is available for this connection.`);
}

/** @param content the content that only the API of a provider lists */
function requireProvider(
  { installation }: Connection,
  content: "repositories" | "files",
): "github" | "gitlab" {
  const provider = asText(installation.provider);
  if (provider === "github" || provider === "gitlab") return provider;
  throw new UsageError(
    `The space is connected by URL, and only the APIs of GitHub and GitLab list ${content}.`,
    "tome git connect <space> --provider github --repo <repository>",
  );
}
