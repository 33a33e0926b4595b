import { describe, expect, test } from "vitest";
import {
  buildPlanView,
  computeMark,
  formatChanges,
  formatPlanLines,
  formatPlanScope,
  formatSummary,
  toPlanMarkdown,
} from "../../../../src/features/organization-files/planning/render.ts";
import type { PlanStep } from "../../../../src/features/organization-files/step.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import {
  byLiveKey,
  desired,
  filesPlan,
  live,
  locked,
  organizationFolder,
  resourceIds,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const change = (
  field: string,
  from: JsonValue,
  to: JsonValue,
  side: "pending" | "drift" | "both" = "pending",
) => ({
  field,
  from,
  to,
  side,
});
const title = (side: "pending" | "drift" | "both") => [change("title", "A", "B", side)];

test.each<readonly [PlanStep["does"], PlanStep["changes"], string, string]>([
  ["create", title("pending"), "+", ""],
  ["create", title("drift"), "!", ""],
  ["update", title("pending"), "~", ""],
  ["update", [...title("pending"), ...title("both")], "!", ""],
  [
    "delete",
    title("drift"),
    "-",
    "  (changed on the platform since the last apply; apply resets it)",
  ],
  ["delete", [], "-", ""],
])("a %s with the changes %j has the mark %s", (does, changes, mark) => {
  expect(computeMark(step(does, "space", "spaces/a", { changes }))).toBe(mark);
});

test("a plan is printed as a diff", () => {
  const long = "x".repeat(199);
  const variables = new Map([
    ["s3cret", "HOOK"],
    ["https://h.example/t0ken", "HOOK_URL"],
  ]);
  const steps = [
    step("create", "space", "spaces/a", {
      title: 'Hand"book',
      note: "A note.",
      changes: [
        change("title", null, "Handbook"),
        change("parent", null, null),
        change("kind", "x", "y", "drift"),
      ],
    }),
    step("update", "webhook", "webhooks/h", {
      title: "h.example",
      changes: [
        change("secret", null, "s3cret"),
        change("url", "https://h.example/old", "https://h.example/t0ken", "both"),
        change("url", "https://h.example/old?a=1", "https://h.example/new"),
        change("events", [long], { a: [true, null, 1] }, "drift"),
        change("title", "x".repeat(198), null),
      ],
    }),
    step("delete", "link", "sites/s/blog", { title: "Blog" }),
  ];
  const plan = filesPlan({
    steps,
    folder: organizationFolder({ variables }),
    notes: ["a_b `c` @me [x] <y> # | \\ *"],
  });
  const lines = [
    '! spaces/a  space "Hand\\"book"',
    "    A note.",
    '    title: "Handbook"',
    "    parent: none",
    '    kind: "x" → "y"',
    "",
    '! webhooks/h  webhook "h.example"',
    "    secret: (the variable HOOK)",
    '    url: "https://h.example/[removed]" → (the variable HOOK_URL)  (changed in the files and on the platform; the files take precedence)',
    '    url: "https://h.example/old" → "https://h.example/new"',
    `    events: ["${"x".repeat(198)}… → {"a":[true,null,1]}  (changed on the platform since the last apply; apply resets it)`,
    `    title: "${"x".repeat(198)}" → none`,
    "",
    '- sites/s/blog  external link "Blog"',
  ];
  expect(formatPlanLines(plan)).toEqual(lines);
  const markdown = lines.map((line) => (line.startsWith("    ") ? `  ${line}` : line)).join("\n");
  expect(toPlanMarkdown(plan)).toBe(
    `### tome plan: 1 to create, 1 to change, 1 to delete\n\n\`\`\`diff\n${markdown}\n\`\`\`\n\n- a\\_b \\\`c\\\` \\@me \\[x\\] \\<y\\> \\# \\| \\\\ \\*\n`,
  );
  const [block] = buildPlanView(plan);
  const tones =
    block && "lines" in block
      ? block.lines.flat().flatMap((one) => (typeof one === "string" ? [] : one.tone))
      : [];
  expect(tones).toEqual([
    "red",
    "dim",
    "dim",
    "green",
    "red",
    "red",
    "green",
    "red",
    "dim",
    "green",
    "red",
    "green",
    "yellow",
    "red",
    "green",
    "red",
    "green",
    "yellow",
    "red",
    "red",
    "red",
    "dim",
  ]);
});

