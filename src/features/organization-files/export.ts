/** `tome export`: writes the configuration files of an organization. */

import { join, resolve } from "node:path";
import type { Context, JsonObject, Result } from "../../context.ts";
import * as version from "../../contract/openapi-version.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { type FileToSave, saveInFolder } from "../../files/save-in-folder.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import {
  type Items,
  type OrganizationReader,
  openOrganization,
} from "../organization/organization-reader.ts";
import {
  findSecretVariables,
  toSamlDocument,
  toWebhooksDocument,
} from "./desired/access-documents.ts";
import { readDesiredResources } from "./desired/desired.ts";
import {
  toContentDocument,
  toOrganizationDocument,
  toPeopleDocument,
  toSiteDocument,
  toSpecificationsDocument,
} from "./desired/documents.ts";
import { type AdminKind, findAdminKinds, nameLiveResources } from "./desired/keys.ts";
import { fileNames, readFolder, siteFolder } from "./desired/read-folder.ts";
import type { ResourceIds } from "./ids.ts";
import { type LiveThings, readLive, toLiveKey } from "./live.ts";
import {
  type Lock,
  type LockRecord,
  readLock,
  refuseOtherOrganization,
  writeLock,
} from "./lock.ts";
import { withoutReplaced } from "./planning/replaced.ts";
import { getListName, type ResourceKind } from "./resource.ts";
import { findExtraField } from "./scope.ts";
import { buildLockRecords } from "./writing/update-lock.ts";

/** The kinds of configuration files. */
export const fileKinds = [
  "org",
  "people",
  "content",
  "sites",
  "specs",
  "webhooks",
  "saml",
] as const;
export type ExportFileKind = (typeof fileKinds)[number];

/** Parts that need additional requests per resource and are exported only on request. */
export const exportExtras = ["grants", "share-links", "customization", "git", "redirects"] as const;
export type ExportExtra = (typeof exportExtras)[number];

export interface FilesExportInput {
  readonly organizationId: string;
  readonly folder: string;
  readonly only?: readonly ExportFileKind[];
  readonly with?: readonly ExportExtra[];
  readonly force?: boolean;
}

interface TypedInput extends Omit<FilesExportInput, "only" | "with"> {
  readonly only?: readonly string[];
  readonly with?: readonly string[];
}

export async function exportOrganization(context: Context, typed: TypedInput): Promise<Result> {
  const { only, with: more, ...rest } = typed;
  const input: FilesExportInput = {
    ...rest,
    ...(only && { only: parseWords("--only", only, fileKinds) }),
    ...(more && { with: parseWords("--with", more, exportExtras) }),
  };
  const progress = context.terminal.progress("Reading the organization …");
  const { written, requests, notes } = await exportInto(context, input).finally(progress.stop);
  const { folder } = input;
  for (const note of notes) context.terminal.note(note);
  const count = formatCount(written.length, "file");
  return {
    done: `Exported the organization to ${folder} (${count} written).`,
    next: `To preview your edits: tome plan ${folder}`,
    record: { folder, files: [...written], reads: requests, notes: [...notes] },
  };
}

/** @param typed words, or comma-separated lists of words */
function parseWords<W extends string>(
  flag: string,
  typed: readonly string[],
  values: readonly W[],
): readonly W[] {
  return typed
    .flatMap((words) => words.split(","))
    .map((word) => {
      const value = values.find((one) => one === word.trim());
      if (value !== undefined) return value;
      throw new UsageError(
        `${flag} must be one of ${values.join(", ")}, not ${JSON.stringify(word)}.`,
      );
    });
}

export interface ExportResult {
  /** The names of the files that were written; unchanged files are not. */
  readonly written: readonly string[];
  readonly requests: number;
  /** Sentences about data that the files do not have. */
  readonly notes: readonly string[];
}

/**
 * Writes the files of an organization into a folder, with the lock that binds them to the resources.
 * Comments in existing files are preserved.
 * @throws UsageError for existing files with other content, unless `force`, for a folder of another
 * organization, and if nothing can be read; the error of a failed read, and then nothing is written
 */
