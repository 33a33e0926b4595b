/** Parts of a plan for organization files: resources of the files, the platform and the lock, and steps. */
import type { WantedThings } from "../../../src/features/organization-files/desired/desired.ts";
import type { OrganizationFolder } from "../../../src/features/organization-files/desired/read-folder.ts";
import { ResourceIds } from "../../../src/features/organization-files/ids.ts";
import { type LiveThings, toLiveKey } from "../../../src/features/organization-files/live.ts";
import type { LockRecord } from "../../../src/features/organization-files/lock.ts";
import type { FieldChange } from "../../../src/features/organization-files/planning/compare.ts";
import type {
  DesiredResource,
  Live,
  ResourceKind,
} from "../../../src/features/organization-files/resource.ts";
import type { FilesPlan, PlanStep } from "../../../src/features/organization-files/step.ts";
import type { JsonValue } from "../../../src/json/values.ts";

type Values = Readonly<Record<string, JsonValue>>;

export function desired(
  kind: ResourceKind,
  address: string,
  fields: Values = {},
  more: Partial<DesiredResource> = {},
): DesiredResource {
  return {
    address,
    kind,
    fields: new Map(Object.entries(fields)),
    lists: new Set(),
    whole: new Set(),
    protect: false,
    location: { file: "content.yaml", path: [address] },
    ...more,
  };
}

export function live(
  kind: ResourceKind,
  id: string,
  fields: Values = {},
  more: Partial<Live> = {},
): Live {
  return { kind, id, title: `Title ${id}`, fields: new Map(Object.entries(fields)), ...more };
}

export function locked(
  kind: ResourceKind,
  id: string,
  fields: Readonly<Record<string, string>> = {},
  more: Partial<LockRecord> = {},
): LockRecord {
  return { kind, id, protect: false, fields: new Map(Object.entries(fields)), ...more };
}

export function step(
  does: PlanStep["does"],
  kind: ResourceKind,
  address: string,
  more: Partial<PlanStep> = {},
): PlanStep {
  return { does, kind, address, title: `Title ${address}`, changes: [], ...more };
}

export function fieldChange(field: string, from: JsonValue, to: JsonValue): FieldChange {
  return { field, from, to, side: "pending" };
}

export function byAddress(things: readonly DesiredResource[]): Map<string, DesiredResource> {
  return new Map(things.map((one) => [one.address, one]));
}

export function byLiveKey(things: readonly Live[]): LiveThings {
  return new Map(things.map((one) => [toLiveKey(one.kind, one.id), one]));
}

export function wanted(
  things: readonly DesiredResource[],
  more: Partial<WantedThings> = {},
): WantedThings {
  return {
    things: byAddress(things),
    emptyLists: [],
    impliedSpaces: new Map(),
    listed: new Set(),
    ...more,
  };
}

/** @param members emails by id */
export function resourceIds(
  lock: ReadonlyMap<string, LockRecord>,
  members: Readonly<Record<string, string>> = {},
): ResourceIds {
  const ids = new ResourceIds(
    Object.entries(members).map(([id, email]) => ({ id, user: { email } })),
  );
  for (const [address, { kind, id }] of lock) ids.set(kind, address, id);
  return ids;
}

export function organizationFolder(more: Partial<OrganizationFolder> = {}): OrganizationFolder {
  return {
    path: "org",
    org: undefined,
    people: undefined,
    content: undefined,
    specs: undefined,
    webhooks: undefined,
    saml: undefined,
    sites: undefined,
    texts: new Map(),
    digests: new Map(),
    variables: new Map(),
    formatLine: ({ file, path }) => `${file}, ${path.join(".")}`,
    ...more,
  };
}

export function filesPlan(more: Partial<FilesPlan> = {}): FilesPlan {
  const lock = { platform: "https://a.example", organization: "O1", serial: 1, things: new Map() };
  return {
    input: { organizationId: "O1", folder: "org" },
    platform: "https://a.example",
    folder: organizationFolder(),
    wanted: wanted([]),
    lock,
    lockBefore: undefined,
    ids: resourceIds(new Map()),
    live: new Map(),
    steps: [],
    notes: [],
    ...more,
  };
}
