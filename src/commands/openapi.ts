/** `tome openapi`. */

import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/openapi.ts";
import * as versions from "../contract/openapi-version.ts";
import * as page from "../contract/page.ts";
import { slugLimits } from "../contract/slugs.ts";
import * as space from "../contract/space.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { failLevel } from "./fail-level.ts";
import { boolean, enumeration, id, optional, text } from "./fields.ts";
import { commands as version } from "./openapi-version.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const slugColumn: PrintedColumn = { header: "SLUG", path: "slug", as: "title" };
const stateColumn: PrintedColumn = { header: "STATE", path: "processingState", as: "state" };
const errorColumn: PrintedColumn = { header: "ERROR", path: "lastProcessErrorCode" };
const visibilityColumn: PrintedColumn = { header: "VISIBILITY", path: "visibility" };
const sourceColumn: PrintedColumn = { header: "SOURCE", path: "sourceURL", wide: true };

const record: readonly PrintedColumn[] = [
  idColumn,
  slugColumn,
  stateColumn,
  errorColumn,
  { header: "ERRORS", path: "lastProcessedErrors", as: "list", wide: true },
  { header: "VERSION", path: "lastVersion" },
  visibilityColumn,
  sourceColumn,
  { header: "PROCESSED", path: "lastProcessedAt", as: "time" },
  createdColumn,
  updatedColumn,
  { header: "PUBLISHED URL", path: "urls.published", as: "address", wide: true },
];

/** Sources of the text, one of which is required. */
const source = {
  url: optional(
    text("URL that the platform fetches the specification from", {
      max: 2048,
      placeholder: "url",
      redacted: "address",
    }),
  ),
  file: optional(
    text("File to upload, with the files that it references; - for standard input", {
      placeholder: "path",
    }),
  ),
  root: optional(
    text("Folder that referenced files must be in; default the file's folder", {
      placeholder: "folder",
    }),
  ),
  input: optional(text("JSON or YAML file with the request body", { placeholder: "file" })),
};

const slug = text("Slug of the specification", { ...slugLimits, placeholder: "slug" });
/** Slug of a specification that may not exist yet. */
const knownSlug = { ...slug, names: "specification" } as const;

/** Flags for comparisons with `--fail`. */
const gate = {
  allowUnresolved: optional(boolean("With --fail: accept references that cannot be resolved")),
  acceptMovedPrefix: optional(
    boolean("Accept a URL path that moved between the server URL and the paths"),
  ),
};

export const commands = noun({
  summary: "Manage API specifications",
  verbs: {
    list: query(contract.list, {
      columns: [
        slugColumn,
        stateColumn,
        errorColumn,
        visibilityColumn,
        sourceColumn,
        updatedColumn,
      ],
      emptyText: "No API specifications.",
      examples: ["openapi list", "openapi list --json slug,processingState"],
    }),
    create: custom({
      summary: contract.create.summary,
      fields: { organizationId: id("org"), slug, ...source, ...waitFields },
      arguments: ["slug"],
      operations: [contract.create],
      isWrite: true,
      hasFindings: true,
      examples: [
        "openapi create pets --file openapi.yaml --wait",
        "openapi create pets --url https://example.com/openapi.yaml",
      ],
      load: () => import("../features/openapi/put.ts").then((m) => m.create),
    }),
    get: query(contract.get, { columns: record, examples: ["openapi get pets"] }),
    put: custom({
      summary: contract.put.summary,
      fields: {
        organizationId: id("org"),
        specSlug: knownSlug,
        ...source,
        fail: failLevel(
          ["breaking"],
          "Compare with the live version first; refuse breaking changes",
        ),
        ...gate,
        ...waitFields,
      },
      arguments: ["specSlug"],
      operations: [contract.put, versions.latestRaw, versions.latestContent],
      isWrite: true,
      hasFindings: true,
      examples: [
        "openapi put pets --file openapi.yaml --wait",
        "openapi put pets --url https://example.com/openapi.json",
        "openapi put pets --file api/openapi.yaml --root .",
        "openapi put pets --file openapi.yaml --fail breaking",
      ],
      load: () => import("../features/openapi/put.ts").then((m) => m.put),
    }),
    publish: custom({
      summary: "Create or update an API specification, like `openapi put`",
      fields: {
        organizationId: id("org", "Organization of the specification", { short: "o" }),
        source: text("File or URL of the specification", {
          placeholder: "file-or-url",
          redacted: "file or address",
        }),
        specSlug: { ...knownSlug, flag: "spec", short: "s" },
        root: source.root,
        fail: failLevel(
          ["breaking"],
          "Compare with the live version first; refuse breaking changes",
        ),
        ...gate,
        ...waitFields,
      },
      arguments: ["source"],
      operations: [contract.put, versions.latestRaw, versions.latestContent],
      isWrite: true,
      hasFindings: true,
      examples: [
        "openapi publish openapi.yaml --spec pets --organization Acme",
        "openapi publish https://example.com/openapi.json -s pets -o Acme --wait",
      ],
      load: () => import("../features/openapi/put.ts").then((m) => m.publish),
    }),
    diff: custom({
      summary: "Compare two versions of an API specification",
      fields: {
        organizationId: optional(id("org", "Organization of the slug")),
        from: text("Old version: slug, file or URL", {
          placeholder: "from",
          redacted: "file or address",
        }),
        to: optional(
          text("New version: slug, file or URL; default the last two versions of the slug", {
            placeholder: "to",
            redacted: "file or address",
          }),
        ),
        fail: failLevel(["breaking"], "Minimum level of changes that end with exit code 10"),
        ...gate,
        format: optional(enumeration(["markdown"], "Print Markdown for a pull request comment")),
      },
      arguments: ["from", "to"],
      operations: [
        versions.latestRaw,
        versions.list,
        versions.versionRaw,
        versions.latestContent,
        versions.versionContent,
        space.list,
        space.links,
        page.get,
      ],
      list: true,
      hasFindings: true,
      examples: [
        "openapi diff pets openapi.yaml --fail breaking",
        "openapi diff pets",
        "openapi diff old.yaml new.yaml --format markdown",
      ],
      load: () => import("../features/openapi-diff/diff.ts").then((m) => m.diff),
    }),
    update: mutation(contract.update, {
      doneText: "The visibility of {slug} is {visibility}.",
      columns: record,
      examples: ["openapi update pets --visibility public"],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the API specification {specSlug}.",
      absentText: "API specification {specSlug} not found. No changes were made.",
      confirm: {
        question: "Delete the API specification {slug} and all its versions?",
        read: contract.get,
      },
      examples: ["openapi delete pets --yes"],
    }),
    version,
  },
});