export async function exportInto(context: Context, input: FilesExportInput): Promise<ExportResult> {
  const { organizationId, folder, only = fileKinds, with: extras = [], force = false } = input;
  const platform = context.settings.baseUrl.value;
  const before = await readLock(context, folder);
  refuseOtherOrganization(before, folder, { platform, organization: organizationId });
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const locked = withoutReplaced(before?.things ?? new Map());
  const notes: string[] = [];
  const say = (text: string) => void notes.push(text);
  const adminKinds = await findAdminKinds(reading, listAdminKinds(only), say);
  refuseUnreadable(only, adminKinds, notes);
  const ids = await nameLiveResources(reading, locked, only.includes("sites"), adminKinds);
  const scope = exportScope(only, extras, locked, adminKinds);
  const live = await readLive(reading, scope, ids);
  const variables = new Set<string>();
  const isChosen = input.only !== undefined;
  const exporting = { reading, live, ids, say, adminKinds, variables, isChosen };
  const files = await fetchFiles(context, folder, only, exporting);
  const written = await saveInFolder(resolve(context.cwd, folder), files, { force });
  // After an export, the files are the last applied state.
  const wanted = readDesiredResources(
    await readFolder(buildEnvironment(context, variables), folder),
  );
  ids.addSpecifications(wanted.things);
  const things = buildLockRecords(wanted.things, locked, ids, live);
  const serial = before?.serial ?? 0;
  const lock: Lock = { platform, organization: organizationId, serial, things };
  await writeLock(context, folder, lock);
  return { written, requests: reading.readSoFar, notes };
}

/** An environment with a placeholder for each secret variable, which an export does not need. */
function buildEnvironment(context: Context, variables: ReadonlySet<string>): Context {
  const placeholders = [...variables].map((name) => [
    name,
    context.env[name] ?? `https://${name}.invalid/`,
  ]);
  return {
    ...context,
    env: { ...context.env, ...Object.fromEntries(placeholders) },
    conceal: () => {},
  };
}

const kindsOf: Readonly<Record<ExportFileKind, readonly ResourceKind[]>> = {
  org: ["organization"],
  people: ["member", "team"],
  content: ["collection", "space"],
  sites: ["site", "space"],
  specs: ["specification"],
  webhooks: ["webhook"],
  saml: ["saml-provider"],
};

const adminKindOf = { webhooks: "webhook", saml: "saml-provider" } as const;

function listAdminKinds(only: readonly ExportFileKind[]): readonly AdminKind[] {
  return only.flatMap((one) => (one === "webhooks" || one === "saml" ? adminKindOf[one] : []));
}

/**
 * Without any readable kind, the folder would have no files.
 * @param notes the sentences about kinds that the user may not list
 * @throws UsageError
 */
function refuseUnreadable(
  only: readonly ExportFileKind[],
  adminKinds: ReadonlySet<AdminKind>,
  notes: readonly string[],
): void {
  if (adminKinds.size > 0 || listAdminKinds(only).length < only.length) return;
  const reason = notes.length > 0 ? notes.join(" ") : `The platform has no ${only.join(", ")}.`;
  throw new UsageError(`Nothing was exported. ${reason}`);
}

function exportScope(
  only: readonly ExportFileKind[],
  extras: readonly ExportExtra[],
  locked: ReadonlyMap<string, LockRecord>,
  adminKinds: ReadonlySet<AdminKind>,
) {
  const granted = extras.includes("grants") ? ["grants"] : [];
  const ofKind: Readonly<Partial<Record<ResourceKind, readonly string[]>>> = {
    team: ["members"],
    collection: granted,
    space: only.includes("content") ? [...granted, ...(extras.includes("git") ? ["git"] : [])] : [],
    site: [
      "structure",
      ...granted,
      ...(extras.includes("share-links") ? ["shareLinks"] : []),
      ...(extras.includes("customization") ? ["customization"] : []),
      ...(extras.includes("redirects") ? ["redirects"] : []),
    ],
  };
  // Lists that the files already manage stay in the export.
  const managed = new Map<string, readonly string[]>();
  for (const { kind, id, fields } of locked.values()) {
    const lists = [...fields.keys()].flatMap((field) =>
      field === "git" ? field : (findExtraField(field) ?? getListName(field) ?? []),
    );
    managed.set(toLiveKey(kind, id), lists);
  }
  return {
    kinds: new Set([
      ...only.flatMap((one) => (one === "webhooks" || one === "saml" ? [] : kindsOf[one])),
      ...adminKinds,
    ]),
    extras: (kind: ResourceKind, id: string) =>
      new Set([...(ofKind[kind] ?? []), ...(managed.get(toLiveKey(kind, id)) ?? [])]),
  };
}

interface ExportContext {
  readonly reading: OrganizationReader;
  readonly live: LiveThings;
  readonly ids: ResourceIds;
  readonly say: (text: string) => void;
  readonly adminKinds: ReadonlySet<AdminKind>;
  /** Receives the names of the variables that the files contain. */
  readonly variables: Set<string>;
  /** Whether the user chose the kinds. */
  readonly isChosen: boolean;
}

