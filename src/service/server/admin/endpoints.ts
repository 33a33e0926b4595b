/** Admin endpoints below `/_tome`, for the holder of the admin token. */
import { endpoint } from "../../../contract/endpoint.ts";
import { boolean, enumeration, integer, json, optional, text } from "../../../contract/fields.ts";
import { roles } from "../../../contract/roles.ts";

const loadClockModel = () => import("./model.ts").then((m) => m.clock);
const loadTables = () => import("./model.ts").then((m) => m.backupTables);

export const getBeginning = endpoint({
  summary: "Get the owner and the first organization",
  operation: "getBeginning",
  route: "GET /beginning",
  input: {},
  output: () => import("./model.ts").then((m) => m.beginning),
});

export const getClock = endpoint({
  summary: "Get the platform's time and its offset from the real time",
  operation: "getClock",
  route: "GET /clock",
  input: {},
  output: loadClockModel,
});

export const moveClock = endpoint({
  summary: "Set the platform's clock",
  operation: "moveClock",
  route: "POST /clock",
  input: {
    advance: optional(text("Duration to add, such as 8d, -2h or 90m", { max: 20 })),
    set: optional(text("New time", { format: "date-time" })),
    reset: optional(boolean("Reset the clock to the real time")),
  },
  output: loadClockModel,
});

const expiry = {
  expiresIn: optional(text("Validity, such as 90d or 12h", { max: 20 })),
  expiresAt: optional(text("Expiry time", { format: "date-time" })),
};

export const makeToken = endpoint({
  summary: "Create a token for a user, or for a user with a role",
  operation: "makeToken",
  route: "POST /token",
  input: {
    user: optional(text("User id, email address or name", { max: 255 })),
    role: optional(enumeration([...roles, "guest"], "Role of the user in the organization")),
    organization: optional(text("Organization id or title", { max: 255 })),
    label: optional(text("Token name in lists and in the audit log", { min: 1, max: 100 })),
    ...expiry,
  },
  output: () => import("./model.ts").then((m) => m.token),
  secretMembers: ["token"],
});

export const listTokens = endpoint({
  summary: "List user tokens, without their secrets",
  operation: "listTokens",
  route: "GET /tokens",
  input: {},
  output: () => import("./model.ts").then((m) => m.tokens),
});

export const revokeToken = endpoint({
  summary: "Revoke a token",
  operation: "revokeToken",
  route: "POST /tokens/{tokenId}/revoke",
  input: { tokenId: text("Token id", { max: 64 }) },
  output: () => import("./model.ts").then((m) => m.revokedToken),
});

export const rotateToken = endpoint({
  summary: "Replace a token with a new one",
  operation: "rotateToken",
  route: "POST /tokens/{tokenId}/rotate",
  input: {
    tokenId: text("Token id, or folder for the data folder's token", { max: 64 }),
    ...expiry,
  },
  output: () => import("./model.ts").then((m) => m.token),
  secretMembers: ["token"],
});

const organization = text("Organization id or title", { max: 255 });
const domain = text("Domain, such as example.com", { max: 253 });
const claim = () => import("./model.ts").then((m) => m.claim);

export const listDomains = endpoint({
  summary: "List domain claims of organizations",
  operation: "listDomains",
  route: "GET /domains",
  input: {},
  output: () => import("./model.ts").then((m) => m.claims),
});

export const vouchForDomain = endpoint({
  summary: "Verify a domain of an organization as the operator",
  operation: "vouchForDomain",
  route: "POST /domains/vouch",
  input: { organization, domain },
  output: claim,
});

export const revokeDomain = endpoint({
  summary: "Revoke the verification of a domain",
  operation: "revokeDomain",
  route: "POST /domains/revoke",
  input: { organization, domain },
  output: claim,
});

export const getStorage = endpoint({
  summary: "Get the locations of file contents",
  operation: "getStorage",
  route: "GET /storage",
  input: {},
  output: () => import("./model.ts").then((m) => m.storage),
});

export const moveStorage = endpoint({
  summary: "Move some file contents",
  operation: "moveStorage",
  route: "POST /storage/move",
  input: {
    to: enumeration(["s3", "database"], "Location of the contents, also of new contents"),
    after: optional(text("Hash of the last file of the previous request", { max: 64 })),
  },
  output: () => import("./model.ts").then((m) => m.movedContents),
});

export const seed = endpoint({
  summary: "Add the sample workspace",
  operation: "seed",
  route: "POST /seed",
  input: {},
  status: 204,
});

export const reset = endpoint({
  summary: "Delete all data and start over",
  operation: "reset",
  route: "POST /reset",
  input: {},
  status: 204,
});

export const exportData = endpoint({
  summary: "Export all data",
  operation: "exportData",
  route: "GET /export",
  input: {},
  output: () => import("./model.ts").then((m) => m.backup),
});

export const importData = endpoint({
  summary: "Replace all data with an export",
  operation: "importData",
  route: "POST /import",
  input: {
    format: enumeration(["tome-export"], "Document format"),
    version: integer("Schema version", { min: 1 }),
    tables: json(loadTables, "Rows of each table"),
    keepOwnerTokens: optional(boolean("Accept unknown tokens of the owner")),
  },
  output: () => import("./model.ts").then((m) => m.imported),
});
