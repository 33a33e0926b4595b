/** Handlers for the custom fonts of an organization. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/font.ts";
import type { Role } from "../../../contract/roles.ts";
import { ApiError } from "../../../errors.ts";
import {
  authorize,
  createNotFoundError,
  getPermissions,
  requireMembership,
} from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { Queries } from "../../database/tables.ts";
import { removeUnusedBlobs } from "../content/files/blobs.ts";
import {
  type CustomFont,
  findFont,
  presentDefinition,
  readFonts,
} from "../sites/customization/font-rows.ts";
import type { CustomFontFaceTable, FontFormat } from "../sites/customization/font-tables.ts";
import { removeFromCustomizations } from "../sites/customization/site-fonts.ts";

type Font = Output<typeof contract.get>;

/** Of an organization. A list of fonts has one page. */
const maxFonts = 100;
/** Of a font, like those in a customization. */
const maxFaces = 20;
const regular = 400;

export const handlers = {
  /** Oldest first. */
  async list({ organizationId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const fonts = await readFonts(call.db, organizationId);
    return { items: fonts.map((font) => presentFont(font, role, call)), count: fonts.length };
  },

  async get({ organizationId, fontId }, call) {
    const { role } = await requireMembership(call, organizationId);
    return presentFont(await requireFont(call, organizationId, fontId), role, call);
  },

  async create({ organizationId, fontFamily, fontFaces }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "createCustomFont");
    refuseBlank("fontFamily", fontFamily);
    if ((await readFonts(call.db, organizationId)).length >= maxFonts) {
      throw new ApiError(
        409,
        `The organization has reached the limit of ${maxFonts} fonts. Delete one first.`,
      );
    }
    const id = call.newId();
    const faces = await applyFaces(call, { organizationId, fontId: id }, [], fontFaces);
    const row = {
      id,
      organization_id: organizationId,
      family: fontFamily,
      created_at: call.now.toISOString(),
    };
    await call.db.insertInto("custom_fonts").values(row).execute();
    await call.db.insertInto("custom_font_faces").values(faces).execute();
    return presentFont({ ...row, faces }, role, call);
  },

  async update({ organizationId, fontId, fontFamily, fontFaces }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "updateCustomFont");
    refuseBlank("fontFamily", fontFamily);
    const font = await requireFont(call, organizationId, fontId);
    const { db } = call;
    const family = fontFamily ?? font.family;
    if (family !== font.family) {
      await db.updateTable("custom_fonts").set({ family }).where("id", "=", fontId).execute();
    }
    if (fontFaces === undefined) return presentFont({ ...font, family }, role, call);
    const faces = await applyFaces(call, { organizationId, fontId }, font.faces, fontFaces);
    await replaceFaces(db, font, faces);
    return presentFont({ ...font, family, faces }, role, call);
  },

  /** Customizations that use the font return to the default font. */
  async remove({ organizationId, fontId }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "deleteCustomFont");
    const font = await findFont(call.db, organizationId, fontId);
    if (!font) return false;
    await removeFromCustomizations(call.db, organizationId, fontId);
    await call.db.deleteFrom("custom_font_faces").where("font_id", "=", fontId).execute();
    await call.db.deleteFrom("custom_fonts").where("id", "=", fontId).execute();
    await removeUnusedBlobs(
      call.db,
      font.faces.map(({ hash }) => hash),
    );
    return true;
  },
} satisfies Handlers<typeof contract>;

async function requireFont({ db }: Call, organizationId: string, id: string): Promise<CustomFont> {
  const font = await findFont(db, organizationId, id);
  if (!font) throw createNotFoundError("custom font", id, "fontId");
  return font;
}

interface FaceChange {
  readonly weight: number;
  readonly storageKey: string | null;
}

/**
 * @returns the faces after the changes, by weight
 * @throws ApiError 400 for an unknown key; 412 without the regular weight, or with a weight twice
 */
async function applyFaces(
  call: Call,
  { organizationId, fontId }: { readonly organizationId: string; readonly fontId: string },
  faces: readonly CustomFontFaceTable[],
  changes: readonly FaceChange[],
): Promise<readonly CustomFontFaceTable[]> {
  const byWeight = new Map(faces.map((face) => [face.weight, face]));
  const changed = new Set<number>();
  for (const [index, { weight, storageKey }] of changes.entries()) {
    if (changed.has(weight)) {
      throw new ApiError(412, `fontFaces contains the weight ${weight} twice. Send it once.`, {
        field: "fontFaces",
      });
    }
    changed.add(weight);
    if (storageKey === null) byWeight.delete(weight);
    else {
      const field = `fontFaces.${index}.storageKey`;
      const file = await requireFontFile(call, organizationId, storageKey, field);
      byWeight.set(weight, { font_id: fontId, weight, ...file });
    }
  }
  if (!byWeight.has(regular)) {
    throw new ApiError(
      412,
      `A font requires the weight ${regular} (regular). Add it to fontFaces.`,
      {
        field: "fontFaces",
      },
    );
  }
  if (byWeight.size > maxFaces) {
    throw new ApiError(412, `A font can have at most ${maxFaces} weights.`, {
      field: "fontFaces",
    });
  }
  return [...byWeight.values()].toSorted((one, other) => one.weight - other.weight);
}

/** @throws ApiError 400 unless the file was uploaded as a font in this organization */
async function requireFontFile(
  { db }: Call,
  organizationId: string,
  key: string,
  field: string,
): Promise<{ readonly hash: string; readonly format: FontFormat }> {
  const upload = await db
    .selectFrom("uploads")
    .select(["hash", "format"])
    .where("key", "=", key)
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "customization_font")
    .executeTakeFirst();
  if (upload?.hash == null || upload.format === null) {
    throw new ApiError(400, `No font file was uploaded with the key ${key}.`, { field });
  }
  return { hash: upload.hash, format: upload.format };
}

async function replaceFaces(
  db: Queries,
  { id, faces: before }: CustomFont,
  faces: readonly CustomFontFaceTable[],
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(faces)) return;
  await db.deleteFrom("custom_font_faces").where("font_id", "=", id).execute();
  await db.insertInto("custom_font_faces").values(faces).execute();
  const hashes = new Set(faces.map(({ hash }) => hash));
  await removeUnusedBlobs(
    db,
    before.flatMap(({ hash }) => (hashes.has(hash) ? [] : [hash])),
  );
}

function presentFont(font: CustomFont, role: Role | null, { base }: Pick<Call, "base">): Font {
  return { ...presentDefinition(font, base), permissions: getPermissions("font", role) };
}
