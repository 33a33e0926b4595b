/** Requests for every operation, generated from the contract. */
import {
  type Endpoint,
  getHeader,
  getMethod,
  resolveLocation,
  resolvePath,
} from "../../../src/contract/endpoint.ts";
import type { Field, Fields } from "../../../src/contract/fields.ts";
import type { WireRequest } from "../../../src/contract/wire.ts";
import { compress } from "../generators/compressed.ts";
import { valueOfModel } from "../generators/model-values.ts";

/** Values for requests. */
export interface Filling {
  /** Ids by their position in a path, `/spaces/{spaceId}/comments`, or by their noun, `comment`. */
  readonly ids: ReadonlyMap<string, string>;
  /** Prefix of all texts. */
  readonly word: string;
}

const instructions = { object: "document", data: { schemaVersion: 1 }, nodes: [] };
const repository = { url: "https://example.com/docs.git", ref: "refs/heads/main" };

const elsewhere = { kind: "external", url: "https://example.com/new" };

/** The context of a component in a document. */
const getContext = ({ ids }: Filling) => ({
  type: "document",
  theme: "light",
  spaceId: ids.get("space"),
  editable: false,
});

/** Additional requirements by operation name. */
const more: Readonly<Record<string, (filling: Filling) => object>> = {
  createOrganizationInvite: () => ({ role: "read" }),
  inviteToSpace: ({ ids }) => ({ users: [ids.get("user")] }),
  inviteToCollection: ({ ids }) => ({ users: [ids.get("user")] }),
  inviteToSite: ({ ids }) => ({ users: [ids.get("user")] }),
  applyTemplateToSpace: () => ({ id: "help-center" }),
  importGitRepository: () => repository,
  exportToGitRepository: () => repository,
  installGitSyncProviderOnTarget: ({ ids }) => ({
    provider: "git",
    target: { type: "space", spaceId: ids.get("space") },
  }),
  createTranslation: ({ ids }) => ({
    source: { space: ids.get("space"), language: "en" },
    language: "de",
  }),
  updateTranslation: () => ({ instructions }),
  updateGlossaryEntries: ({ word }) => ({
    operations: [{ type: "insert", translations: { en: word, de: word } }],
  }),
  sortSiteStructure: ({ ids }) => ({
    item: { type: "site-section", id: ids.get("siteSection") },
    position: {},
  }),
  createSiteStyleguideById: () => ({ template: "plain-language" }),
  createSiteRedirect: () => ({ source: "/old", destination: elsewhere }),
  getSiteRedirectBySource: () => ({ source: "/old" }),
  bulkUpsertSiteRedirects: () => ({
    redirects: [{ source: "/older", destination: elsewhere }],
  }),
  createSiteContextConnection: () => ({ connector: "builtin:api" }),
  upsertSiteContextRecords: ({ word }) => ({
    records: [{ id: word, type: "ticket", title: word, body: word }],
  }),
  updateSiteFindingById: () => ({ status: "done" }),
  updateSiteCustomizationById: () => ({ settings: { footer: { copyright: "Probe" } } }),
  overrideSiteSpaceCustomizationById: () => ({ overrides: { footer: { copyright: "Probe" } } }),
  generateStorageUploadURL: () => ({
    kind: "organization_file",
    file: { name: "logo.png", type: "image/png", size: 100 },
  }),
  getOrganizationAIUsage: () => ({ from: "2026-01-01T00:00:00Z", to: "2026-01-03T00:00:00Z" }),
  createSiteChannel: () => ({ type: "builtin:slack", setupSettings: {} }),
  updateSiteAgentSettingsById: () => ({
    scans: { topics: "auto" },
    findings: { changeRequests: "never" },
    editing: { customInstructions: instructions },
  }),
  updateOrganizationAgentInstructions: () => ({ instructions }),
  // Avoids URLs from which the platform would fetch data.
  createOpenAPISpec: () => ({ source: { text: "{}" } }),
  createOrUpdateOpenAPISpecBySlug: () => ({ source: { text: "{}" } }),
  renderIntegrationUIWithPost: (filling) => ({ context: getContext(filling) }),
  renderIntegrationUIWithGet: (filling) => ({
    request: compress(
      JSON.stringify({ componentId: filling.word, props: {}, context: getContext(filling) }),
    ),
  }),
  updateChangeRequestContent: ({ word }) => ({
    changes: [{ operation: "insert_page", title: word, document: { markdown: word } }],
  }),
};

