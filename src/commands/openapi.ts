/** `tome openapi`. */

import type { Column } from "../context.ts";
import { enumeration, flag, id, optional, text } from "../contract/fields.ts";
import { slugLimits } from "../contract/names.ts";
import * as contract from "../contract/openapi.ts";
import * as versions from "../contract/openapi-version.ts";
import * as page from "../contract/page.ts";
import * as space from "../contract/space.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { commands as version } from "./openapi-version.ts";
import { act, noun, show, task } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const slugColumn: Column = { header: "SLUG", path: "slug", as: "title" };
const stateColumn: Column = { header: "STATE", path: "processingState", as: "state" };
const errorColumn: Column = { header: "ERROR", path: "lastProcessErrorCode" };
const visibilityColumn: Column = { header: "VISIBILITY", path: "visibility" };
const sourceColumn: Column = { header: "SOURCE", path: "sourceURL", wide: true };

const record: readonly Column[] = [
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
  { header: "PUBLISHED", path: "urls.published", as: "address", wide: true },
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
  input: optional(text("JSON or YAML file with the body of the request", { placeholder: "file" })),
};

const slug = text("Slug of the specification", slugLimits);
/** Slug of a specification that may not exist yet. */
const knownSlug = text("Slug of the specification", { ...slugLimits, names: "specification" });

function failLevel(help: string) {
  return optional(enumeration(["breaking"], help, { alias: "fail-on", bare: "breaking" }));
}

/** Flags for comparisons with `--fail`. */
const gate = {
  allowUnresolved: optional(flag("With --fail: accept references that cannot be followed")),
  acceptMovedPrefix: optional(
    flag("Accept a URL path that moved between the server URL and the paths"),
  ),
};

export const commands = noun({
  does: "Manage API specifications",
  verbs: {
    list: show(contract.list, {
      columns: [
        slugColumn,
        stateColumn,
        errorColumn,
        visibilityColumn,
        sourceColumn,
        updatedColumn,
      ],
      none: "No API specifications.",
      examples: ["openapi list", "openapi list --json slug,processingState"],
    }),
    create: task({
      does: contract.create.does,
      fields: { organizationId: id("org"), slug, ...source, ...waitFields },
      arguments: ["slug"],
      sends: [contract.create],
      writes: true,
      finds: true,
      examples: ["openapi create pets --url https://example.com/openapi.yaml"],
      load: () => import("../features/openapi/put.ts").then((m) => m.create),
    }),
    get: show(contract.get, { columns: record, examples: ["openapi get pets"] }),
    put: task({
      does: contract.put.does,
      fields: {
        organizationId: id("org"),
        specSlug: knownSlug,
        ...source,
        fail: failLevel("Compare with the live version first; refuse breaking changes"),
        ...gate,
        ...waitFields,
      },
      arguments: ["specSlug"],
      sends: [contract.put, versions.latestRaw, versions.latestContent],
      writes: true,
      finds: true,
      examples: [
        "openapi put pets --file openapi.yaml --wait",
        "openapi put pets --url https://example.com/openapi.json",
        "openapi put pets --file api/openapi.yaml --root .",
        "openapi put pets --file openapi.yaml --fail breaking",
      ],
      load: () => import("../features/openapi/put.ts").then((m) => m.put),
    }),
    publish: task({
      does: "Create or update an API specification, like `openapi put`",
      fields: {
        organizationId: id("org", "Organization of the specification", { short: "o" }),
        source: text("File or URL of the specification", {
          placeholder: "file-or-url",
          redacted: "file or address",
        }),
        specSlug: { ...knownSlug, flag: "spec", short: "s" },
        root: source.root,
        fail: failLevel("Compare with the live version first; refuse breaking changes"),
        ...gate,
        ...waitFields,
      },
      arguments: ["source"],
      sends: [contract.put, versions.latestRaw, versions.latestContent],
      writes: true,
      finds: true,
      examples: [
        "openapi publish openapi.yaml --spec pets --organization Acme",
        "openapi publish https://example.com/openapi.json -s pets -o Acme --wait",
      ],
      load: () => import("../features/openapi/put.ts").then((m) => m.publish),
    }),
    diff: task({
      does: "Compare two versions of an API specification",
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
        fail: failLevel("Changes that end with exit code 10"),
        ...gate,
        format: optional(enumeration(["markdown"], "Print Markdown for a pull request comment")),
      },
      arguments: ["from", "to"],
      sends: [
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
      finds: true,
      examples: [
        "openapi diff pets openapi.yaml --fail breaking",
        "openapi diff pets",
        "openapi diff old.yaml new.yaml --format markdown",
      ],
      load: () => import("../features/openapi-diff/diff.ts").then((m) => m.diff),
    }),
    update: act(contract.update, {
      done: "The visibility of {slug} is {visibility}.",
      columns: record,
      examples: ["openapi update pets --visibility public"],
    }),
    delete: act(contract.remove, {
      done: "Deleted the API specification {specSlug}.",
      absent: "API specification {specSlug} not found. No changes were made.",
      confirm: {
        question: "Delete the API specification {slug} and all its versions?",
        look: contract.get,
      },
      examples: ["openapi delete pets --yes"],
    }),
    version,
  },
});
