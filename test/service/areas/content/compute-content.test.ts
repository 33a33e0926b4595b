import { describe, expect, test } from "vitest";
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
  test("computes pages with repeatable ids, slugs and the revisions of its dependencies", async () => {
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
  });

  test("computes the text of a page", async () => {
    const { compute } = await openSource();
    const { status, body } = await compute("document", { type, props: { page: "start" } });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("Page start");
  });

  test("that exceeds a limit or responds with invalid values is refused with the reason", async () => {
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
  });

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
});
