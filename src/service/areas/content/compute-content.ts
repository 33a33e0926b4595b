/**
 * Pages and texts of content sources, which the scripts of integrations compute within limits of
 * time and size. Nothing is stored.
 */
import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import {
  type InputPage,
  type Source,
  scriptDocument,
  scriptRevision,
} from "../../../contract/computed-content.model.ts";
import type { Document } from "../../../contract/document.model.ts";
import { ApiError } from "../../../errors.ts";
import { measureJson } from "../../../json/scan.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { type ComputedSource, type ContentPage, type ContentTree, emptyTree } from "./tree/tree.ts";
import { normalizeTree } from "./tree/tree-normalize.ts";

interface Computation {
  readonly source: Source;
  readonly seed: string;
}

/** The maximum number of pages. */
const mostPages = 1000;
/** Of the response of a script; deeper than any document. */
const bounds = { depth: 100, values: 200_000 };

/**
 * @returns the tree of pages, whose ids depend only on the seed and the positions
 * @throws ApiError 403 without the role, 404 for a source that is not installed on the space, 501 for
 * a source of the hosted platform, 502 for an invalid response of the script
 */
export async function computePages(
  call: Call,
  spaceId: string,
  { source, seed }: Computation,
): Promise<ContentTree> {
  const body = await runSource(call, spaceId, "content_compute_revision", source);
  const { pages = [] } = readResponse(scriptRevision, body);
  if (countPages(pages) > mostPages) {
    throw new ApiError(502, `The script responded with more than ${mostPages} pages.`);
  }
  const tree = { ...emptyTree, pages: pages.map((page, at) => toPage(page, seed, `${at}`)) };
  try {
    return normalizeTree(tree, emptyTree, call.now.toISOString());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(502, `The script responded with invalid pages: ${error.message}`);
  }
}

/** @throws ApiError as `computePages` */
export async function computeDocument(
  call: Call,
  spaceId: string,
  { source }: Computation,
): Promise<Document> {
  const body = await runSource(call, spaceId, "content_compute_document", source);
  return readResponse(scriptDocument, body).document;
}

type ComputeEvent = "content_compute_revision" | "content_compute_document";

async function runSource(
  call: Call,
  spaceId: string,
  type: ComputeEvent,
  source: Source,
): Promise<string> {
  const { row, role } = await requireSpace(call, spaceId);
  authorize(
    role,
    type === "content_compute_revision" ? "getComputedRevision" : "getComputedDocument",
  );
  const [, integration, sourceId] = /^integration:([^:]+):([^:]+)$/.exec(source.type) ?? [];
  if (integration === undefined || sourceId === undefined) {
    throw new ApiError(
      501,
      `The local platform computes sources of integrations only, not ${source.type}.`,
      { field: "source" },
    );
  }
  if (call.agent !== undefined) {
    throw new ApiError(403, "An integration cannot compute content. Use a user token.");
  }
  const { findInstalledOn } = await import("../integrations/installations/installed.ts");
  const { readManifest } = await import("../integrations/manifest.ts");
  const { callScript } = await import("../integrations/running/call-script.ts");
  const installed = await findInstalledOn(call, row, "space", undefined);
  const installation = installed.find((one) => one.integration === integration);
  const { contentSources = [] } = installation ? readManifest(installation) : {};
  if (installation === undefined || !contentSources.some(({ id }) => id === sourceId)) {
    throw new ApiError(404, `No active integration on this space has the source ${source.type}.`, {
      field: "source",
    });
  }
  const dependencies = await resolveDependencies(call, row.organization_id, source);
  const { body } = await callScript(call, {
    integration,
    installation,
    event: { type, spaceId, sourceId, props: source.props, dependencies },
    // Properties may contain secrets.
    recorded: { spaceId, sourceId },
  });
  return Buffer.from(body).toString("utf8");
}

/** The current state of what the computation reads, if the caller may read it. */
async function resolveDependencies(
  call: Call,
  organization: string,
  { dependencies = {} }: Source,
): Promise<Readonly<Record<string, unknown>>> {
  const resolved: [string, unknown][] = [];
  for (const [name, { ref }] of Object.entries(dependencies)) {
    resolved.push([name, { ref, value: await resolveDependency(call, organization, ref) }]);
  }
  return Object.fromEntries(resolved);
}

async function resolveDependency(
  call: Call,
  organization: string,
  { kind, space, spec }: Readonly<Record<string, unknown>>,
): Promise<object> {
  if (kind === "space" && typeof space === "string") {
    const { row } = await requireSpace(call, space);
    if (row.organization_id === organization) {
      return { object: "space", id: row.id, revision: row.revision_id };
    }
    throw new ApiError(400, "A dependency must be a space of the same organization.", {
      field: "source",
    });
  }
  if (kind === "openapi" && typeof spec === "string") {
    const { requireSpecification } = await import("../openapi/queries.ts");
    const key = { organizationId: organization, specSlug: spec };
    const { row } = await requireSpecification(call, key);
    return {
      object: "openapi-spec",
      id: row.id,
      slug: row.slug,
      ...(row.last_version_id !== null && { lastVersion: row.last_version_id }),
      visibility: row.visibility,
    };
  }
  throw new ApiError(
    501,
    `The local platform resolves dependencies on spaces and API specifications, not ${kind}.`,
    { field: "source" },
  );
}

/** @throws ApiError 502 */
function readResponse<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> {
  const { excess } = measureJson(text, bounds);
  if (excess !== undefined) {
    throw new ApiError(
      502,
      "The response of the script is nested too deeply, or has too many values.",
    );
  }
  const result = schema.safeParse(parse(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") || "its root";
  throw new ApiError(502, `The response of the script contains an invalid value at ${path}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countPages(pages: readonly InputPage[]): number {
  return pages.reduce((count, { pages: below = [] }) => count + 1 + countPages(below), 0);
}

/** @param position the indexes of the page and the pages above it: `0.2` */
function toPage(input: InputPage, seed: string, position: string): ContentPage {
  const { type, id, title, emoji, icon, slug, description, target, computed, pages = [] } = input;
  const own = computeId(seed, position);
  return {
    id: id ?? own,
    type,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
    ...(target !== undefined && { target }),
    ...(computed !== undefined && { computed: toSource(computed) }),
    ...(computed !== undefined && type === "document" && { computedSeed: `${seed}:${id ?? own}` }),
    pages: pages.map((page, at) => toPage(page, seed, `${position}.${at}`)),
  };
}

/** JSON, because it was parsed from the text of a response. */
function toSource({ type, props, dependencies }: Source): ComputedSource {
  return JSON.parse(JSON.stringify({ type, props, dependencies }));
}

const idLength = 20;

/** 20 letters and digits, as other ids of pages. */
function computeId(seed: string, position: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, position]))
    .digest("base64");
  return digest.replace(/[^A-Za-z0-9]/g, "").slice(0, idLength);
}
