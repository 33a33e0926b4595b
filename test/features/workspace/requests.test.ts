/** The requests of `tome open` and `tome api`, and the programs that open a browser. */
import { describe, expect, test } from "vitest";
import { NameNotFoundError } from "../../../src/errors.ts";
import { sendRequest } from "../../../src/features/workspace/api.ts";
import { browse, findPageUrl, openResource } from "../../../src/features/workspace/browser.ts";
import { open } from "../../../src/features/workspace/open.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { Acceptance } from "../../support/network/scripted-client.ts";

interface Options {
  readonly org?: string;
  readonly parents?: Readonly<Record<string, string>>;
  readonly answer?: unknown;
  readonly project?: string;
  readonly local?: boolean;
}

function start({
  org = "O1",
  parents = {},
  answer = {},
  project = "",
  local = false,
}: Options = {}) {
  const lookedUp: unknown[] = [];
  const clients: unknown[] = [];
  const written: string[] = [];
  const concealed: string[] = [];
  const opened = openScriptedContext({
    yes: true,
    answer: () => answer,
    more: {
      env: { BROWSER: "/nosuch/browser", PATH: "/nosuch" },
      choice: {},
      settings: {
        local,
        org: org === "" ? undefined : { value: org },
        baseUrl: { value: "http://127.0.0.1:4000" },
      },
      parentId: async (name: string) => (name === "org" ? org || undefined : parents[name]),
      lookUp: async (reference: { readonly word: string; readonly of: readonly string[] }) => {
        lookedUp.push(reference);
        if (reference.word === "none") throw new NameNotFoundError("none");
        return { id: `${reference.of[0]}-${reference.word}` };
      },
      describeProjectParents: () => project,
      describeTitledParents: async () => "",
      conceal: (text: string) => void concealed.push(text),
      readText: async () => "text",
      local: { organization: async () => "LOCAL" },
    },
  });
  const client = opened.context.client;
  const context = {
    ...opened.context,
    client: async (options?: object) => {
      clients.push(options);
      return client();
    },
    terminal: {
      ...opened.context.terminal,
      write: async (text: string) => void written.push(text),
    },
  };
  return { ...opened, context, lookedUp, clients, written, concealed };
}

