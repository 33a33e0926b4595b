import { describe, expect, test } from "vitest";
import { ApiError, UsageError } from "../../../src/errors.ts";
import {
  applyConnection,
  buildConfiguration,
  type ConnectionWish,
} from "../../../src/features/git/apply-connection.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const wish = (more: Partial<ConnectionWish> = {}): ConnectionWish => ({
  repository: undefined,
  provider: "git",
  ...more,
});
const docs = {
  url: "https://github.com/acme/docs",
  fullName: "acme/docs",
  provider: "github",
} as const;

test.each<readonly [Partial<ConnectionWish>, object]>([
  [{}, { providerConfiguration: {} }],
  [{ repository: docs }, { providerConfiguration: { url: docs.url }, projectDirectory: "" }],
  [
    { repository: { ...docs, branch: "main", directory: "d" } },
    { providerConfiguration: { url: docs.url, branch: "refs/heads/main" }, projectDirectory: "d" },
  ],
  [
    { repository: { ...docs, branch: "main", directory: "d" }, branch: "dev", folder: "f" },
    { providerConfiguration: { url: docs.url, branch: "refs/heads/dev" }, projectDirectory: "f" },
  ],
  [
    { branch: "refs/heads/x", folder: "" },
    { providerConfiguration: { branch: "refs/heads/x" }, projectDirectory: "" },
  ],
  [
    { token: " t0ken\n", message: "", priority: "space" },
    {
      providerConfiguration: { accessToken: "t0ken" },
      commitMessageTemplate: "",
      priority: "gitbook",
    },
  ],
  [
    { instance: "https://git.example", priority: "git", provider: "gitlab" },
    { providerConfiguration: { customInstanceURL: "https://git.example" }, priority: "git" },
  ],
  [{ instance: null, provider: "github" }, { providerConfiguration: { customInstanceURL: null } }],
  [{ instance: "https://git.example", provider: "git" }, { providerConfiguration: {} }],
])("the configuration of %j", (more, expected) => {
  expect(buildConfiguration(wish(more))).toEqual(expected);
});

