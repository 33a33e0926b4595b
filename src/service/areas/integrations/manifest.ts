/** Manifest of an integration: its facets and default settings. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import type {
  Configurations,
  ContentSecurityPolicy,
  ManifestConfiguration,
} from "../../../contract/integration-manifest.model.ts";
import { ApiError } from "../../../errors.ts";
import type { IntegrationFacetTable, IntegrationTable } from "./tables.ts";

/** In its published form. */
export type IntegrationManifest = Input<typeof contract.publish>;
export type PresentedIntegration = Output<typeof contract.get>;

/** The part of a manifest that is stored and returned. */
export interface StoredManifest {
  readonly scopes: PresentedIntegration["scopes"];
  readonly categories: PresentedIntegration["categories"];
  readonly blocks?: PresentedIntegration["blocks"];
  readonly contentSources?: PresentedIntegration["contentSources"];
  readonly configurations?: Configurations | undefined;
  readonly externalLinks: PresentedIntegration["externalLinks"];
  readonly contentSecurityPolicy?: ContentSecurityPolicy | undefined;
}

export function readManifest(row: Pick<IntegrationTable, "manifest">): StoredManifest {
  return JSON.parse(row.manifest);
}

export function readFacets(
  manifest: IntegrationManifest,
): Omit<IntegrationFacetTable, "integration">[] {
  const domains = (manifest.blocks ?? []).flatMap(({ urlUnfurl = [] }) =>
    urlUnfurl.flatMap(listDomains),
  );
  return [
    ...listKindFacets("category", manifest.categories ?? []),
    ...listKindFacets("scope", manifest.scopes),
    ...listKindFacets("domain", domains),
  ];
}

function listKindFacets(kind: IntegrationFacetTable["kind"], values: readonly string[]) {
  return [...new Set(values)].map((value) => ({ kind, value }));
}

/** The domain of a pattern such as `https://*.example.com/embed/**`, and its parent domains. */
function listDomains(pattern: string): string[] {
  const [, host = ""] =
    /^(?:[a-z*]+:\/\/)?(?:\*\.)?([a-z0-9_.-]{1,253})(?:[:/?#]|$)/i.exec(pattern) ?? [];
  const labels = host
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** @param configuration absent if the manifest has none */
export function getDefaultSettings(
  configuration: ManifestConfiguration | undefined,
): Record<string, unknown> {
  const defaults = Object.entries(configuration?.properties ?? {}).flatMap(([name, property]) =>
    "default" in property && property.default !== undefined ? [[name, property.default]] : [],
  );
  return Object.fromEntries(defaults);
}

/** Whether an installation must be configured: a required setting is missing. */
export function computeStatus(
  configuration: ManifestConfiguration | undefined,
  settings: Readonly<Record<string, unknown>>,
): "active" | "pending" {
  const isMissing = (configuration?.required ?? []).some((name) => !Object.hasOwn(settings, name));
  const isUntouched =
    configuration?.componentId !== undefined && Object.keys(settings).length === 0;
  return isMissing || isUntouched ? "pending" : "active";
}

/** In characters, for all settings as JSON. */
const longestSettings = 64 * 1024;

/**
 * @throws ApiError 400 for a setting whose type does not match the manifest, or for settings that
 * are too long
 */
export function checkSettings(
  configuration: ManifestConfiguration | undefined,
  settings: Readonly<Record<string, unknown>>,
): void {
  if (JSON.stringify(settings).length > longestSettings) {
    throw new ApiError(
      400,
      `configuration exceeds the limit of ${longestSettings} characters as JSON.`,
      {
        field: "configuration",
      },
    );
  }
  for (const [name, property] of Object.entries(configuration?.properties ?? {})) {
    const value = settings[name];
    if (value === undefined || property.type === "button") continue;
    const choices = "enum" in property ? property.enum : undefined;
    if (choices !== undefined && !choices.some((choice) => choice === value)) {
      throw createSettingError(name, `one of ${choices.join(", ")}`);
    }
    if (typeof value !== property.type) throw createSettingError(name, `a ${property.type}`);
  }
}

function createSettingError(name: string, expected: string): ApiError {
  return new ApiError(
    400,
    `configuration.${name} must be ${expected}, as the integration's manifest requires.`,
    {
      field: "configuration",
    },
  );
}
