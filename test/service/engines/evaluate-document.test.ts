import { describe, expect, it } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { Budget } from "../../../src/json/budget.ts";
import {
  type Evaluation,
  evaluateDocument,
  listVisitorPaths,
} from "../../../src/service/engines/evaluate-document.ts";
import { buildBlock, buildInline, buildText } from "../../support/generators/nodes.ts";

const scope = {
  space: { vars: { name: "Tea", price: 3, fresh: true, list: ["a"], empty: "" } },
  page: { vars: { name: "Green" } },
  visitor: {},
};

const show = (expression: string) => buildInline("expression", { expression });
const when = (expression: string, text: string) =>
  buildBlock("if", { expression }, [buildBlock("paragraph", {}, [buildText(text)])]);

/** The nodes in words: texts, and the types of nodes that are not evaluated. */
function describeNodes(nodes: readonly Node[]): unknown[] {
  return nodes.map(({ type, leaves, data, nodes: inner = [] }) => {
    if (leaves) return leaves.map(({ text }) => text).join("");
    if (type === "expression" || type === "if") return `${type} ${data?.expression}`;
    return describeNodes(inner);
  });
}

async function evaluate(
  evaluation: Evaluation,
  nodes: Node[],
  budget = new Budget({ name: "page" }),
) {
  const document = { object: "document" as const, data: {}, nodes };
  const evaluated = await evaluateDocument(document, scope, evaluation, budget);
  return { isSame: evaluated === document, nodes: describeNodes(evaluated.nodes) };
}

const page = [
  buildBlock("paragraph", {}, [
    buildText("I like "),
    show("space.vars.name"),
    show("visitor.claims.plan"),
  ]),
  when("space.vars.fresh", "fresh"),
  when("space.vars.empty", "empty"),
  when("!visitor.claims.plan", "no plan"),
  when("space..vars", "invalid"),
  buildBlock("if", {}, [buildText("none")]),
];

describe("the expressions of a page", () => {
  it.each<[Evaluation, unknown]>([
    [
      "true",
      {
        isSame: false,
        nodes: [["I like ", "Tea", ""], ["fresh"], ["no plan"], "if space..vars", "if undefined"],
      },
    ],
    [
      "false",
      {
        isSame: true,
        nodes: [
          ["I like ", "expression space.vars.name", "expression visitor.claims.plan"],
          "if space.vars.fresh",
          "if space.vars.empty",
          "if !visitor.claims.plan",
          "if space..vars",
          "if undefined",
        ],
      },
    ],
    [
      "deterministic-only",
      {
        isSame: false,
        nodes: [
          ["I like ", "Tea", "expression visitor.claims.plan"],
          ["fresh"],
          "if !visitor.claims.plan",
          "if space..vars",
          "if undefined",
        ],
      },
    ],
    [
      "values",
      {
        isSame: false,
        nodes: [
          ["I like ", "Tea", "expression visitor.claims.plan"],
          "if space.vars.fresh",
          "if space.vars.empty",
          "if !visitor.claims.plan",
          "if space..vars",
          "if undefined",
        ],
      },
    ],
    ["visitor", { isSame: false, nodes: [["I like ", "Tea", ""], ["fresh"], ["no plan"]] }],
  ])("are evaluated for the mode %s", async (evaluation, result) => {
    expect(await evaluate(evaluation, page)).toEqual(result);
  });

  it.each([
    ["space.vars.price", "3"],
    ["space.vars.fresh", "true"],
    ["space.vars.list", ""],
    ["space.vars.none", ""],
    ["page.vars.name ?? space.vars.name", "Green"],
    ["space.vars.price > 2 && 'many'", "many"],
  ])("%s has the text %j", async (expression, text) => {
    expect((await evaluate("true", [show(expression)])).nodes).toEqual([text]);
  });

  it("keep their marks", async () => {
    const marks = [{ object: "mark" as const, type: "bold" }];
    const document = {
      object: "document" as const,
      data: {},
      nodes: [{ ...show("page.vars.name"), marks }],
    };
    const { nodes } = await evaluateDocument(document, scope, "true", new Budget({ name: "page" }));
    expect(nodes).toEqual([{ object: "text", leaves: [{ object: "leaf", text: "Green", marks }] }]);
  });

  it("are in nested conditions", async () => {
    const nested = buildBlock("if", { expression: "space.vars.fresh" }, [
      when("page.vars.name", "inside"),
    ]);
    expect((await evaluate("true", [nested])).nodes).toEqual([["inside"]]);
  });

  it("a page without them is returned unchanged, except for visitors", async () => {
    const plain = [buildBlock("paragraph", {}, [buildText("a")])];
    for (const evaluation of ["true", "deterministic-only", "values"] as const) {
      expect((await evaluate(evaluation, plain)).isSame).toBe(true);
    }
    expect(await evaluate("visitor", plain)).toEqual({ isSame: false, nodes: [["a"]] });
    expect(await evaluate("values", [when("space.vars.fresh", "a")])).toMatchObject({
      isSame: true,
    });
  });

  it("are evaluated up to 32,768 characters of distinct expressions", async () => {
    const expressions = Array.from({ length: 33 }, (_, at) => {
      const end = ` && '${String(at).padStart(2, "0")}'`;
      return `space.vars.price${" ".repeat(1024 - 16 - end.length)}${end}`;
    });
    const { nodes } = await evaluate("true", [...expressions, ...expressions].map(show));
    const texts = Array.from({ length: 32 }, (_, at) => String(at).padStart(2, "0"));
    expect(nodes.slice(0, 32)).toEqual(texts);
    expect(nodes[32]).toBe(`expression ${expressions[32]}`);
    expect(nodes.slice(33, 65)).toEqual(texts);
  });

  it("draw on the budget of the page", async () => {
    const nodes = [show("space.vars.name"), buildText("a")];
    const read = (limits: object) =>
      evaluate("true", nodes, new Budget({ name: "page", ...limits }));
    expect((await read({ nodes: 2, characters: 3 })).nodes).toEqual(["Tea", "a"]);
    await expect(read({ nodes: 1 })).rejects.toThrow("more than 1 nodes (limit page.nodes)");
    await expect(read({ characters: 2 })).rejects.toThrow(
      "more than 2 characters (limit page.characters)",
    );
  });
});

it("the values of a visitor in a document are those that its valid expressions read", async () => {
  const nodes = [...page, when("visitor.claims.a['b'].c && page.title || !visitor.claims.d", "")];
  expect(await listVisitorPaths({ object: "document", data: {}, nodes })).toEqual([
    ["visitor", "claims", "plan"],
    ["visitor", "claims", "plan"],
    ["visitor", "claims", "a", "b", "c"],
    ["visitor", "claims", "d"],
  ]);
});