/**
 * The inputs to try: one with the required fields, and for an update one with each field alone. Fields
 * that cannot be filled are omitted, so the operation may refuse its input.
 * @param isChange whether the operation is an update; by default, whether it is a PATCH
 */
export async function listInputs(
  endpoint: Endpoint,
  filling: Filling,
  isChange = getMethod(endpoint) === "PATCH",
): Promise<readonly object[]> {
  const required = {
    ...(await filled(endpoint, filling, ({ optional }) => optional !== true)),
    ...neededBy(endpoint, filling),
  };
  const inputs: object[] = [required];
  if (!isChange) return inputs;
  for (const [name, { optional }] of Object.entries(endpoint.input)) {
    if (!optional) continue;
    const one = await filled(endpoint, filling, (_, other) => other === name);
    if (Object.keys(one).length > 0) inputs.push({ ...required, ...one });
  }
  return inputs;
}

/** @param base the base URL without `/v1` */
export function requestFor(
  endpoint: Endpoint,
  input: object,
  { base, token }: { readonly base: string; readonly token: string },
): WireRequest {
  let path = resolvePath(endpoint);
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    const location = resolveLocation(endpoint, name);
    if (location === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (location === "body") body[name] = value;
    else if (location === "header") headers[getHeader(endpoint, name) ?? name] = String(value);
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const method = getMethod(endpoint);
  const hasBody = method !== "GET" && method !== "DELETE";
  const whole = endpoint.wholeBody === undefined ? body : body[endpoint.wholeBody];
  return {
    method,
    url: `${base}/v1${path}?${query}`,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(whole) }),
  };
}

async function filled(
  endpoint: Endpoint,
  filling: Filling,
  chosen: (field: Field, name: string) => boolean,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(endpoint.input)) {
    if (!chosen(field, name)) continue;
    const value = endpoint.route.includes(`{${name}}`)
      ? (filling.ids.get(pathBefore(endpoint, name)) ?? (await named(field, filling)))
      : await valueFor(field, filling);
    if (value !== undefined) input[name] = value;
    else if (resolveLocation(endpoint, name) === "path") {
      throw new Error(`${endpoint.operation} has no address here: getText knows no ${name}.`);
    }
  }
  return input;
}

/** Additional requirements of an operation; empty for most. */
export function neededBy(endpoint: Endpoint, filling: Filling): object {
  return more[endpoint.operation]?.(filling) ?? {};
}

/** The path before a path parameter: `/spaces/{spaceId}/comments` for a comment in a space. */
export function pathBefore(endpoint: Endpoint, name: string): string {
  return resolvePath(endpoint).split(`/{${name}}`)[0] ?? "";
}

/** Resources that are identified by a name have the same name in every request. */
async function named(field: Field, filling: Filling): Promise<unknown> {
  return field.kind === "text" ? getText(field, "example") : valueFor(field, filling);
}

async function valueFor(field: Field, filling: Filling): Promise<unknown> {
  switch (field.kind) {
    case "id":
      return filling.ids.get(field.of) ?? "unknown";
    case "text":
      return getText(field, filling.word);
    case "integer":
      return field.min ?? 1;
    case "boolean":
      return true;
    case "enum":
      return field.values[0];
    case "list": {
      const one = await valueFor(field.of, filling);
      return one === undefined ? undefined : [one];
    }
    case "pointer": {
      const [noun = "space"] = field.to;
      return { type: noun, [noun]: filling.ids.get(noun) ?? "unknown" };
    }
    case "group":
      return getGroup(field.fields, filling);
    case "json":
      return valueOfModel(await field.model(), filling.word);
  }
}

function getText(
  field: Extract<Field, { readonly kind: "text" }>,
  word: string,
): string | undefined {
  if (field.format === "url") return "https://example.com/probe";
  if (field.format === "date-time") return "2026-01-31T09:30:00Z";
  const fits = (text: string) =>
    text.length <= (field.max ?? text.length) &&
    (field.pattern === undefined || new RegExp(field.pattern.source, "u").test(text));
  const words = [
    word,
    word.toLowerCase(),
    "refs/heads/main",
    `${word.toLowerCase()}.example.com`,
    `${word.toLowerCase()}.example.com/docs`,
    "7",
  ];
  return words.find(fits);
}

async function getGroup(fields: Fields, filling: Filling): Promise<object> {
  const members: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = await valueFor(field, filling);
    if (value !== undefined) members[name] = value;
  }
  return members;
}
