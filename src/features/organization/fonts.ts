/** Custom fonts: uploads the files of their weights, then creates or changes the font. */
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/font.ts";
import * as storage from "../../contract/storage.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { describeUpload, type LocalFile, readLocalFile, uploadFile } from "./uploads.ts";

interface NewFont {
  readonly organizationId: string;
  readonly fontFamily: string;
  readonly faces: readonly string[];
}

interface ChangedFont {
  readonly organizationId: string;
  readonly fontId: string;
  readonly fontFamily?: string;
  readonly faces?: readonly string[];
  readonly removed?: readonly number[];
}

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "FAMILY", path: "fontFamily", as: "title", wide: true },
  { header: "WEIGHTS", path: "fontFaces.weight", as: "list" },
];

export async function create(
  context: Context,
  { organizationId, fontFamily, faces }: NewFont,
): Promise<Result> {
  const files = await readFaces(context, faces);
  if (!files.some(({ weight }) => weight === regular)) {
    throw new UsageError(
      `A font requires the weight ${regular} (regular). Add --face ${regular}=<file>.`,
      "tome org font create --help",
    );
  }
  const client = await context.client();
  const base = { organizationId, fontFamily };
  client.announceAll([
    ...describeUploads(client, organizationId, files),
    client.describe(contract.create, { ...base, fontFaces: describeFaces(files) }),
  ]);
  const fontFaces = await uploadFaces(client, organizationId, files);
  const { value } = await client.call(contract.create, { ...base, fontFaces });
  return describeResult("Created", asObject(value));
}

export async function update(
  context: Context,
  { organizationId, fontId, fontFamily, faces = [], removed = [] }: ChangedFont,
): Promise<Result> {
  const files = await readFaces(context, faces);
  const both = files.find(({ weight }) => removed.includes(weight));
  if (both) throw new UsageError(`--face and --remove-weight both name the weight ${both.weight}.`);
  if (files.length === 0 && removed.length === 0 && fontFamily === undefined) {
    throw new UsageError(
      "tome org font update needs a new value. Specify at least one of --family, --face, --remove-weight.",
      "tome org font update --help",
    );
  }
  const client = await context.client();
  const base = { organizationId, fontId, ...(fontFamily !== undefined && { fontFamily }) };
  const removals = removed.map((weight) => ({ weight, storageKey: null }));
  const withFaces = (changed: readonly ChangedFace[]) =>
    changed.length + removals.length === 0 ? {} : { fontFaces: [...changed, ...removals] };
  client.announceAll([
    ...describeUploads(client, organizationId, files),
    client.describe(contract.update, { ...base, ...withFaces(describeFaces(files)) }),
  ]);
  const changed = await uploadFaces(client, organizationId, files);
  const { value } = await client.call(contract.update, { ...base, ...withFaces(changed) });
  return describeResult("Changed", asObject(value));
}

function describeResult(action: string, record: JsonObject): Result {
  const family = asText(record.fontFamily);
  return {
    done: `${action} the custom font "${family}" (${asText(record.id)}).`,
    next: `To use it on a site: tome site customization update <site> --font ${family}`,
    record,
    columns,
  };
}

interface FaceFile {
  readonly weight: number;
  readonly path: string;
  readonly file: LocalFile;
}

interface ChangedFace {
  readonly weight: number;
  readonly storageKey: string;
}

/** Every font has this weight. */
const regular = 400;

/** @throws UsageError for an invalid or repeated weight, or an unreadable file */
async function readFaces(
  context: Pick<Context, "readBytes">,
  faces: readonly string[],
): Promise<readonly FaceFile[]> {
  const files = new Map<number, FaceFile>();
  for (const face of faces) {
    const [, digits = "", path = ""] = /^(\d{1,4})=(.+)$/s.exec(face) ?? [];
    const weight = Number(digits);
    if (path === "" || weight < 1 || weight > 1000) {
      throw new UsageError(
        `--face must be a weight from 1 to 1000 and a file, such as 400=regular.woff2, not ${JSON.stringify(face)}.`,
      );
    }
    if (files.has(weight)) throw new UsageError(`--face contains the weight ${weight} twice.`);
    files.set(weight, { weight, path, file: await readLocalFile(context, path) });
  }
  return [...files.values()];
}

function describeUploads(client: ApiClient, organizationId: string, files: readonly FaceFile[]) {
  return files.map(({ file }) =>
    client.describe(storage.upload, describeUpload(organizationId, "customization_font", file)),
  );
}

/** Without the keys, which only uploads return. */
function describeFaces(files: readonly FaceFile[]): ChangedFace[] {
  return files.map(({ weight, path }) => ({ weight, storageKey: `<key of ${path}>` }));
}

async function uploadFaces(
  client: ApiClient,
  organizationId: string,
  files: readonly FaceFile[],
): Promise<ChangedFace[]> {
  const faces: ChangedFace[] = [];
  for (const { weight, file } of files) {
    const { key } = await uploadFile(client, organizationId, "customization_font", file);
    faces.push({ weight, storageKey: key });
  }
  return faces;
}
