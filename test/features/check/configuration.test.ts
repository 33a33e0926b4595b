import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { UsageError } from "../../../src/errors.ts";
import { readConfiguration } from "../../../src/features/check/configuration.ts";
import { findExpired } from "../../../src/features/check/own-rules.ts";
import type { CheckRule } from "../../../src/features/check/rule.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const rule = (id: string, parameters: CheckRule["parameters"] = {}): CheckRule => ({
  ...{ id, title: id, over: "repository", level: "warning", finds: "", why: "", fix: "" },
  parameters,
});
const rules = [
  rule("broken-link"),
  rule("stale-page", { days: { default: 180, does: "" }, roles: { default: ["edit"], does: "" } }),
];

const read = (text: string) =>
  readConfiguration(
    createPartial<Context>({ cwd: "/", readText: async () => text }),
    { rules: "c.yaml" },
    rules,
  );

describe("a configuration", () => {
  test("has levels, parameters, allowances and custom rules", async () => {
    const text = `rules:
  broken-link: error
  stale-page: { level: notice, days: 0, roles: [create, admin] }
  own-rule: off
spaces:
  Handbook:
    stale-page: { days: 30 }
    broken-link: false
allow:
  - { rule: broken-link, until: 2026-12-31, why: " It is fine. " }
  - rule: own-rule
    id: S1
    target: " https://a.example "
    until: 2028-02-29
    why: later
custom:
  own-rule: { over: spaces, where: .title, message: .id }
  other-2: { over: members, where: a, message: b, level: error, title: T, why: W, fix: F }
`;
    const { custom, ...configuration } = await read(text);
    expect(configuration).toEqual({
      file: "c.yaml",
      rules: new Map([
        ["broken-link", { level: "error", parameters: {} }],
        ["stale-page", { level: "notice", parameters: { days: 0, roles: ["create", "admin"] } }],
        ["own-rule", { level: "off", parameters: {} }],
      ]),
      spaces: new Map([
        [
          "Handbook",
          new Map<string, object>([
            ["stale-page", { parameters: { days: 30 } }],
            ["broken-link", { level: "off", parameters: {} }],
          ]),
        ],
      ]),
      allow: [
        { rule: "broken-link", until: "2026-12-31", why: "It is fine.", line: 10 },
        {
          rule: "own-rule",
          id: "S1",
          target: "https://a.example",
          until: "2028-02-29",
          why: "later",
          line: 11,
        },
      ],
    });
    expect(custom).toEqual([
      {
        id: "own-rule",
        things: "spaces",
        level: "warning",
        over: "organization",
        title: "own-rule",
        finds: "Matches of a jq expression on spaces: .title",
        why: "The rule is defined in the configuration.",
        fix: "See the definition of the rule in the configuration.",
        parameters: {},
        where: ".title",
        message: ".id",
      },
      expect.objectContaining({
        id: "other-2",
        things: "members",
        level: "error",
        title: "T",
        why: "W",
        fix: "F",
      }),
    ]);
  });

  test.each(["", "{}", "rules:\nspaces:\nallow:\ncustom:\n"])(
    "%j has no settings",
    async (text) => {
      expect(await read(text)).toEqual({
        file: "c.yaml",
        rules: new Map(),
        spaces: new Map(),
        allow: [],
        custom: [],
      });
    },
  );

  test.each([
    ["[]", "line 1: The file must be a mapping of names to values."],
    ["rules: [a]", "line 1: rules must be a mapping of names to values."],
    ["a: 1\nother: 2", "line 1: Unknown field a. Valid fields: rules, spaces, allow, custom."],
    ["rules:\n  broken-lnk: error", "line 2: Unknown rule broken-lnk. Did you mean broken-link?"],
    ["rules:\n  xyz: error", "line 2: Unknown rule xyz."],
    [
      "rules:\n  broken-link: loud",
      'line 2: The level must be error, warning, notice or off, not "loud".',
    ],
    [
      "rules:\n  broken-link: true",
      "line 2: The level must be error, warning, notice or off, not true.",
    ],
    [
      "rules:\n  broken-link: { level: null }",
      "line 2: The level must be error, warning, notice or off, not null.",
    ],
    ["rules:\n  broken-link: { days: 3 }", "line 2: Unknown field days. Valid fields: level."],
    [
      "rules:\n  stale-page: { days: -1 }",
      "line 2: days of stale-page must be a non-negative number.",
    ],
    [
      "rules:\n  stale-page: { days: .inf }",
      "line 2: days of stale-page must be a non-negative number.",
    ],
    [
      "rules:\n  stale-page: { days: [a] }",
      "line 2: days of stale-page must be a non-negative number.",
    ],
    [
      "rules:\n  stale-page: { roles: 3 }",
      "line 2: roles of stale-page must be a list of strings.",
    ],
    [
      "rules:\n  stale-page: { roles: [a, 3] }",
      "line 2: roles of stale-page must be a list of strings.",
    ],
    [
      "spaces:\n  A:\n    broken-link: loud",
      'line 3: The level must be error, warning, notice or off, not "loud".',
    ],
    ["allow: {}", "line 1: allow must be a list."],
    [
      "allow:\n  - { rule: broken-link, until: 2026-12-31 }",
      "line 2: An allowance requires the fields until and why.",
    ],
    [
      "allow:\n  - { rule: broken-link, why: x }",
      "line 2: An allowance requires the fields until and why.",
    ],
    [
      'allow:\n  - { rule: broken-link, until: 2026-12-31, why: " " }',
      "line 2: why must be a string that is not empty.",
    ],
    ["allow:\n  - { until: 2026-12-31, why: x }", "line 2: An allowance requires the field rule."],
    [
      "allow:\n  - { rule: broken-link, until: 2026-02-29, why: x }",
      "line 2: until must be a date such as 2026-12-31, not 2026-02-29.",
    ],
    [
      'allow:\n  - { rule: broken-link, until: "2026-13-01", why: x }',
      "line 2: until must be a date such as 2026-12-31, not 2026-13-01.",
    ],
    [
      "allow:\n  - { rule: broken-link, until: tomorrow, why: x }",
      "line 2: until must be a date such as 2026-12-31, not tomorrow.",
    ],
    [
      "allow:\n  - { rule: broken-link, until: 2026-12-31, why: x, id: 7 }",
      "line 2: id must be a string that is not empty.",
    ],
    ["allow:\n  - { rule: xyz, until: 2026-12-31, why: x }", "line 2: Unknown rule xyz."],
    [
      "custom:\n  Own: { over: spaces, where: a, message: b }",
      "line 2: Own is not a valid rule name. Use lowercase letters, digits and dashes, such as no-emoji.",
    ],
    [
      "custom:\n  broken-link: { over: spaces, where: a, message: b }",
      "line 2: broken-link is a built-in rule. Use another name.",
    ],
    [
      "custom:\n  own: { over: pages, where: a, message: b }",
      "line 2: over must be one of spaces, sites, members, teams, collections.",
    ],
    [
      'custom:\n  own: { over: sites, where: " ", message: b }',
      "line 2: where must be a jq expression.",
    ],
    ["custom:\n  own: { over: sites, where: a }", "line 2: message must be a jq expression."],
    [
      "custom:\n  own: { over: sites, where: a, message: b, level: loud }",
      'line 2: The level must be error, warning, notice or off, not "loud".',
    ],
    [
      "custom:\n  own: { over: sites, where: a, message: b, more: c }",
      "line 2: Unknown field more. Valid fields: over, where, message, level, title, why, fix.",
    ],
  ])("%j is refused", async (text, detail) => {
    const error = await read(text).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^c\.yaml has \d errors?:$/),
      hint: "tome check rules",
    });
    expect((error as UsageError).details).toContain(detail);
  });

  test("that is not YAML is refused, and all errors are counted", async () => {
    await expect(read("a: [")).rejects.toThrow(/^c\.yaml is not valid YAML: .*[^:.]\.$/);
    await expect(read("rules: { a: error, b: error }")).rejects.toThrow("c.yaml has 2 errors:");
  });
});

