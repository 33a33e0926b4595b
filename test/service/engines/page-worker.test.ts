/** Rendering of pages: what is included, evaluated and linked. */
import { describe, expect, it } from "vitest";
import type { ContentReference } from "../../../src/contract/content-reference.model.ts";
import type { Node } from "../../../src/contract/document.model.ts";
import { toCanonicalText } from "../../../src/json/canonical.ts";
import {
  findOperations,
  listNamedOperations,
  type PageRenderRequest,
  writeHtml,
} from "../../../src/service/engines/page-worker.ts";
import { buildBlock, buildInline, buildText } from "../../support/generators/nodes.ts";

const paragraph = (...nodes: Node[]) => buildBlock("paragraph", {}, nodes);
const toDocument = (...nodes: Node[]) => JSON.stringify({ object: "document", data: {}, nodes });
const toReference = (id: string): ContentReference => ({
  kind: "reusable-content",
  reusableContent: id,
  space: "s",
});
const include = (id: string) => buildBlock("reusable-content", { ref: toReference(id) });
const buildContent = (id: string, ...nodes: Node[]) => ({
  reference: toCanonicalText(toReference(id)),
  body: toDocument(...nodes),
});

const scope = { space: { vars: { name: "Tea" } }, page: {}, visitor: { claims: { plan: "pro" } } };

async function write(request: Partial<PageRenderRequest>, limits: object = {}): Promise<unknown> {
  const empty = { body: toDocument(), included: [], scope, targets: [], operations: [] };
  const written = await writeHtml({
    input: { ...empty, ...request },
    limits: { name: "page", ...limits },
  });
  return "result" in written ? written.result.html : written.exceeded;
}

describe("reusable contents", () => {
  it.each([
    {
      what: "are included with their expressions",
      body: toDocument(include("a"), paragraph(buildText("End"))),
      included: [
        buildContent("a", paragraph(buildInline("expression", { expression: "space.vars.name" }))),
      ],
      html: "<p>Tea</p><p>End</p>",
    },
    {
      what: "include others",
      body: toDocument(include("a")),
      included: [
        buildContent("a", include("b"), paragraph(buildText("A"))),
        buildContent("b", paragraph(buildText("B"))),
      ],
      html: "<p>B</p><p>A</p>",
    },
    {
      what: "that include themselves end",
      body: toDocument(include("a")),
      included: [buildContent("a", paragraph(buildText("A")), include("a"))],
      html: "<p>A</p><p>A</p><p>A</p><p>A</p>",
    },
    {
      what: "that are missing are omitted",
      body: toDocument(include("a"), paragraph(buildText("End"))),
      included: [buildContent("b", paragraph(buildText("B")))],
      html: "<p>End</p>",
    },
  ])("$what", async ({ body, included, html }) => {
    expect(await write({ body, included })).toBe(html);
  });

  it("count as much as the nodes that they add, and as their length", async () => {
    const body = toDocument(...Array.from({ length: 10 }, () => include("a")));
    const included = [buildContent("a", paragraph(buildText("x".repeat(6400))))];
    expect(await write({ body, included }, { nodes: 900 })).toEqual({
      name: "page",
      measure: "nodes",
      maximum: 900,
    });
    expect(
      await write(
        { body, included: [buildContent("a", paragraph(buildText("x")))] },
        { nodes: 900 },
      ),
    ).toContain("x");
  });
});