async function fetchFiles(
  context: Context,
  folder: string,
  only: readonly ExportFileKind[],
  { reading, live, ids, say, adminKinds, variables, isChosen }: ExportContext,
): Promise<readonly FileToSave[]> {
  const { readYaml, rewriteYaml, writeYaml } = await import("../../document/yaml.ts");
  const files: FileToSave[] = [];
  const things = [...live.values()];
  const target = openForeignFolder(resolve(context.cwd, folder), folder);

  async function write(kind: ExportFileKind, name: string, value: JsonObject): Promise<void> {
    const old = (await target.has(name)) ? await target.readText(name) : undefined;
    const up = "../".repeat(name.split("/").length - 1);
    const head = `# yaml-language-server: $schema=${up || "./"}${schemaFolder}/${kind}.json\n\n`;
    const content = old === undefined ? head + writeYaml(value) : rewriteYaml(old, value);
    files.push({ name, content });
  }

  if (only.includes("org")) {
    const organization = live.get(toLiveKey("organization", reading.organizationId));
    if (organization) {
      await write("org", fileNames.org, toOrganizationDocument(organization, say));
    }
  }
  if (only.includes("people"))
    await write("people", fileNames.people, toPeopleDocument(things, ids, say));
  if (only.includes("content")) {
    await write("content", fileNames.content, toContentDocument(things, ids, say));
  }
  if (only.includes("sites")) {
    for (const one of things.filter(({ kind }) => kind === "site")) {
      const name = `${siteFolder}/${ids.getAddress("site", one.id).split("/")[1]}.yaml`;
      const hasContent = only.includes("content");
      await write("sites", name, toSiteDocument(one, live, { ids, say, hasContent }));
    }
  }
  const addVariable = (name: string) => void variables.add(name);
  if (only.includes("specs")) {
    const texts = await writeTexts({ reading, live, say });
    const names = new Map<string, string>();
    for (const [slug, { name, text }] of texts) {
      names.set(slug, name);
      files.push({ name, content: text });
    }
    await write(
      "specs",
      fileNames.specs,
      toSpecificationsDocument(things, names, say, addVariable),
    );
  }
  // An organization without webhooks or SAML providers needs no files for them unless they are chosen.
  const isNeeded = async (kind: AdminKind, name: string) =>
    adminKinds.has(kind) &&
    (isChosen || things.some((one) => one.kind === kind) || (await target.has(name)));
  if (await isNeeded("webhook", fileNames.webhooks)) {
    const isOld = await target.has(fileNames.webhooks);
    const old = isOld ? readYaml(await target.readText(fileNames.webhooks)) : undefined;
    const options = { say, secrets: findSecretVariables(old), addVariable };
    await write("webhooks", fileNames.webhooks, toWebhooksDocument(things, ids, options));
  }
  if (await isNeeded("saml-provider", fileNames.saml)) {
    await write("saml", fileNames.saml, toSamlDocument(things, ids));
  }
  const { buildFileSchemas } = await import("../../contract/organization-files.model.ts");
  for (const [kind, schema] of Object.entries(buildFileSchemas())) {
    const content = `${JSON.stringify(schema, undefined, 2)}\n`;
    files.push({ name: `${schemaFolder}/${kind}.json`, content });
  }
  return files;
}

/** The folder of the JSON schemas that editors use to check the files. */
export const schemaFolder = ".schemas";

/** The texts of the specifications that were uploaded, and not fetched from a URL. */
async function writeTexts({ reading, live, say }: Pick<ExportContext, "reading" | "live" | "say">) {
  const { organizationId } = reading;
  const texts = new Map<string, { readonly name: string; readonly text: string }>();
  for (const { kind, id, fields } of live.values()) {
    if (kind !== "specification" || typeof fields.get("url") === "string") continue;
    const label = `the text of the specification ${id}`;
    const parameters = { organizationId, specSlug: id };
    const items = await listOrNone(reading.listIfOffered(label, version.latestRaw, parameters));
    const [source] = items;
    if (source === undefined) {
      say(`specs/${id} was not exported because it has no text on the platform yet.`);
      continue;
    }
    const ending = source.format === "json" ? "json" : "yaml";
    texts.set(id, { name: join("specs", `${id}.${ending}`), text: asText(source.text) });
  }
  return texts;
}

async function listOrNone(answer: Promise<Items | "absent" | undefined>): Promise<Items> {
  const items = await answer;
  return items === undefined || items === "absent" ? [] : items;
}
