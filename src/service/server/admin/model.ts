/** Models of the admin endpoints. The tables define the contents of exported rows. */
import * as z from "zod/mini";
import { organizationDomain } from "../../../contract/organization-domain.model.ts";

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const backupTables = z.record(z.string(), z.array(row));
export type BackupTables = Readonly<z.infer<typeof backupTables>>;

export const backup = z.object({
  format: z.literal("tome-export"),
  version: z.number(),
  tables: backupTables,
});

export const clock = z.object({ now: z.string(), offset: z.number() });
export const token = z.object({
  token: z.string(),
  user: z.string(),
  id: z.string(),
  label: z.string(),
  expiresAt: z.nullable(z.string()),
});
export const tokens = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      user: z.string(),
      displayName: z.string(),
      email: z.string(),
      createdAt: z.string(),
      expiresAt: z.nullable(z.string()),
      lastUsedAt: z.nullable(z.string()),
      status: z.string(),
      /** Whether it is the token of this process's data folder. */
      folder: z.boolean(),
    }),
  ),
});
export const imported = z.object({ droppedOwnerTokens: z.number() });
export const revokedToken = z.object({ id: z.string(), label: z.string() });

export const beginning = z.strictObject({ owner: z.string(), organization: z.string() });

export const claim = z.extend(organizationDomain, {
  organization: z.object({ id: z.string(), title: z.string() }),
});
export const claims = z.object({ items: z.array(claim) });

const totals = z.object({ files: z.number(), bytes: z.number() });

export const storage = z.object({
  location: z.enum(["database", "s3"]),
  endpoint: z.nullable(z.string()),
  bucket: z.nullable(z.string()),
  prefix: z.nullable(z.string()),
  check: z.nullable(z.string()),
  database: totals,
  s3: totals,
  unused: totals,
});

export const movedContents = z.object({
  moved: z.number(),
  movedBytes: z.number(),
  remaining: z.number(),
  remainingBytes: z.number(),
  last: z.nullable(z.string()),
  problems: z.array(z.object({ hash: z.string(), message: z.string() })),
});
