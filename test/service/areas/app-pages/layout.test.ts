import { expect, describe as group, test } from "vitest";
import { html } from "../../../../src/document/html/html.ts";
import { ApiError } from "../../../../src/errors.ts";
import {
  type AppPageReader,
  createAppPage,
  describe,
  formatTime,
  linkTo,
  listOrText,
  redirectTo,
  renderAnonymousPage,
  renderBdi,
  renderSection,
  signInPage,
} from "../../../../src/service/areas/app-pages/layout.ts";
import type { PublicRequest } from "../../../../src/service/core/public-route.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const headers = {
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

group("the parts of a page", () => {
  test.each([
    ["a name", renderBdi("A <b>"), "<bdi>A &lt;b&gt;</bdi>"],
    ["an empty name", renderBdi(""), "<bdi>Untitled</bdi>"],
    ["a link", linkTo("/spaces/s1", "A"), '<a href="/_app/spaces/s1"><bdi>A</bdi></a>'],
    ["an empty list", listOrText([], "None."), "<p>None.</p>"],
    ["a list", listOrText([html`a`, html`b`], "None."), "<ul><li>a</li><li>b</li></ul>"],
    ["a section", renderSection("A", html`<p>b</p>`), "<section><h2>A</h2><p>b</p></section>"],
    [
      "details without absent and empty values",
      describe([
        ["A", "1"],
        ["B", undefined],
        ["C", ""],
        ["D", html`<b>2</b>`],
      ]),
      "<dl><dt>A</dt><dd>1</dd><dt>D</dt><dd><b>2</b></dd></dl>",
    ],
    [
      "a time",
      formatTime("2026-03-02T08:09:10.111Z"),
      '<time datetime="2026-03-02T08:09:10.111Z">2026-03-02 08:09 UTC</time>',
    ],
  ])("%s", (_, { source }, expected) => {
    expect(source).toBe(expected);
  });
});

group("the page without a session", () => {
  test.each([
    ["/_app", "tome open"],
    ["/_app/", "tome open"],
    ["/_app/unknown", "tome open"],
    ["/_app/spaces", "tome open"],
    ["/_app/spaces/$(id)", "tome open"],
    ["/_app/spaces/s1/more", "tome open"],
    ["/x/_app/spaces/s1", "tome open"],
    ["/_app/orgs/o1", "tome open org o1"],
    ["/_app/orgs/o1/sites/t1", "tome open site t1 --org o1"],
    ["/_app/collections/c1", "tome open collection c1"],
    ["/_app/spaces/s1", "tome open space s1"],
    ["/_app/spaces/s1/page/p1", "tome open page p1 --space s1"],
    ["/_app/spaces/s1/change-requests/r1", "tome open cr r1 --space s1"],
    ["/_app/spaces/s1/change-requests/r1/page/p1", "tome open cr r1 --space s1"],
    ["/_app/spaces/s1/change-requests/r1/preview", "tome open cr r1 --space s1"],
  ])("names the command that opens %s", (path, command) => {
    const { status, headers: sent, body } = signInPage({ path });
    expect(status).toBe(401);
    expect(sent).toMatchObject(headers);
    expect(/<h1>.*<\/main>/s.exec(String(body))?.[0]).toBe(`<h1>Sign in</h1>
<p>This page requires a sign-in. To open it, run this command on your computer:</p>
<p><code>${command}</code></p>
<p>The command uses the token of your profile and signs this browser in with a link that is valid once.</p>
</main>`);
  });

  test("has no form", () => {
    const { status, headers: sent } = renderAnonymousPage(400, "A", html`<p>b</p>`);
    expect(status).toBe(400);
    expect(sent).toMatchObject(headers);
    expect(sent["content-security-policy"]).toContain("form-action 'none';");
    expect(sent["content-security-policy"]).toContain("img-src data:;");
  });
});

test("a redirect is not cached and sends no Referer header", () => {
  const common = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  expect(redirectTo("/a")).toEqual({
    status: 303,
    headers: { ...common, location: "/a" },
    body: "",
  });
  expect(redirectTo("/a", { "set-cookie": "b" }).headers).toEqual({
    ...common,
    location: "/a",
    "set-cookie": "b",
  });
});

group("the handler of a page", async () => {
  const { db, person } = await (async () => {
    const workspace = await openWorkspace();
    const id = await workspace.person("ada@example.com");
    await workspace.db
      .updateTable("users")
      .set({ display_name: "Ada" })
      .where("id", "=", id)
      .execute();
    return { db: workspace.db, person: id };
  })();

  const run = (reader: AppPageReader, { mode = "", caller = person, call = true } = {}) =>
    createAppPage(reader)({
      ...(call && { call: { db, caller } }),
      path: { spaceId: "s1" },
      request: { headers: mode === "" ? {} : { "sec-fetch-mode": mode } },
    } as never);
  const show = async (_: unknown, path: PublicRequest["path"]) => ({
    title: "Guide",
    crumbs: [{ title: "Acme", path: "/orgs/o1" }],
    content: html`<p>${path.spaceId}</p>`,
  });
  const findBody = (body: unknown) => /<body>\n(.*)\n<\/body>/s.exec(String(body))?.[1];
  const write = (name: string, crumbs: string, content: string) => `<header>
<form method="post" action="/_app/sign-out">Signed in as <bdi>${name}</bdi> <button>Sign out</button></form>
<nav aria-label="Breadcrumb"><ol><li><a href="/_app"><bdi>Workspace</bdi></a></li>${crumbs}</ol></nav>
</header>
<main>
${content}
</main>`;
  const acme = '<li><a href="/_app/orgs/o1"><bdi>Acme</bdi></a></li>';

  test.each([
    [person, "Ada (ada@example.com)"],
    ["unknown", "Untitled"],
  ])("shows the user, the parents and the content: %s", async (caller, name) => {
    const response = await run(show, { caller });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject(headers);
    expect(response.headers["content-security-policy"]).toContain("form-action 'self';");
    expect(response.headers["content-security-policy"]).toContain("img-src data: 'self';");
    expect(findBody(response.body)).toBe(write(name, acme, "<h1>Guide</h1>\n<p>s1</p>"));
  });

  test.each([
    [404, "Not found"],
    [403, "This page cannot be shown"],
  ])("shows a refusal of the API: %d", async (status, title) => {
    const response = await run(() => Promise.reject(new ApiError(status, "No <access>.")));
    expect(response.status).toBe(status);
    expect(findBody(response.body)).toBe(
      write("Ada (ada@example.com)", "", `<h1>${title}</h1>\n<p>No &lt;access&gt;.</p>`),
    );
  });

  test("redirects, and leaves other errors to the platform", async () => {
    expect(await run(async () => ({ redirect: "/a" }))).toEqual(redirectTo("/a"));
    const bug = new Error("A bug.");
    await expect(run(() => Promise.reject(bug))).rejects.toBe(bug);
    await expect(run(show, { call: false })).rejects.toThrow(/requires a session/);
  });

  test.each([
    ["navigate", 200],
    ["cors", 403],
    ["no-cors", 403],
  ])("answers only a browser window: %s", async (mode, status) => {
    const response = run(show, { mode });
    if (status === 200) expect((await response).status).toBe(200);
    else await expect(response).rejects.toMatchObject({ status });
  });
});