describe("tome open", () => {
  test.each<[Parameters<typeof open>[1], Options, string]>([
    [{}, {}, "GET /orgs/O1"],
    [{ noun: "organization" }, {}, "GET /orgs/O1"],
    [{ noun: "orgs" }, {}, "GET /orgs/O1"],
    [{ noun: "space" }, { parents: { space: "S1" } }, "GET /spaces/S1"],
    [{ noun: "space", thing: "a" }, {}, "GET /spaces/space-a"],
    [{ noun: "Handbook" }, {}, "GET /spaces/space-Handbook"],
    [{ noun: "collection", thing: "a" }, {}, "GET /collections/collection-a"],
    [{ noun: "site" }, { parents: { site: "D1" } }, "GET /orgs/O1/sites/D1"],
    [{ noun: "sites", thing: "a" }, {}, "GET /orgs/O1/sites/site-a"],
    [{ noun: "pr", thing: "3", space: "h" }, {}, "GET /spaces/space-h/change-requests/cr-3"],
    [
      { noun: "change-requests", thing: "3" },
      { parents: { space: "S1" } },
      "GET /spaces/S1/change-requests/cr-3",
    ],
    [
      { noun: "page", thing: "a" },
      { parents: { space: "S1" } },
      "GET /spaces/S1/content/page/page-a",
    ],
  ])("%j with %j reads the resource", async (input, options, line) => {
    const { context, sent } = start(options);
    await expect(open(context, input)).rejects.toThrow("The resource has no page for a browser.");
    expect(sent).toEqual([line]);
  });

  test("looks up names within the organization and the space", async () => {
    const { context, lookedUp } = start();
    await open(context, { noun: "page", thing: "a", space: "h" }).catch(() => {});
    expect(lookedUp).toEqual([
      { of: ["space"], word: "h", label: "--space", within: { organizationId: "O1" } },
      {
        of: ["page"],
        word: "a",
        label: "<thing>",
        within: { organizationId: "O1", spaceId: "space-h" },
      },
    ]);
  });

  test.each<[Parameters<typeof open>[1], Options, string, string]>([
    [
      { noun: "team", thing: "a" },
      {},
      'Unknown kind "team". Kinds: org, collection, space, page, cr, site.',
      "tome open --help",
    ],
    [
      { noun: "page", thing: "a/b" },
      {},
      "tome open page requires a space.",
      "tome open page a/b --space <space>",
    ],
    [
      { noun: "page", thing: "a b" },
      {},
      "tome open page requires a space.",
      "tome open page <page> --space <space>",
    ],
    [
      { noun: "page" },
      {},
      "tome open page requires a space.",
      "tome open page <page> --space <space>",
    ],
    [{ noun: "space" }, {}, "tome open space requires the space to open.", "tome space list"],
    [
      { noun: "cr" },
      { parents: { space: "S1" } },
      "tome open cr requires the cr to open.",
      "tome cr list",
    ],
    [
      { noun: "site", thing: "a" },
      { org: "" },
      "tome open site requires an organization.",
      "tome config set org <org>",
    ],
    [{}, { org: "" }, "tome open org requires the org to open.", "tome org list"],
  ])("%j with %j is refused", async (input, options, message, hint) => {
    // Without a default, the organization is looked up.
    const { context, sent } = start({ ...options, answer: { items: [] } });
    await expect(open(context, input)).rejects.toMatchObject({ message, hint });
    expect(
      sent.filter((line) => line !== "GET /orgs?limit=2" && !String(line).startsWith("GET /orgs")),
    ).toEqual([]);
  });
});

describe("the page of a resource", () => {
  test.each([
    [{ app: "A", published: "P", location: "L" }, "A"],
    [{ app: "L", published: "P", location: "L" }, "P"],
    [{ app: "L", location: "L" }, "L"],
    [{ location: "L" }, "L"],
    [{ app: 7, published: null }, undefined],
  ])("with the URLs %j is %s", (urls, expected) => {
    expect(findPageUrl({ urls })).toBe(expected);
  });

  test.each([
    [true, {}, "The resource has no published URL.", "tome site publish --help"],
    [
      true,
      { urls: { published: 7, app: "https://a" } },
      "The resource has no published URL.",
      "tome site publish --help",
    ],
    [false, {}, "The resource has no page for a browser.", undefined],
    [
      false,
      { urls: { app: "file:///etc/passwd" } },
      'The platform returned the page URL "file:///etc/passwd". Only http and https URLs are opened.',
      undefined,
    ],
    [
      false,
      { urls: { app: "https://a.example/" } },
      "The browser /nosuch/browser cannot be started. Set BROWSER, or open https://a.example/ yourself.",
      undefined,
    ],
  ])("published: %s, of %j is an error", async (isPublished, answer, message, hint) => {
    const { context } = start();
    await expect(openResource(context, answer, isPublished)).rejects.toMatchObject({
      message,
      hint,
    });
  });

  test("of the platform is opened with a sign-in that is concealed", async () => {
    const link = "http://127.0.0.1:4000/_app/sign-in?code=x";
    const { context, sent, concealed } = start({ answer: { url: link } });
    const urls = { app: "http://127.0.0.1:4000/_app/o/O1" };
    await expect(openResource(context, { urls })).rejects.toThrow("cannot be started");
    expect(sent).toEqual(["GET /sign-in/link?path=%2F_app%2Fo%2FO1"]);
    expect(concealed).toEqual([link]);
  });

  test.each<[string, unknown]>([
    ["no link", {}],
    ["a link that is not a URL", { url: "x" }],
    ["a link of another server", { url: "https://other.example/_app" }],
    ["an error", 403],
  ])("of the platform with %s is not opened", async (_, answer) => {
    const { context } = start({ answer });
    const urls = { app: "http://127.0.0.1:4000/_app" };
    const status = typeof answer === "number" ? answer : 502;
    await expect(openResource(context, { urls })).rejects.toMatchObject({ status });
  });

  test.each(["http://127.0.0.1:4000/_app/o/O1", "http://127.0.0.1:4000/other"])(
    "%s of a platform that is not served is not opened",
    async (app) => {
      const { context, sent } = start({ local: true });
      await expect(openResource(context, { urls: { app } })).rejects.toMatchObject({
        message: "The local platform has no pages for a browser while it is not served.",
        hint: "tome serve",
      });
      expect(sent).toEqual([]);
    },
  );

  test.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
    ["linux", {}, "xdg-open"],
    ["linux", { BROWSER: " " }, "xdg-open"],
    ["linux", { BROWSER: "  /nosuch/b --new  " }, "/nosuch/b"],
    ["darwin", {}, "open"],
    ["win32", {}, "C:\\Windows\\System32\\rundll32.exe"],
    ["win32", { SystemRoot: "D:\\Win" }, "D:\\Win\\System32\\rundll32.exe"],
  ])("is opened on %s with %j by its program", async (system, env, program) => {
    const { context } = start();
    const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
    Object.defineProperty(process, "platform", { ...platform, value: system });
    try {
      const other = { ...context, env: { PATH: "/nosuch", ...env } };
      await expect(browse(other, "https://a.example/")).rejects.toThrow(
        `The browser ${program} cannot be started.`,
      );
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
  });
});

