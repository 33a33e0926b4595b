/** File contents that `export` writes, built from the resources of the platform. */
import type { JsonObject, JsonValue } from "../../../context.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { quoteLiterally } from "../../../json/shell-word.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import type { ResourceIds } from "../ids.ts";
import type { LiveThings } from "../live.ts";
import { toShortRedirect } from "../redirects.ts";
import type { Live, ResourceKind } from "../resource.ts";

/** Receives sentences about data that the files cannot represent. */
export type Say = (text: string) => void;

/** Whether a value refers to a user or resource that is in no file. */
function isForeign(value: JsonValue): boolean {
  return writeJson(value).includes('"id:');
}

/** @param names the fields, in the order of the file; null and empty ones are omitted */
export function pickFields({ fields }: Live, names: readonly string[]): JsonObject {
  const entries = names.flatMap((name) => {
    const value = fields.get(name) ?? null;
    const isEmpty = value === null || value === "" || isForeign(value);
    return isEmpty ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Merge rules in short form: the type instead of an object, if that is equivalent. */
function getRules(one: Live): JsonObject {
  const { mergeRules } = pickFields(one, ["mergeRules"]);
  if (mergeRules === undefined) return {};
  const { type } = asObject(mergeRules);
  return { mergeRules: type === "rules" ? mergeRules : asText(type) };
}

/** Null is written: it means no access without an explicit grant. */
function computeLevel({ fields }: Live): JsonObject {
  const level = fields.get("defaultLevel");
  return level === undefined ? {} : { defaultLevel: level };
}

function listItems({ fields }: Live, list: string): JsonObject | undefined {
  const start = `${list}/`;
  const all = [...fields].filter(([name]) => name.startsWith(start) && !name.includes("/id:"));
  if (all.length === 0) return undefined;
  const inOrder = all.map(([name, value]) => [name.slice(start.length), value] as const);
  return Object.fromEntries(inOrder.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function toListedFields(live: Live, list: string): JsonObject {
  const items = listItems(live, list);
  return items === undefined ? {} : { [list]: items };
}

export function toOrganizationDocument(one: Live, say: Say): JsonObject {
  const rules = one.fields.get("mergeRules") ?? null;
  if (isForeign(rules)) {
    say(
      "The merge rules of the organization were not exported because they name users who are not members.",
    );
  }
  const first = ["title", "emailDomains", "hostname"];
  const rest = ["defaultContent", "logo", "sso", "ai", "inviteLinks"];
  const defaultRole = one.fields.get("defaultRole") ?? "guest";
  return { ...pickFields(one, first), defaultRole, ...pickFields(one, rest), ...getRules(one) };
}

export function toPeopleDocument(things: readonly Live[], ids: ResourceIds, say: Say): JsonObject {
  const members = things
    .filter(({ kind }) => kind === "member")
    .flatMap(({ id, title, fields }): [string, JsonValue][] => {
      const email = ids.getEmail(id);
      if (email.startsWith("id:")) {
        say(
          `${title} (${id}) was not exported because the platform does not return their email address.`,
        );
        return [];
      }
      const role = fields.get("role") ?? "guest";
      return [[email, fields.get("disabled") === true ? { role, disabled: true } : role]];
    })
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const teams = selectKind(things, "team", ids).map(([key, one]): [string, JsonValue] => {
    return [key, { title: one.title, members: listItems(one, "members") ?? {} }];
  });
  return { members: Object.fromEntries(members), teams: Object.fromEntries(teams) };
}

export function selectKind(
  things: readonly Live[],
  kind: ResourceKind,
  ids: ResourceIds,
): readonly (readonly [string, Live])[] {
  return things.flatMap((one) => {
    if (one.kind !== kind) return [];
    return [[ids.getAddress(kind, one.id).split("/")[1] ?? "", one] as const];
  });
}

/** The tree of collections and spaces, in the order in which the platform lists them. */
export function toContentDocument(things: readonly Live[], ids: ResourceIds, say: Say): JsonObject {
  const collections = selectKind(things, "collection", ids);
  const spaces = selectKind(things, "space", ids);
  const isIn = (one: Live, parent: string | null) => {
    const address = one.fields.get("parent") ?? null;
    // Resources in a collection without read access are exported at the top level.
    return (typeof address === "string" && address.startsWith("id:") ? null : address) === parent;
  };
  function inside(parent: string | null): JsonObject {
    const groups = collections
      .filter(([, one]) => isIn(one, parent))
      .map(([key, one]) => {
        const fields = {
          ...pickFields(one, ["title", "description"]),
          ...computeLevel(one),
          ...toListedFields(one, "grants"),
        };
        return [key, { ...fields, ...inside(`collections/${key}`) }] as const;
      });
    const directSpaces = spaces
      .filter(([, one]) => isIn(one, parent))
      .map(([key, one]) => {
        if (isForeign(one.fields.get("mergeRules") ?? null)) {
          say(
            `The merge rules of spaces/${key} were not exported because they name users who are not members.`,
          );
        }
        const first = pickFields(one, ["title", "emoji", "language", "editMode"]);
        return [
          key,
          {
            ...{ ...first, ...computeLevel(one), ...getRules(one) },
            ...pickFields(one, ["git"]),
            ...toListedFields(one, "grants"),
          },
        ] as const;
      });
    return {
      ...((groups.length > 0 || parent === null) && { collections: Object.fromEntries(groups) }),
      ...((directSpaces.length > 0 || parent === null) && {
        spaces: Object.fromEntries(directSpaces),
      }),
    };
  }
  return inside(null);
}

/** @param files the names of the files with the texts of specifications, by their slugs */
export function toSpecificationsDocument(
  things: readonly Live[],
  files: ReadonlyMap<string, string>,
  say: Say,
  addVariable: (name: string) => void,
): JsonObject {
  const specs = things
    .filter(({ kind, id, fields }) => {
      return kind === "specification" && (files.has(id) || fields.get("url") !== null);
    })
    .map((one): [string, JsonValue] => {
      const file = files.get(one.id);
      const visibility = pickFields(one, ["visibility"]);
      if (file !== undefined) return [one.id, { file, ...visibility }];
      const url = asText(one.fields.get("url"));
      if (!hasSecret(url)) return [one.id, { url, ...visibility }];
      const env = toUrlVariable("SPEC", one.id);
      addVariable(env);
      say(
        `The URL of specs/${one.id} contains a secret and was not exported: set ${env} before plan and apply.`,
      );
      return [one.id, { url: { env }, ...visibility }];
    });
  return { specs: Object.fromEntries(specs) };
}

/** The name of the variable for a URL that may contain a secret. */
export function toUrlVariable(kind: "SPEC" | "WEBHOOK", key: string): string {
  return `${kind}_${key.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_URL`;
}

function hasSecret(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, searchParams } = new URL(url);
  const names = [...searchParams.keys()];
  return (
    username !== "" || password !== "" || names.some((name) => /key|token|secret|sig/i.test(name))
  );
}

const typeOf = {
  group: "section-group",
  section: "section",
  "site-space": "space",
  link: "external-link",
} as const;

/** @param hasContent whether content.yaml has the titles of the spaces, which a site space shares */
export function toSiteDocument(
  one: Live,
  live: LiveThings,
  { ids, say, hasContent }: { ids: ResourceIds; say: Say; hasContent: boolean },
): JsonObject {
  const address = ids.getAddress("site", one.id);
  const parts = new Map<string, Live>();
  for (const part of live.values()) {
    const partAddress = ids.getAddress(part.kind, part.id);
    if (part.kind in typeOf && partAddress.startsWith(`${address}/`)) parts.set(partAddress, part);
  }
  const structure = listNodes(address, one, {
    parts,
    hasContent,
    arrival: asText(one.fields.get("default")),
  });
  const settings = ["visibility", "basename"];
  const rest = ["adaptiveContent", "agentsContext", "proxy", "published"];
  if (one.fields.get("visibility") === "visitor-auth") {
    say(
      `The sign-in settings of ${address} are not exported. To show them: tome site auth get ${quoteLiterally(one.title)}`,
    );
  }
  const customization: Record<string, Record<string, JsonValue>> = {};
  for (const [path, value] of Object.entries(listItems(one, "customization") ?? {})) {
    const [part = "", name = ""] = path.split(".");
    customization[part] = { ...customization[part], [name]: value };
  }
  return {
    site: { title: one.title, structure },
    settings: {
      ...pickFields(one, ["type"]),
      ...pickFields(one, settings),
      ...computeLevel(one),
      ...pickFields(one, rest),
    },
    ...toListedFields(one, "shareLinks"),
    ...(Object.keys(customization).length > 0 && { customization }),
    ...listRedirects(one, address, say),
    ...toListedFields(one, "grants"),
  };
}

/** An ordinary redirect takes precedence over an automatic one with the same source. */
function listRedirects(one: Live, address: string, say: Say): JsonObject {
  const redirects: Record<string, JsonValue> = {};
  for (const [source, value] of Object.entries(listItems(one, "redirects") ?? {})) {
    if (asObject(value).to !== null) redirects[source] = toShortRedirect(value);
    else {
      say(
        `The redirect from ${source} of ${address} was not exported because its destination no longer exists.`,
      );
    }
  }
  const all = Object.entries(listItems(one, "automaticRedirects") ?? {});
  const automatic = all.filter(([source]) => !one.fields.has(`redirects/${source}`));
  return {
    ...(Object.keys(redirects).length > 0 && { redirects }),
    ...(automatic.length > 0 && { automaticRedirects: Object.fromEntries(automatic) }),
  };
}

/** The parts in the order of their parent. */
function listNodes(
  site: string,
  { fields }: Live,
  scope: {
    readonly parts: ReadonlyMap<string, Live>;
    readonly hasContent: boolean;
    /** The key of the default part. */
    readonly arrival: string;
  },
): readonly JsonObject[] {
  const { parts, hasContent, arrival } = scope;
  const order = fields.get("order");
  return (isList(order) ? order : []).flatMap((word): JsonObject[] => {
    const key = asText(word);
    const part = parts.get(`${site}/${key}`);
    if (part === undefined) return [];
    const { kind, title } = part;
    const type = kind in typeOf ? typeOf[kind as keyof typeof typeOf] : "section";
    const isDefault = key === arrival && (type === "section" || type === "space");
    const path = pickFields(part, ["path"]);
    const first = { type, key, title, ...path };
    const last = pickFields(part, ["description", "icon", "url", "condition"]);
    const mark = isDefault ? { default: true } : {};
    if (type === "space") {
      const spaceKey = asText(part.fields.get("space")).replace(/^spaces\//, "");
      const reference = spaceKey === key || spaceKey.startsWith("id:") ? {} : { space: spaceKey };
      const named = hasContent && !spaceKey.startsWith("id:") ? { type, key, ...path } : first;
      return [{ ...named, ...mark, ...last, ...reference, content: { directory: null } }];
    }
    if (type === "external-link") return [{ ...first, ...last }];
    const inner = type === "section" ? asText(part.fields.get("default")) : arrival;
    return [
      { ...first, ...mark, ...last, children: listNodes(site, part, { ...scope, arrival: inner }) },
    ];
  });
}
