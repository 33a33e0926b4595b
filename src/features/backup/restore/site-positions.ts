/** Places of restored spaces on docs sites. A new space is on no site, so its places are listed and planned. */
import type { JsonObject, JsonValue } from "../../../json/values.ts";
import { asObject, asObjects, asText, isList } from "../../../json/values.ts";
import { readRecorded, readRecordedJson } from "../folder.ts";
import type { BackupManifest } from "../manifest.ts";

/** A site space of the backup. */
export interface RestoredSitePosition {
  /** The address of the space in the organization files: `spaces/handbook`. */
  readonly address: string;
  readonly siteTitle: string;
  /** Undefined at the top level of the site. */
  readonly sectionTitle: string | undefined;
}

const folder = "organization/";
const lockFile = `${folder}tome.lock.json`;

/**
 * @param root the folder of the backup
 * @param spaceIds ids in the backup
 * @returns the places by space id; empty if the backup has no organization files
 */
export async function listSitePositions(
  root: string,
  { files }: Pick<BackupManifest, "files">,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RestoredSitePosition[]>> {
  const positions = new Map<string, readonly RestoredSitePosition[]>();
  const lockEntry = files.find(({ path }) => path === lockFile);
  if (spaceIds.length === 0 || lockEntry === undefined) return positions;
  const lock = await readRecordedJson(root, lockEntry);
  const addresses = new Map(
    Object.entries(asObject(asObject(lock).things)).flatMap(([address, record]) => {
      const { kind, id } = asObject(record);
      return kind === "space" ? [[asText(id), address] as const] : [];
    }),
  );
  const { readYaml } = await import("../../../document/yaml.ts");
  const sites: JsonObject[] = [];
  for (const entry of files) {
    if (!entry.path.startsWith(`${folder}sites/`) || !entry.path.endsWith(".yaml")) continue;
    // YAML yields JSON values here.
    const value = readYaml((await readRecorded(root, entry)).toString()) as JsonValue;
    sites.push(asObject(asObject(value).site));
  }
  for (const spaceId of spaceIds) {
    const address = addresses.get(spaceId);
    if (address === undefined) continue;
    const found = sites.flatMap((site) => findPositions(site, address));
    if (found.length > 0) positions.set(spaceId, found);
  }
  return positions;
}

function findPositions(site: JsonObject, address: string): readonly RestoredSitePosition[] {
  const siteTitle = asText(site.title);
  const find = (parts: JsonValue | undefined, sectionTitle?: string): RestoredSitePosition[] =>
    (isList(parts) ? asObjects(parts) : []).flatMap((part) => {
      if (part.type !== "space") return find(part.children, asText(part.title));
      const key = asText(part.space) || asText(part.key);
      return `spaces/${key}` === address ? [{ address, siteTitle, sectionTitle }] : [];
    });
  return find(site.structure);
}
