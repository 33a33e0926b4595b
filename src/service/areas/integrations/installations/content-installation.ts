/** Installation on a single space or docs site: find, create, update and remove. */
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError, findMembership } from "../../../core/access/access.ts";
import {
  type ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { recordEvent } from "../../integration-events/record.ts";
import { checkSettings, readManifest } from "../manifest.ts";
import type { InstallationContentTable, InstallationTable, IntegrationTable } from "../tables.ts";
import {
  getSelection,
  readContents,
  removeContent,
  storeContent,
  worksOnContent,
} from "./contents.ts";
import {
  type CommonFields,
  getStatusOnContent,
  getUsualSettings,
  presentCommon,
} from "./list-content.ts";

/** An installation, and the requested space or site. */
export interface ContentInstallation {
  readonly integration: IntegrationTable;
  readonly installation: InstallationTable;
  readonly kind: ContentKind;
  /** The id of the space or site, which the caller may see. */
  readonly id: string;
}

interface InstallationSettings {
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly externalIds?: readonly string[];
}

/** @throws ApiError 404 unless the caller is in the organization of the installation */
export async function requireInstallation(
  call: Call,
  name: string,
  id: string,
): Promise<Pick<ContentInstallation, "integration" | "installation">> {
  const installation = await call.db
    .selectFrom("installations")
    .selectAll()
    .where("integration", "=", name)
    .where("id", "=", id)
    .executeTakeFirst();
  const membership = installation && (await findMembership(call, installation.organization_id));
  if (!membership) throw createNotFoundError("installation", id, "installationId");
  const integration = await call.db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return { integration, installation };
}

/** @throws ApiError 404 if the integration is not installed there */
export async function showOnContent(
  call: Call,
  content: ContentInstallation,
): Promise<CommonFields> {
  const ownSettings = await findOwn(call, content);
  if (!worksThere(content, ownSettings)) throw createNotInstalledError(content);
  return presentCommon(call.base, { ...content, own: ownSettings });
}

/**
 * @throws ApiError 400 if the integration does not support the kind of content, 409 if it is already
 * installed there
 */
export async function installOnContent(
  call: Call,
  content: ContentInstallation,
): Promise<CommonFields> {
  const { integration, installation, kind, id } = content;
  if (!resolvePermissions(content).worksOn(kind)) {
    throw new ApiError(400, `${integration.name} does not support ${nameOf[kind]}s.`, {
      field: kind === "space" ? "space" : "siteId",
    });
  }
  const settings = await findOwn(call, content);
  if (worksThere(content, settings)) {
    const all = getSelection(installation, kind) === "all";
    throw new ApiError(
      409,
      `${integration.name} is already installed on this ${nameOf[kind]}${all ? `, because it is installed on all ${nameOf[kind]}s of the organization. Set ${kind}_selection to selected to choose them` : ""}.`,
      all
        ? {
            hint: `tome integration installation update ${integration.name} ${installation.id} --${kind}-selection selected`,
          }
        : {},
    );
  }
  requireConsent(call, content);
  const now = call.now.toISOString();
  const own: InstallationContentTable = {
    installation_id: installation.id,
    content_id: id,
    // Settings from the time when it was installed on all of them still apply.
    configuration: settings?.configuration ?? JSON.stringify(getUsualSettings(integration, kind)),
    external_ids: settings?.external_ids ?? "[]",
    created_at: now,
    updated_at: now,
    chosen: 1,
  };
  await storeContent(call.db, own);
  const presented = presentCommon(call.base, { ...content, own });
  await recordSetup(call, content, presented);
  return presented;
}

/**
 * The publisher creates the tokens of an integration. In another organization, they cannot widen the
 * selection of its admin.
 * @throws ApiError 403 for such a token
 */
function requireConsent(call: Call, { integration, installation, kind }: ContentInstallation) {
  if (!call.agent || integration.organization_id === installation.organization_id) return;
  throw new ApiError(
    403,
    `An installation cannot add itself to a ${nameOf[kind]} of another organization. Ask an admin of the ${nameOf[kind]} to add it.`,
    { hint: `tome integration installation ${kind} install --help` },
  );
}

/**
 * @throws ApiError 404 if it is not installed there, 400 for settings that the integration does not
 * support
 */
export async function updateOnContent(
  call: Call,
  content: ContentInstallation,
  { configuration, externalIds }: InstallationSettings,
): Promise<CommonFields> {
  const { integration, installation, kind, id } = content;
  const before = await showOnContent(call, content);
  if (configuration) {
    checkSettings(readManifest(integration).configurations?.[kind], configuration);
  }
  const now = call.now.toISOString();
  const own: InstallationContentTable = {
    installation_id: installation.id,
    content_id: id,
    configuration: JSON.stringify(configuration ?? before.configuration),
    external_ids: JSON.stringify(externalIds ?? before.externalIds),
    created_at: now,
    updated_at: now,
    chosen: 0,
  };
  await storeContent(call.db, own);
  const presented = presentCommon(call.base, { ...content, own });
  const { configuration: previous } = before;
  await recordSetup(call, content, presented, {
    status: getStatusOnContent(integration, installation, kind, previous),
    configuration: previous,
  });
  return presented;
}

/**
 * @returns whether it was installed there
 * @throws ApiError 409 if it is installed on all spaces or sites of the organization
 */
export async function removeFromContent(
  call: Call,
  content: ContentInstallation,
): Promise<boolean> {
  const { integration, installation, kind, id } = content;
  const ownSettings = await findOwn(call, content);
  if (!worksThere(content, ownSettings)) return false;
  if (getSelection(installation, kind) === "all") {
    throw new ApiError(
      409,
      `${integration.name} is installed on all ${nameOf[kind]}s of the organization. Set ${kind}_selection to selected, and install it on the chosen ones.`,
      {
        hint: `tome integration installation update ${integration.name} ${installation.id} --${kind}-selection selected`,
      },
    );
  }
  const previous = {
    configuration: presentCommon(call.base, { ...content, own: ownSettings }).configuration,
  };
  const installationId = installation.id;
  await recordEvent(
    call,
    kind === "space"
      ? { type: "space_installation_deleted", installationId, spaceId: id, previous }
      : { type: "site_installation_deleted", installationId, siteId: id, previous },
  );
  await removeContent(call.db, installationId, id);
  return true;
}

const nameOf = { space: "space", site: "docs site" } as const;

async function findOwn(
  { db }: Call,
  { installation, id }: ContentInstallation,
): Promise<InstallationContentTable | undefined> {
  return (await readContents(db, installation.id, [id])).get(id);
}

function worksThere(
  content: ContentInstallation,
  ownSettings: InstallationContentTable | undefined,
): boolean {
  const { installation, kind } = content;
  const isChosen = ownSettings?.chosen === 1;
  return worksOnContent(resolvePermissions(content), installation, kind, isChosen);
}

function resolvePermissions({
  integration,
  installation,
}: ContentInstallation): InstallationPermissions {
  return InstallationPermissions.resolve({ ...integration, accepted: installation.accepted });
}

function createNotInstalledError({ integration, kind, id }: ContentInstallation): ApiError {
  return new ApiError(404, `${integration.name} is not installed on the ${nameOf[kind]} ${id}.`, {
    field: `${kind}Id`,
  });
}

interface Previous {
  readonly status: InstallationTable["status"];
  readonly configuration: CommonFields["configuration"];
}

async function recordSetup(
  call: Call,
  { integration, installation, kind, id }: ContentInstallation,
  { configuration }: Pick<CommonFields, "configuration">,
  previous?: Previous,
): Promise<void> {
  const setup = {
    installationId: installation.id,
    status: getStatusOnContent(integration, installation, kind, configuration),
    ...(previous && { previous }),
  };
  await recordEvent(
    call,
    kind === "space"
      ? { type: "space_installation_setup", spaceId: id, ...setup }
      : { type: "site_installation_setup", siteId: id, ...setup },
  );
}