describe("tome api", () => {
  const get = { method: "GET", path: "/user" } as const;
  const post = { method: "POST", path: "/things" } as const;

  test("requests all pages with a client for many requests", async () => {
    const paged = start({ answer: { items: [{ id: "a" }] } });
    expect(await sendRequest(paged.context, { ...get, paginate: true })).toMatchObject({
      columns: [],
      none: "No items.",
      asJson: true,
    });
    const single = start();
    await sendRequest(single.context, get);
    expect([paged.clients, single.clients]).toEqual([[{ many: true }], [{}]]);
    await expect(sendRequest(start().context, { ...post, paginate: true })).rejects.toThrow(
      "--paginate requires a GET request.",
    );
  });

  test("announces the request before it is sent", async () => {
    const { context, sent } = start();
    const client = await context.client();
    const announceRaw = () => {
      throw new Error("announced");
    };
    const announcing = { ...context, client: async () => ({ ...client, announceRaw }) };
    await expect(sendRequest(announcing, get)).rejects.toThrow("announced");
    expect(sent).toEqual([]);
  });

  test.each([
    [get, ", in space Guide", []],
    [post, ", in space Guide", ["note: Used space Guide."]],
    [post, "", []],
  ] as const)("of %j with the project's parents %j notes them", async (input, project, said) => {
    const opened = start({ project });
    await sendRequest(opened.context, input);
    expect(opened.said).toEqual(said);
  });

  test("of an accepted request is pending, with its body", async () => {
    const value = { id: "W1" };
    const { context } = start({ answer: new Acceptance(value), project: ", in space Guide" });
    const result = await sendRequest(context, post);
    expect(result).toMatchObject({
      unsettled: { how: "pending", message: expect.stringMatching(/ Used space Guide\.$/) },
    });
    expect(JSON.stringify(result)).toContain('"W1"');
    await expect(
      sendRequest(start({ answer: new Acceptance() }).context, post),
    ).rejects.toMatchObject({
      how: "pending",
    });
  });

  test("of a refused request names the project's parents", async () => {
    const { context } = start({ answer: 403, project: ", in space Guide" });
    await expect(sendRequest(context, post)).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(/ Used space Guide\.$/),
    });
  });
});