describe("a page for a visitor", () => {
  const when = (expression: string, text: string) =>
    buildBlock("if", { expression }, [paragraph(buildText(text))]);

  it("has the blocks whose conditions hold", async () => {
    const body = toDocument(
      when('visitor.claims.plan == "pro"', "Pro"),
      when('visitor.claims.plan == "free"', "Free"),
      when("visitor..claims", "Invalid"),
    );
    expect(await write({ body })).toBe("<p>Pro</p>");
  });

  it("links to the targets of its references", async () => {
    const ref: ContentReference = { kind: "page", page: "p", space: "s" };
    const body = toDocument(
      paragraph(buildInline("link", { ref }, [buildText("Known")])),
      paragraph(buildInline("link", { ref: { ...ref, page: "q" } }, [buildText("Unknown")])),
    );
    const target = { address: "/guide", title: "Guide" };
    const sorted = { space: "s", page: "p", kind: "page" } as const;
    expect(await write({ body, targets: [[sorted, target]] })).toBe(
      '<p><a href="/guide">Known</a></p><p><span class="nowhere">Unknown</span></p>',
    );
  });

  it("has formulas as MathML, or as source if they are invalid", async () => {
    const body = toDocument(
      paragraph(buildInline("inline-math", { formula: "x^2" })),
      buildBlock("math", { formula: "\\frac{" }),
    );
    expect(await write({ body })).toBe(
      '<p><math><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup></math></p><pre class="math" tabindex="0"><code>\\frac{</code></pre>',
    );
  });

  it("has colored code, also twice the same", async () => {
    const line = buildBlock("code-line", {}, [buildText("const a = 1;")]);
    const code = (syntax: string) => buildBlock("code", { syntax }, [line]);
    expect(await write({ body: toDocument(code("js"), code("JS"), code("unknown")) })).toBe(
      '<figure class="code"><span class="language">js</span><pre tabindex="0"><code><span class="is-keyword">const</span> a = <span class="is-number">1</span>;</code></pre></figure><figure class="code"><span class="language">JS</span><pre tabindex="0"><code><span class="is-keyword">const</span> a = <span class="is-number">1</span>;</code></pre></figure><figure class="code"><span class="language">unknown</span><pre tabindex="0"><code>const a = 1;</code></pre></figure>',
    );
  });

  it("has emoji of short codes", async () => {
    expect(await write({ body: toDocument(paragraph(buildText("Hi :tada: :nosuch:"))) })).toBe(
      "<p>Hi 🎉 :nosuch:</p>",
    );
  });

  it("has the direction of its texts in a language from right to left", async () => {
    const body = toDocument(buildBlock("hint", { style: "info" }, [paragraph(buildText("a"))]));
    expect(await write({ body, language: "de" })).toBe(
      '<div class="hint info"><p class="unseen">Note</p><p>a</p></div>',
    );
    expect(await write({ body, language: "ar" })).toBe(
      '<div class="hint info" dir="ltr"><p class="unseen">Note</p><p dir="auto">a</p></div>',
    );
  });
});

describe("blocks of integrations", () => {
  const block = buildBlock("integration", {
    integration: "charts",
    block: "pie",
    props: { of: 1 },
  });
  const key = JSON.stringify(["charts", "pie", { of: 1 }, "", {}]);
  const other = buildBlock("integration", { integration: "charts", block: "bar", props: {} });

  it("are replaced by their content, whose expressions are not evaluated", async () => {
    const expression = buildInline("expression", { expression: "space.vars.name" });
    const blocks = [[key, [paragraph(buildText("Pie"), expression), block]]] as const;
    expect(await write({ body: toDocument(block, other), blocks })).toBe(
      "<p>Pie<code>space.vars.name</code></p>",
    );
  });

  it("count as much as the nodes of their content", async () => {
    const blocks = [[key, Array.from({ length: 30 }, () => paragraph(buildText("x")))]] as const;
    const body = toDocument(block);
    expect(await write({ body, blocks }, { nodes: 30 })).toEqual({
      name: "page",
      measure: "nodes",
      maximum: 30,
    });
    expect(await write({ body, blocks }, { nodes: 300 })).toContain("x");
  });
});

describe("operations of a specification", () => {
  const pets = { spec: "pets", path: "/pets", method: "get" };
  const specification = JSON.stringify({
    "openapi.json": {
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
      paths: { "/pets": { get: { summary: "List pets", responses: {} } } },
    },
  });
  const wanted = [{ path: "/pets", method: "get" }];

  it("are rendered where the page names them", async () => {
    const found = await findOperations({
      input: { filesystem: specification, wanted },
      limits: { name: "operations", milliseconds: 40 },
    });
    const operation = "result" in found ? found.result[0]?.operation : undefined;
    if (!operation) throw new Error("The operation is missing.");
    const body = toDocument(
      buildBlock("openapi-operation", pets),
      buildBlock("openapi-operation", { ...pets, path: "/other" }),
      buildBlock("openapi-operation", {}),
    );
    const html = await write({ body, operations: [['["pets","get","/pets"]', operation]] });
    expect(html).toBe(
      `<section class="operation"><div class="address"><span class="method get">GET</span> <code>/pets</code></div><p class="summary">List pets</p></section><p class="lead api"><strong>GET /other</strong><span>The specification is not available.</span></p>`,
    );
  });
});

it("the operations of a page are listed once", () => {
  const pets = { spec: "pets", path: "/pets" };
  const body = toDocument(
    buildBlock("openapi-operation", { ...pets, method: "get" }),
    paragraph(buildText("Text")),
    buildBlock("openapi-operation", { ...pets, method: "GET" }),
    buildBlock("openapi-operation", { ...pets, method: "post" }),
  );
  expect(listNamedOperations(body).map(({ name }) => name)).toEqual([
    '["pets","get","/pets"]',
    '["pets","post","/pets"]',
  ]);
});