describe("applyConnection", () => {
  const installation = { id: "I1", object: "git-installation" };
  const local = { ...installation, webhook: { secret: "hook", url: "https://t" } };
  const update = "PATCH /git/installations/I1";

  function open(responses: Readonly<Record<string, unknown>> = {}) {
    return openScriptedClient(({ line }) => responses[line] ?? { id: "I1" });
  }
  const bodies = (sent: ReturnType<typeof open>["sent"]) =>
    sent.map((one) => (typeof one === "string" ? one : [one[0], one[1]]));

  test("changes an existing connection, and returns its record without a new secret", async () => {
    const { client, sent } = open();
    const existing = { id: "I1", installation, info: {} };
    const { record, secret } = await applyConnection(
      client,
      "S1",
      existing,
      wish({ branch: "dev" }),
    );
    expect([record, secret]).toEqual([{ id: "I1" }, undefined]);
    expect(bodies(sent)).toEqual([
      [update, { provider: "git", providerConfiguration: { branch: "refs/heads/dev" } }],
    ]);
  });

  test("installs a new connection on the local platform, with the secret of its webhook", async () => {
    const { client, sent } = open({ "POST /git/installations": local });
    const { secret } = await applyConnection(
      client,
      "S1",
      undefined,
      wish({ repository: docs, provider: "github" }),
    );
    expect(secret).toBe("hook");
    expect(bodies(sent)).toEqual([
      ["POST /git/installations", { provider: "github", target: { type: "space", spaceId: "S1" } }],
      [
        update,
        { provider: "github", providerConfiguration: { url: docs.url }, projectDirectory: "" },
      ],
    ]);
  });

  test("removes a new connection that is refused, and keeps an existing one", async () => {
    const refused = open({ "POST /git/installations": local, [update]: 400 });
    await expect(
      applyConnection(refused.client, "S1", undefined, wish({ repository: docs })),
    ).rejects.toThrow(ApiError);
    expect(refused.sent.at(-1)).toBe("DELETE /git/installations/I1");
    const existing = open({ [update]: 400 });
    await expect(
      applyConnection(existing.client, "S1", { id: "I1", installation: local, info: {} }, wish()),
    ).rejects.toThrow(ApiError);
    expect(existing.sent).toHaveLength(1);
  });

  test.each([
    ["git", 400, "The hosted platform connects repositories of GitHub and GitLab only."],
    ["git", 403, "Answered with 403."],
    ["github", 400, "Answered with 400."],
  ] as const)("of the provider %s that is refused with %d", async (provider, status, message) => {
    const { client, sent } = open({ "POST /git/installations": status });
    await expect(applyConnection(client, "S1", undefined, wish({ provider }))).rejects.toThrow(
      message,
    );
    expect(sent).toHaveLength(1);
  });

  describe("by owner and name", () => {
    const repository = { fullName: "Acme/Docs", provider: "github" } as const;
    const list = {
      items: [
        { id: "7", fullName: "other/docs" },
        { id: "42", fullName: "acme/docs", defaultBranch: "trunk" },
      ],
    };
    const named = (more: Partial<ConnectionWish> = {}) =>
      wish({ repository, provider: "github", ...more });
    const last = (sent: ReturnType<typeof open>["sent"]) => {
      const one = sent.at(-1);
      return one !== undefined && typeof one !== "string" ? one[1] : one;
    };
    const findLine = (sent: ReturnType<typeof open>["sent"]) =>
      sent.find((one) => typeof one === "string" && one.startsWith("GET"));

    test("the hosted platform needs the id of the repository", async () => {
      const responses = { "POST /git/installations": installation };
      const first = open(responses);
      await applyConnection(first.client, "S1", undefined, named()).catch(() => {});
      const line = String(findLine(first.sent));
      expect(line.startsWith("GET /git/installations/I1/")).toBe(true);
      const { client, sent } = open({ ...responses, [line]: list });
      await applyConnection(client, "S1", undefined, named());
      expect(last(sent)).toEqual({
        provider: "github",
        providerConfiguration: { branch: "refs/heads/trunk", repositoryId: 42 },
        projectDirectory: "",
      });
      const chosen = open({ ...responses, [line]: list });
      await applyConnection(chosen.client, "S1", undefined, named({ branch: "dev" }));
      expect(last(chosen.sent)).toMatchObject({
        providerConfiguration: { branch: "refs/heads/dev", repositoryId: 42 },
      });
      const missing = open({ ...responses, [line]: { items: [] } });
      await expect(applyConnection(missing.client, "S1", undefined, named())).rejects.toThrow(
        new UsageError(
          "No repository Acme/Docs is available for this connection.",
          "tome git repos <space>",
        ),
      );
      expect(missing.sent.at(-1)).toBe("DELETE /git/installations/I1");
      const unauthenticated = open({
        "POST /git/installations": { ...installation, status: "unauthenticated" },
        [line]: 403,
      });
      await expect(
        applyConnection(unauthenticated.client, "S1", undefined, named()),
      ).rejects.toThrow("The platform has no access to github for this space yet.");
      const refused = open({ ...responses, [line]: 403 });
      await expect(applyConnection(refused.client, "S1", undefined, named())).rejects.toThrow(
        ApiError,
      );
    });

    test("a new connection on the local platform without a token needs only the URL", async () => {
      const { client, sent } = open({ "POST /git/installations": local });
      await applyConnection(client, "S1", undefined, named());
      expect(sent).toHaveLength(2);
      expect(last(sent)).toMatchObject({
        providerConfiguration: { url: "https://github.com/Acme/Docs.git" },
      });
    });

    test("a GitLab server has its own URL", async () => {
      const { client, sent } = open({ "POST /git/installations": local });
      const wanted = wish({
        repository: { fullName: "a/b", provider: "gitlab" },
        provider: "gitlab",
        instance: "https://git.example/",
      });
      await applyConnection(client, "S1", undefined, wanted);
      expect(last(sent)).toMatchObject({
        providerConfiguration: {
          url: "https://git.example/a/b.git",
          customInstanceURL: "https://git.example/",
        },
      });
    });

    test("a token is stored before the repositories are listed", async () => {
      const { client, sent } = open({ "POST /git/installations": local });
      await applyConnection(client, "S1", undefined, named({ token: "t0ken" })).catch(() => {});
      expect(bodies(sent)[1]).toEqual([
        update,
        { provider: "github", providerConfiguration: { accessToken: "t0ken" } },
      ]);
      expect(String(sent[2])).toContain("GET /git/installations/I1/");
    });

    test("the hosted platform takes no token for GitHub, and no other provider", async () => {
      const { client } = open({ "POST /git/installations": installation });
      await expect(
        applyConnection(client, "S1", undefined, named({ token: "t0ken" })),
      ).rejects.toThrow("The hosted platform does not take an access token for GitHub.");
      await expect(
        applyConnection(
          client,
          "S1",
          undefined,
          wish({ repository: { url: "https://a.example", provider: "git" } }),
        ),
      ).rejects.toThrow("The hosted platform connects repositories of GitHub and GitLab only.");
    });

    test("without access of the local platform to the provider, the URL is used", async () => {
      const existing = { id: "I1", installation: local, info: {} };
      const list = "GET /git/installations/I1/github/repositories";
      const found = open();
      await applyConnection(found.client, "S1", existing, named()).catch(() => {});
      const line = String(findLine(found.sent) ?? list);
      const open409 = open({ [line]: 409 });
      await applyConnection(open409.client, "S1", existing, named());
      expect(last(open409.sent)).toMatchObject({
        providerConfiguration: { url: "https://github.com/Acme/Docs.git" },
      });
      const refused = open({ [line]: 403 });
      await expect(applyConnection(refused.client, "S1", existing, named())).rejects.toThrow(
        "Answered with 403.",
      );
      const withToken = open({ [line]: 409 });
      await expect(
        applyConnection(withToken.client, "S1", existing, named({ token: "t0ken" })),
      ).rejects.toThrow("Answered with 409.");
      const hosted = open({ [line]: 409 });
      await expect(
        applyConnection(hosted.client, "S1", { ...existing, installation }, named()),
      ).rejects.toThrow("Answered with 409.");
    });

    test("a project of GitLab is identified by its own field, on its server", async () => {
      const gitlab = wish({
        repository: { fullName: "a/b", provider: "gitlab" },
        provider: "gitlab",
        token: "t0ken",
        instance: "https://git.example",
      });
      const existing = { id: "I1", installation: local, info: {} };
      const first = open();
      await applyConnection(first.client, "S1", existing, gitlab).catch(() => {});
      expect(bodies(first.sent)[0]).toEqual([
        update,
        {
          provider: "gitlab",
          providerConfiguration: {
            accessToken: "t0ken",
            customInstanceURL: "https://git.example",
          },
        },
      ]);
      const line = String(findLine(first.sent));
      expect(line).toContain("gitlab");
      const { client, sent } = open({ [line]: { items: [{ id: "9", fullName: "A/B" }] } });
      await applyConnection(client, "S1", existing, gitlab);
      expect(last(sent)).toEqual({
        provider: "gitlab",
        providerConfiguration: {
          accessToken: "t0ken",
          customInstanceURL: "https://git.example",
          projectId: 9,
        },
        projectDirectory: "",
      });
    });

    test("a described request needs no id", async () => {
      const { client, sent } = open({ "POST /git/installations": { id: "<id>" } });
      await applyConnection(client, "S1", undefined, wish({ repository: docs }));
      expect(sent).toHaveLength(2);
    });
  });
});
