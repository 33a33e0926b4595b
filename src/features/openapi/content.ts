/** Content of a specification version: shows it or saves its files. */

import { resolve } from "node:path";
import type { Context, JsonValue, Result } from "../../context.ts";
import * as contract from "../../contract/openapi-version.ts";
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject } from "../../json/values.ts";
import { asksForForm } from "../output-form.ts";

interface VersionInput {
  readonly organizationId: string;
  readonly specSlug: string;
  readonly versionId?: string;
}

interface ContentInput extends VersionInput {
  readonly save?: string;
  readonly force?: boolean;
}

export async function showSpecificationContent(
  context: Context,
  { save, force = false, ...version }: ContentInput,
): Promise<Result> {
  if (force && save === undefined) {
    throw new UsageError("--force requires --save <folder>.");
  }
  const client = await context.client();
  const { versionId, ...named } = version;
  const { value } =
    versionId === undefined
      ? await client.call(contract.latestContent, named)
      : await client.call(contract.versionContent, { ...named, versionId });
  const record = asObject(value);
  if (save === undefined) return { record, asJson: true };
  const files = await listFiles(record.filesystem);
  const { saveInFolder } = await import("../../files/save-in-folder.ts");
  const written = await saveInFolder(resolve(context.cwd, save), files, { force });
  const same = files.length - written.length;
  const rest = same === 0 ? "" : `; ${formatCount(same, "was", "were")} unchanged`;
  const count = formatCount(files.length, "file");
  return {
    done: `Saved ${count} to ${save}${rest}.`,
    record: { folder: save, files: files.map(({ name }) => name), written },
  };
}

export async function showRawSpecification(
  context: Context,
  { versionId, ...named }: VersionInput,
): Promise<Result> {
  const client = await context.client();
  const { value } =
    versionId === undefined
      ? await client.call(contract.latestRaw, named)
      : await client.call(contract.versionRaw, { ...named, versionId });
  const record = asObject(value);
  return asksForForm(context.choice) ? { record } : { text: String(record.text ?? "") };
}

/** The files as text: YAML for names with a YAML extension, otherwise JSON. */
async function listFiles(
  filesystem: JsonValue | undefined,
): Promise<{ readonly name: string; readonly content: string }[]> {
  const { stringify } = await import("yaml");
  return Object.entries(asObject(filesystem)).map(([name, value]) => ({
    name,
    content: /\.ya?ml$/i.test(name)
      ? stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 })
      : `${writeJson(value, 2)}\n`,
  }));
}