test("a create and an update have the tones green and yellow", () => {
  const steps = [step("create", "space", "spaces/a"), step("update", "space", "spaces/b")];
  const [block] = buildPlanView(filesPlan({ steps }));
  const heads = block && "lines" in block ? block.lines.map((line) => line[0]) : [];
  expect(heads).toEqual([
    { text: "+ spaces/a", tone: "green" },
    undefined,
    { text: "~ spaces/b", tone: "yellow" },
  ]);
});

describe("a long plan", () => {
  const steps = [1, 2, 3].map((at) => step("update", "space", `spaces/${at}`));
  test.each([
    [3, ["~ spaces/1", "~ spaces/2", "~ spaces/3"], []],
    [2, ["~ spaces/1", "~ spaces/2"], ["and 1 more (use --json to list all)"]],
    [1, ["~ spaces/1"], ["and 2 more (use --json to list all)"]],
  ])("with the limit %d", (limit, shown, rest) => {
    const [block] = buildPlanView(filesPlan({ steps }), limit);
    const texts =
      block && "lines" in block
        ? block.lines.flatMap(([one]) => (typeof one === "object" ? one.text : []))
        : [];
    expect(texts).toEqual([...shown, ...rest]);
  });

  test.each([
    [30, undefined],
    [31, "and 1 more"],
  ])("of one resource with %d changes", (count, rest) => {
    const changes = Array.from({ length: count }, (_, at) => change(`f${at}`, null, at));
    const one = step("update", "space", "spaces/a", { changes });
    const texts = Array.from({ length: 30 }, (_, at) => `f${at}: ${at}`);
    const all = rest === undefined ? texts : [...texts, rest];
    expect(formatChanges(one, new Map())).toBe(all.join("; "));
    expect(formatPlanLines(filesPlan({ steps: [one] })).slice(1)).toEqual(
      all.map((text) => `    ${text}`),
    );
  });

  test.each([
    [60_000, false],
    [60_001, true],
  ])("of %d characters in Markdown", (length, isCut) => {
    const head = '- spaces/a  space ""';
    const one = step("delete", "space", "spaces/a", { title: "x".repeat(length - head.length) });
    const text = toPlanMarkdown(filesPlan({ steps: [one] }));
    expect(text.includes("\n  …\n```")).toBe(isCut);
    expect(text.split("\n")[3]).toHaveLength(60_000);
  });

  test("with backticks has a longer fence", () => {
    const one = step("delete", "space", "spaces/a", { title: "``` ````` `" });
    expect(toPlanMarkdown(filesPlan({ steps: [one] }))).toContain("\n``````diff\n");
    const two = step("delete", "space", "spaces/a", { title: "``" });
    expect(toPlanMarkdown(filesPlan({ steps: [two] }))).toContain("\n```diff\n");
    expect(toPlanMarkdown(filesPlan())).toBe("### tome plan: No changes\n");
  });
});

test.each<readonly [readonly PlanStep[], string]>([
  [[], "No changes"],
  [
    [step("create", "space", "a"), step("create", "space", "b"), step("delete", "space", "c")],
    "2 to create, 1 to delete",
  ],
  [
    [
      step("create", "space", "a", { restores: "S1" }),
      step("create", "site-space", "b", { returnsAs: "Y1" }),
      step("update", "space", "c"),
    ],
    "2 to restore, 1 to change",
  ],
])("the summary of a plan: %#", (steps, summary) => {
  expect(formatSummary({ steps })).toBe(summary);
});

test("the scope of a plan counts files and other resources", () => {
  const lock = new Map([
    ["spaces/a", locked("space", "S1")],
    ["spaces/left", locked("space", "S2")],
  ]);
  const plan = filesPlan({
    folder: organizationFolder({
      digests: new Map([
        ["a", "1"],
        ["b", "2"],
      ]),
    }),
    wanted: wanted([desired("space", "spaces/a"), desired("member", "members/new@x.org")]),
    ids: resourceIds(lock),
    live: byLiveKey([
      live("space", "S1"),
      live("space", "S2"),
      live("team", "T1"),
      live("invitation", "U1", {}, { title: "new@x.org" }),
      live("invitation", "U2", {}, { title: "old@x.org" }),
    ]),
  });
  expect(formatPlanScope(plan)).toBe(
    "Examined 2 files and 2 resources, skipped 3 resources that are not in the files.",
  );
});
