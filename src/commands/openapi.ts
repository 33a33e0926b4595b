/** `tome openapi`. */

import type { Column } from "../context.ts";
import { flag, id, oneOf, optional, text } from "../contract/fields.ts";
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

/** The source of the text: one of these. */
const source = {
  url: optional(
    text("Address that the platform fetches it from", {
      max: 2048,
      placeholder: "address",
      redacted: "address",
    }),
  ),
  file: optional(
    text("File to send, with the files that it refers to; - for standard input", {
      placeholder: "path",
    }),
  ),
  root: optional(
    text("Folder that the files may be in; by default that of the file", {
      placeholder: "folder",
    }),
  ),
  input: optional(text("JSON or YAML file with the body of the request", { placeholder: "file" })),
};

const allowUnresolved = optional(
  flag("Pass although parts cannot be followed or compared; they are listed"),
);

const slug = text("Slug that it is known by", slugLimits);
/** The slug of a specification that may exist already. */
const knownSlug = text("Slug that it is known by", { ...slugLimits, names: "specification" });

export const commands = noun({
  does: "Work with API specifications",
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
      none: "There are no API specifications.",
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
      load: () => import("../tasks/openapi-put.ts").then((m) => m.create),
    }),
    get: show(contract.get, { columns: record, examples: ["openapi get pets"] }),
    put: task({
      does: contract.put.does,
      fields: {
        organizationId: id("org"),
        specSlug: knownSlug,
        ...source,
        failOn: optional(
          oneOf(["breaking"], "Compare with what is live first, and store nothing that breaks it"),
        ),
        allowUnresolved,
        ...waitFields,
      },
      arguments: ["specSlug"],
      sends: [contract.put, versions.rawOfLatest],
      writes: true,
      finds: true,
      examples: [
        "openapi put pets --file openapi.yaml --wait",
        "openapi put pets --url https://example.com/openapi.json",
        "openapi put pets --file api/openapi.yaml --root .",
        "openapi put pets --file openapi.yaml --fail-on breaking",
      ],
      load: () => import("../tasks/openapi-put.ts").then((m) => m.put),
    }),
    publish: task({
      does: "Store an API specification, as `openapi put` does",
      fields: {
        organizationId: id("org", "Organization that owns it", { short: "o" }),
        source: text("File or address of the specification", {
          placeholder: "file-or-url",
          redacted: "file or address",
        }),
        specSlug: { ...knownSlug, flag: "spec", short: "s" },
        root: source.root,
        ...waitFields,
      },
      arguments: ["source"],
      sends: [contract.put],
      writes: true,
      finds: true,
      examples: [
        "openapi publish openapi.yaml --spec pets --organization Acme",
        "openapi publish https://example.com/openapi.json -s pets -o Acme --wait",
      ],
      load: () => import("../tasks/openapi-put.ts").then((m) => m.publish),
    }),
    diff: task({
      does: "Show what a client of the API notices of a change: what is live against what would come",
      fields: {
        organizationId: optional(id("org", "Organization that has the slug")),
        from: text("Slug, file or address of what is there", {
          placeholder: "from",
          redacted: "file or address",
        }),
        to: optional(
          text("Slug, file or address of what would come; of a slug alone, its last two versions", {
            placeholder: "to",
            redacted: "file or address",
          }),
        ),
        failOn: optional(oneOf(["breaking"], "Changes that end with exit code 10")),
        allowUnresolved,
        format: optional(oneOf(["markdown"], "Text for a comment on a pull request")),
      },
      arguments: ["from", "to"],
      sends: [
        versions.rawOfLatest,
        versions.list,
        versions.rawOf,
        space.list,
        space.links,
        page.get,
      ],
      list: true,
      finds: true,
      examples: [
        "openapi diff pets openapi.yaml --fail-on breaking",
        "openapi diff pets",
        "openapi diff old.yaml new.yaml --format markdown",
      ],
      load: () => import("../tasks/openapi-diff/diff.ts").then((m) => m.diff),
    }),
    update: act(contract.update, {
      done: "{slug} is {visibility} now.",
      columns: record,
      examples: ["openapi update pets --visibility public"],
    }),
    delete: act(contract.remove, {
      done: "Deleted the API specification {specSlug}.",
      absent: "There is no API specification {specSlug}; nothing was deleted.",
      confirm: {
        question: "Delete the API specification {slug} with all its versions?",
        look: contract.get,
      },
      examples: ["openapi delete pets --yes"],
    }),
    version,
  },
});
