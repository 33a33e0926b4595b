import { describe, expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { getMessage } from "../../../support/platforms/platform.ts";
import { bundleSource, openRunning } from "../../../support/platforms/scripts.ts";

const files = await bundleSource(`
  import { createContentSource, createIntegration } from "@gitbook/runtime";
  const pages = createContentSource({
    sourceId: "pages",
    getRevision: async ({ props, dependencies }) => {
      if (props.mode === "loop") for (;;) console.log("x".repeat(1000));
      if (props.mode === "many") return { pages: Array.from({ length: 1001 }, () => ({ type: "document", title: "x" })) };
      if (props.mode === "invalid") return { pages: [{ type: "document", title: 7 }] };
      if (props.mode === "proto") return JSON.parse('{"pages":[{"type":"document","title":"P","__proto__":{"admin":true},"constructor":{"x":1}}]}');
      if (props.mode === "echo") return { pages: Object.entries(dependencies).map(([title, value]) => ({ type: "document", title, description: JSON.stringify(value) })) };
      if (props.mode === "twice") return { pages: [{ type: "document", id: "a", title: "A" }, { type: "document", id: "a", title: "B" }] };
      if (props.mode === "most") return { pages: Array.from({ length: 500 }, () => ({ type: "document", title: "x", pages: [{ type: "document", title: "y" }] })) };
      if (props.mode === "none") return {};
      if (props.mode === "whole") return { pages: [{ type: "document", id: "own", title: "T", emoji: "1f600", icon: "star", slug: "s-l", description: "D",
        computed: { type: "integration:checker:pages", props: { x: 1 }, dependencies: { d: { ref: { kind: "space", space: "s" } } } } },
        { type: "computed", id: "c", title: "C", computed: { type: "integration:checker:pages", props: {} } }] };
      if (props.mode === "long") return { pages: [{ type: "document", title: "x".repeat(6 << 20) }] };
      return {
        pages: [
          { type: "document", title: "Start", computed: { type: "integration:checker:pages", props: { page: "start" } },
            pages: [{ type: "document", title: "Start" }, { type: "link", title: "Out", target: { kind: "url", url: "https://example.com/" } }] },
          { type: "group", title: "More", pages: [{ type: "document", title: dependencies.from?.value.revision ?? "none" }] },
        ],
      };
    },
    getPageDocument: async ({ props }) => {
      if (props.page === "deep") {
        let node = { object: "block", type: "paragraph", nodes: [] };
        for (let i = 0; i < 500; i++) node = { object: "block", type: "x", nodes: [node] };
        return { object: "document", data: {}, nodes: [node] };
      }
      return { object: "document", data: {}, nodes: [{ object: "block", type: "paragraph",
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Page " + props.page, marks: [] }] }] }] };
    },
  });
  export default createIntegration({ contentSources: [pages] });
`);

const type = "integration:checker:pages";
const manifest = {
  scopes: ["space:content:read"],
  contentSources: [{ id: "pages", title: "Pages", configuration: { componentId: "x" } }],
};

/** One for all tests, which use separate spaces. */
const running = await openRunning(files, undefined, manifest);

async function openSource() {
  const { send, organization } = running;
  const space = await send<{ id: string; revision: string }>(`POST /orgs/${organization}/spaces`, {
    title: "Guide",
  });
  const compute = (what: "revision" | "document", source: object, token?: string) =>
    running.ask(`POST /v1/spaces/${space.id}/content/computed/${what}`, {
      body: { source, seed: "s1" },
      ...(token !== undefined && { token }),
    });
  return { ...running, space, compute };
}

describe("a content source", () => {
  slowTest(
    "computes pages with repeatable ids, slugs and the revisions of its dependencies",
    async () => {
      const { compute, space, events } = await openSource();
      const dependencies = { from: { ref: { kind: "space", space: space.id } } };
      const source = { type, props: { secret: "hidden" }, dependencies };
      const first = await compute("revision", source);
      expect(first).toMatchObject({
        status: 200,
        body: {
          files: [],
          pages: [
            {
              title: "Start",
              path: "start",
              computed: { type, props: { page: "start" } },
              pages: [{ path: "start/start" }, { type: "link", href: "https://example.com/" }],
            },
            { type: "group", pages: [{ title: space.revision }] },
          ],
        },
      });
      expect((await compute("revision", source)).body).toEqual({
        ...(first.body as object),
        pages: expect.anything(),
      });
      const ids = JSON.stringify((await compute("revision", source)).body).match(/"id":"\w+"/g);
      expect(ids).toEqual(JSON.stringify(first.body).match(/"id":"\w+"/g));
      const event = (await events()).at(-1);
      expect(event?.event.payload).toMatchObject({ type: "content_compute_revision" });
      expect(JSON.stringify(event?.event)).not.toContain("hidden");
    },
  );

  slowTest("computes the text of a page", async () => {
    const { compute } = await openSource();
    const { status, body } = await compute("document", { type, props: { page: "start" } });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("Page start");
  });

  slowTest(
    "that exceeds a limit or responds with invalid values is refused with the reason",
    async () => {
      const { compute, events } = await openSource();
      const cases = [
        ["many", "more than 1000 pages"],
        ["invalid", "invalid value at pages.0.title"],
        ["long", "The script was stopped: its response exceeded 5 MiB"],
        ["loop", "its console output exceeded 5 MiB"],
      ] as const;
      for (const [mode, reason] of cases) {
        const answer = await compute("revision", { type, props: { mode } });
        expect(answer.status).toBe(502);
        expect(getMessage(answer)).toContain(reason);
      }
      expect((await events()).at(-1)?.event).toMatchObject({ status: "failed" });
      const deep = await compute("document", { type, props: { page: "deep" } });
      expect(getMessage(deep)).toContain("nested too deeply");
      const polluted = await compute("revision", { type, props: { mode: "proto" } });
      expect(polluted.status).toBe(200);
      expect(JSON.stringify(polluted.body)).not.toContain("admin");
      expect(Object.hasOwn(Object.prototype, "admin")).toBe(false);
    },
  );

  test("is refused for readers, other sources, other platforms' sources and foreign spaces", async () => {
    const { compute, createToken, send } = await openSource();
    const reader = await createToken("read");
    expect((await compute("revision", { type, props: {} }, reader)).status).toBe(403);
    const unknown = await compute("revision", { type: "integration:checker:nosuch", props: {} });
    expect(unknown.status).toBe(404);
    const builtin = await compute("revision", { type: "builtin:openapi", props: {} });
    expect(builtin.status).toBe(501);
    const other = await send<{ id: string }>("POST /orgs", { title: "Other" });
    const foreign = await send<{ id: string }>(`POST /orgs/${other.id}/spaces`, {});
    const dependencies = { from: { ref: { kind: "space", space: foreign.id } } };
    expect((await compute("revision", { type, props: {}, dependencies })).status).toBe(400);
  });

  slowTest("gets the current state of its dependencies, if the user may read them", async () => {
    const { compute, send, organization, space } = await openSource();
    const slug = `spec-${space.id.toLowerCase()}`;
    const spec = await send<{ id: string; lastVersion?: string; visibility: string }>(
      `POST /orgs/${organization}/openapi`,
      { slug, source: { text: "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n" } },
    );
    const refs = {
      guide: { kind: "space", space: space.id },
      api: { kind: "openapi", spec: slug },
    };
    const build = (dependencies: Record<string, object>) => ({
      ...{ type, props: { mode: "echo" } },
      dependencies: Object.fromEntries(
        Object.entries(dependencies).map(([name, ref]) => [name, { ref }]),
      ),
    });
    const { body } = await compute("revision", build(refs));
    const { pages } = body as {
      readonly pages: readonly { readonly title: string; readonly description: string }[];
    };
    expect(
      Object.fromEntries(pages.map(({ title, description }) => [title, JSON.parse(description)])),
    ).toEqual({
      guide: {
        ref: refs.guide,
        value: { object: "space", id: space.id, revision: space.revision },
      },
      api: {
        ref: refs.api,
        value: {
          ...{ object: "openapi-spec", id: spec.id, slug, visibility: spec.visibility },
          ...(spec.lastVersion !== undefined && { lastVersion: spec.lastVersion }),
        },
      },
    });
    for (const [ref, status, message] of [
      [{ kind: "space", space: "nosuch" }, 404, "Space nosuch does not exist"],
      [{ kind: "openapi", spec: "nosuch" }, 404, "nosuch"],
      [{ kind: "page", page: "p" }, 501, "on spaces and API specifications, not page."],
    ] as const) {
      const refused = await compute("revision", build({ one: ref }));
      expect([refused.status, getMessage(refused)]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
  });

  slowTest("computes pages with all their attributes, and up to 1,000 of them", async () => {
    const { compute } = await openSource();
    const run = async (mode: string) => compute("revision", { type, props: { mode } });
    const computed = {
      type,
      props: { x: 1 },
      dependencies: { d: { ref: { kind: "space", space: "s" } } },
    };
    expect((await run("whole")).body).toMatchObject({
      pages: [
        {
          ...{ id: "own", title: "T", emoji: "1f600", icon: "star", slug: "s-l", path: "s-l" },
          ...{ description: "D", computed, computedSeed: "s1:own" },
        },
        { id: "c", type: "computed", title: "C", computed: { type, props: {} } },
      ],
    });
    const { pages } = (await run("whole")).body as { readonly pages: readonly object[] };
    expect(pages[1]).not.toHaveProperty("computedSeed");
    const most = (await run("most")).body as { readonly pages: readonly object[] };
    expect(most.pages).toHaveLength(500);
    expect((await run("none")).body).toEqual({ pages: [], files: [], reusableContents: [] });
    const twice = await run("twice");
    expect([twice.status, getMessage(twice)]).toEqual([
      502,
      'The script responded with invalid pages: The content contains the id "a" twice.',
    ]);
  });

  test.each([
    [
      "builtin:openapi",
      501,
      "The local platform computes sources of integrations only, not builtin:openapi.",
    ],
    [
      "integration:checker",
      501,
      "The local platform computes sources of integrations only, not integration:checker.",
    ],
    [
      "integration:checker:a:b",
      501,
      "The local platform computes sources of integrations only, not integration:checker:a:b.",
    ],
    [
      "integration:checker:a",
      404,
      "No active integration on this space has the source integration:checker:a.",
    ],
    [
      "integration:other:pages",
      404,
      "No active integration on this space has the source integration:other:pages.",
    ],
  ])("that does not exist is named: %s", async (source, status, message) => {
    const { compute } = await openSource();
    for (const what of ["revision", "document"] as const) {
      const answer = await compute(what, { type: source, props: {} });
      expect([answer.status, getMessage(answer)]).toEqual([status, message]);
    }
  });
});
