import { expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import {
  listParameters,
  type Parameter,
  toNullFlag,
  toValueName,
  writeParameter,
} from "../../../src/app/parse/parameters.ts";
import { enumeration, id, list, optional } from "../../../src/commands/fields.ts";
import { custom } from "../../../src/commands/verb.ts";

/** Syntax, placeholder, path and properties. */
function describeParameter(parameter: Parameter): readonly string[] {
  const { path, required, fallback, inBody, isSwitch } = parameter;
  const properties = [
    required ? "required" : [],
    fallback ?? [],
    inBody ? "body" : [],
    isSwitch ? "switch" : [],
    toNullFlag(parameter) ?? [],
  ];
  return [
    writeParameter(parameter),
    toValueName(parameter),
    path.join("."),
    properties.flat().join(" "),
  ];
}

test.each<[string, readonly (readonly string[])[]]>([
  [
    "space update",
    [
      ["<space>", "space", "spaceId", "required"],
      ["--title <text>", "text", "title", "body"],
      ["--emoji <text>", "text", "emoji", "body --no-emoji"],
      ["--icon <url>", "url", "icon", "body --no-icon"],
      ["--edit-mode <live|locked>", "live|locked", "editMode", "body"],
      ["--default-level <level>", "level", "defaultLevel", "body --no-default-level"],
      ["--language <code>", "code", "language", "body"],
      [
        "--merge-rules <inherit|none|approval|JSON>",
        "inherit|none|approval|JSON",
        "mergeRules",
        "body",
      ],
      ["--reviewer <user>", "user", "reviewer", ""],
    ],
  ],
  [
    "space list",
    [
      ["--org <org>", "org", "organizationId", "required org"],
      ["--deleted", "value", "deleted", "switch --no-deleted"],
    ],
  ],
  [
    "space create",
    [
      ["--org <org>", "org", "organizationId", "required org"],
      ["--title <text>", "text", "title", "body"],
      ["--emoji <text>", "text", "emoji", "body"],
      ["--parent <collection>", "collection", "parent", "body"],
      ["--language <code>", "code", "language", "body"],
      ["--edit-mode <live|locked>", "live|locked", "editMode", "body"],
      ["--template <JSON>", "JSON", "template", "body"],
      ["--[no-]empty", "value", "empty", "body --no-empty"],
      ["--computed-source <JSON>", "JSON", "computedSource", "body"],
      ["--from-folder <folder>", "folder", "fromFolder", ""],
    ],
  ],
  [
    "space move",
    [
      ["<space>", "space", "spaceId", "required"],
      ["--parent <collection>", "collection", "parent", "body --no-parent"],
      ["--before [ref]", "ref", "position.before", "body"],
      ["--after [ref]", "ref", "position.after", "body"],
    ],
  ],
  [
    "cr list",
    [
      ["--space <space>", "space", "spaceId", "space"],
      ["--status <status>", "status", "status", ""],
      ["--creator <user>", "user", "creator", ""],
      ["--contributor <user>", "user", "contributor", ""],
      ["--requested-reviewer <user>", "user", "requestedReviewer", ""],
      ["--cluster <cluster>", "cluster", "conversationsIssuesCluster", ""],
      ["--topic <text>", "text", "topic", ""],
      ["--[no-]scheduled", "value", "scheduled", "--no-scheduled"],
      ["--order-by <updatedAt|createdAt>", "updatedAt|createdAt", "orderBy", ""],
      ["--org <org>", "org", "organizationId", "org"],
      ["--of-space <space>", "space", "space", ""],
      ["--of-site <site>", "site", "site", ""],
      ["--styleguide-run <text>", "text", "styleguideRun", ""],
      ["--finding <none|all>", "none|all", "finding", ""],
      ["--org-wide", "value", "orgWide", "switch --no-org-wide"],
    ],
  ],
  [
    "org update",
    [
      ["[org]", "org", "organizationId", "required org"],
      ["--title <text>", "text", "title", "body"],
      ["--email-domain <domain>", "domain", "emailDomains", "body"],
      ["--hostname <hostname>", "hostname", "hostname", "body"],
      ["--default-role <role|guest>", "role|guest", "defaultRole", "body --no-default-role"],
      ["--default-content <kind:ID>", "kind:ID", "defaultContent", "body --no-default-content"],
      ["--logo <url>", "url", "logo", "body --no-logo"],
      ["--[no-]sso", "value", "sso", "body --no-sso"],
      ["--[no-]ai", "value", "ai", "body --no-ai"],
      ["--[no-]invite-links", "value", "inviteLinks", "body --no-invite-links"],
      ["--merge-rules <none|approval|JSON>", "none|approval|JSON", "mergeRules", "body"],
    ],
  ],
  [
    "org invite users",
    [
      ["<email>...", "email", "emails", "required body"],
      ["--org <org>", "org", "organizationId", "required org"],
      ["--role <role|guest>", "role|guest", "role", "body --no-role"],
      ["--[no-]sso", "value", "sso", "body --no-sso"],
    ],
  ],
  [
    "api",
    [
      ["<METHOD>", "METHOD", "method", "required"],
      ["<path>", "path", "path", "required"],
      ["--field <key=value>", "key=value", "field", ""],
      ["--typed-field <key=value>", "key=value", "typed", ""],
      ["--header <name:value>", "name:value", "header", ""],
      ["--input <file>", "file", "input", ""],
      ["--paginate", "value", "paginate", "switch --no-paginate"],
      ["--slurp", "value", "slurp", "switch --no-slurp"],
      ["--include", "value", "include", "switch --no-include"],
    ],
  ],
  [
    "team add",
    [
      ["<team>", "team", "teamId", "required"],
      ["<user>...", "user", "add", "required body"],
      ["--org <org>", "org", "organizationId", "required org"],
      ["--remove <user>", "user", "remove", "body"],
      ["--memberships <JSON>", "JSON", "memberships", "body"],
      ["--role <owner|member>", "owner|member", "role", ""],
    ],
  ],
  [
    "comment list",
    [
      ["--space <space>", "space", "spaceId", "required space"],
      ["--cr <cr>", "cr", "changeRequestId", ""],
      ["--status <all|open|resolved>", "all|open|resolved", "status", ""],
      ["--order <asc|desc>", "asc|desc", "order", ""],
      ["--target-page <page>", "page", "targetPage", ""],
      ["--author <user>", "user", "authors", ""],
      ["--format <document|markdown>", "document|markdown", "format", ""],
      ["--org-wide", "value", "orgWide", "switch --no-org-wide"],
      ["--org <org>", "org", "organizationId", "required org"],
    ],
  ],
  [
    "page get",
    [
      ["[page]", "page", "pageId", ""],
      ["--space <space>", "space", "spaceId", "required space"],
      ["--path <path>", "path", "pagePath", ""],
      ["--format <document|markdown>", "document|markdown", "format", ""],
      ["--refs <relative|stable>", "relative|stable", "format.markdown.refs", ""],
      ["--evaluated <evaluated>", "evaluated", "evaluated", ""],
      ["--dereferenced <dereferenced>", "dereferenced", "dereferenced", ""],
      ["--[no-]metadata", "value", "metadata", "--no-metadata"],
      ["--[no-]computed", "value", "computed", "--no-computed"],
    ],
  ],
])("the parameters of tome %s", async (line, expected) => {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun")
    throw new Error(`${line} is not a command.`);
  expect(listParameters(command).map(describeParameter)).toEqual(expected);
});

test("only a required parent of a custom command has a default from the settings", () => {
  const verb = custom({
    summary: "Test",
    fields: {
      organizationId: id("org"),
      spaceId: optional(id("space")),
      siteId: id("site"),
      // It has no setting.
      collectionId: id("collection"),
      // Another resource, and not the parent.
      target: id("space", "Target", { flag: "target" }),
    },
    load: async () => async () => undefined,
  });
  expect(listParameters(verb).map(({ name, fallback }) => [name, fallback])).toEqual([
    ["org", "org"],
    ["space", undefined],
    ["site", "site"],
    ["collection", undefined],
    ["target", undefined],
  ]);
});

test.each([
  [["a".repeat(11), "b".repeat(12)], true],
  [["a".repeat(12), "b".repeat(12)], false],
])("choices of at most 24 characters are the placeholder: %j", (values, isShown) => {
  const choices = toValueName({ field: enumeration(values, "Mode"), name: "edit-mode" });
  expect(choices).toBe(isShown ? values.join("|") : "mode");
  const inList = list(enumeration(values, "Mode"), "Modes");
  expect(toValueName({ field: inList, name: "edit-mode" })).toBe(choices);
});