test("the default file is in the current folder, or in the checked one", async () => {
  const cwd = temporaryFolder();
  const context = { cwd } as Context;
  const name = ".tome.check.yaml";
  const none = { rules: new Map(), spaces: new Map(), allow: [], custom: [] };
  expect(await readConfiguration(context, {}, rules)).toEqual(none);
  mkdirSync(join(cwd, "docs"));
  writeFileSync(join(cwd, "docs", name), "rules: { broken-link: error }");
  expect(await readConfiguration(context, {}, rules)).toEqual(none);
  expect(await readConfiguration(context, { repo: "docs" }, rules)).toMatchObject({
    file: `docs/${name}`,
  });
  writeFileSync(join(cwd, name), "rules: { broken-link: notice }");
  const first = await readConfiguration(context, { repo: "docs" }, rules);
  expect([first.file, first.rules.get("broken-link")?.level]).toEqual([name, "notice"]);
});

test("allowances expire after their day", () => {
  const allow = (until: string, more: object = {}) => ({
    rule: "broken-link",
    until,
    why: "later",
    line: 7,
    ...more,
  });
  const configuration = { rules: new Map(), spaces: new Map(), custom: [] };
  const list = [
    allow("2026-05-04"),
    allow("2026-05-03", { id: "S1", target: "T" }),
    allow("2026-05-02"),
  ];
  const shared = { rule: "allow-expired", file: "c.yaml", line: 7 };
  expect(findExpired({ ...configuration, file: "c.yaml", allow: list }, "2026-05-04")).toEqual([
    {
      ...shared,
      id: "broken-link S1 T",
      title: "broken-link S1 T",
      target: "2026-05-03",
      message: "broken-link was allowed until 2026-05-03: later",
    },
    {
      ...shared,
      id: "broken-link",
      title: "broken-link",
      target: "2026-05-02",
      message: "broken-link was allowed until 2026-05-02: later",
    },
  ]);
  expect(
    findExpired({ ...configuration, allow: list.slice(2) }, "2026-05-04")[0],
  ).not.toHaveProperty("file");
});
