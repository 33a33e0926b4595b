/** Stubs of the GitHub and GitLab APIs, written from their public documentation. */
import { answering } from "../network/answering.ts";
import { gitRepository } from "./git.ts";
import { serveRepository } from "./git-backend.ts";

/** The access token that the stubs accept. */
export const providerToken = "canary-token";

/** A repository and the API of its provider, with the documented responses, on one server. */
export async function openProviderServer(provider: "github" | "gitlab") {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n", "docs/a.md": "# A\n" });
  const state = { token: providerToken, limited: false, count: 0 };
  const user = provider === "github" ? "x-access-token" : "oauth2";
  const server = await answering(async (request, response) => {
    const url = new URL(request.url ?? "", server.url);
    if (!url.pathname.startsWith("/api/")) {
      const expected = `Basic ${Buffer.from(`${user}:${state.token}`).toString("base64")}`;
      if (request.headers.authorization === expected) {
        serveRepository(request, response, repository.path);
      } else response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    state.count += 1;
    const given =
      provider === "github" ? request.headers.authorization : request.headers["private-token"];
    const isKnown = given === (provider === "github" ? `Bearer ${state.token}` : state.token);
    const reply = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (!isKnown) return reply(401, { message: "Bad credentials" });
    if (state.limited) return reply(403, { message: "API rate limit exceeded" }, limits);
    const answer = (provider === "github" ? answerGitHub : answerGitLab)(url, server.url);
    if (answer === undefined) reply(404, { message: "Not Found" });
    else reply(200, answer);
  });
  return { repository, state, url: server.url };
}

const limits = { "x-ratelimit-remaining": "0" };

/** 120 items, so that there are two pages. */
function page<T>({ searchParams }: URL, create: (number: number) => T): T[] {
  const [size, number] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
  const start = (number - 1) * size;
  return Array.from({ length: Math.max(0, Math.min(size, 120 - start)) }, (_, index) =>
    create(start + index + 1),
  );
}

function answerGitHub(url: URL, base: string): unknown {
  const repository = (id: number) => ({
    id,
    name: `docs${id}`,
    full_name: `acme/docs${id}`,
    owner: { login: "acme", id: 1 },
    private: true,
    clone_url: `${base}/docs.git`,
    default_branch: id === 2 ? null : "main",
  });
  const path = url.pathname.replace("/api/v3", "");
  if (path === "/user/repos") return page(url, repository);
  if (path === "/repositories/7") return repository(7);
  if (path === "/repos/acme/docs7/branches") {
    return page(url, (number) => ({ name: `topic/${number}`, commit: { sha: "a" } }));
  }
  if (
    path === "/repos/acme/docs7/contents/docs/a%20b.md" &&
    url.searchParams.get("ref") === "main"
  ) {
    return { type: "file", name: "a b.md", path: "docs/a b.md", sha: "b".repeat(40), size: 4 };
  }
  if (path === "/repos/acme/docs7/contents/docs") return [{ type: "file", name: "a.md" }];
  return undefined;
}

function answerGitLab(url: URL, base: string): unknown {
  const project = (id: number) => ({
    id,
    path: `docs${id}`,
    path_with_namespace: `acme/writers/docs${id}`,
    namespace: { full_path: "acme/writers" },
    http_url_to_repo: `${base}/docs.git`,
    default_branch: "main",
  });
  const path = url.pathname.replace("/api/v4", "");
  if (path === "/projects") return page(url, project);
  if (path === "/projects/7") return project(7);
  if (path === "/projects/7/repository/branches") {
    return page(url, (number) => ({ name: `topic/${number}`, commit: { id: "a" } }));
  }
  if (path === "/projects/7/repository/files/docs%2Fa%20b.md") {
    return {
      ...{ file_name: "a b.md", file_path: "docs/a b.md", blob_id: "b".repeat(40), size: 4 },
      ref: url.searchParams.get("ref"),
    };
  }
  return undefined;
}
