/** The endpoints of administration, below `/_tome`, for the holder of the admin token. */
import { endpoint } from "../../../contract/endpoint.ts";
import { enumeration, flag, json, optional, text, whole } from "../../../contract/fields.ts";
import { roles } from "../../../contract/roles.ts";

const clockModel = () => import("./model.ts").then((m) => m.clock);
const tables = () => import("./model.ts").then((m) => m.backupTables);

export const getBeginning = endpoint({
  does: "Show the owner and the first organization",
  operation: "getBeginning",
  route: "GET /beginning",
  input: {},
  output: () => import("./model.ts").then((m) => m.beginning),
});

export const getClock = endpoint({
  does: "Show the platform's time and how far it is from the real one",
  operation: "getClock",
  route: "GET /clock",
  input: {},
  output: clockModel,
});

export const moveClock = endpoint({
  does: "Move the platform's time",
  operation: "moveClock",
  route: "POST /clock",
  input: {
    advance: optional(text("How far, such as 8d, -2h or 90m", { max: 20 })),
    set: optional(text("The new time", { format: "date-time" })),
    reset: optional(flag("Back to the real time")),
  },
  output: clockModel,
});

const expiry = {
  expiresIn: optional(text("How long it is valid, such as 90d or 12h", { max: 20 })),
  expiresAt: optional(text("When it expires", { format: "date-time" })),
};

export const makeToken = endpoint({
  does: "Create a token for a user, or for a user with a role",
  operation: "makeToken",
  route: "POST /token",
  input: {
    user: optional(text("Id, email or name of the user", { max: 255 })),
    role: optional(enumeration([...roles, "guest"], "Role of the user in the organization")),
    organization: optional(text("Id or title of the organization", { max: 255 })),
    label: optional(text("Name of the token in lists and in the audit log", { min: 1, max: 100 })),
    ...expiry,
  },
  output: () => import("./model.ts").then((m) => m.token),
  secretMembers: ["token"],
});

export const listTokens = endpoint({
  does: "List the tokens of users, without their texts",
  operation: "listTokens",
  route: "GET /tokens",
  input: {},
  output: () => import("./model.ts").then((m) => m.tokens),
});

export const revokeToken = endpoint({
  does: "Revoke a token",
  operation: "revokeToken",
  route: "POST /tokens/{tokenId}/revoke",
  input: { tokenId: text("Id of the token", { max: 64 }) },
  output: () => import("./model.ts").then((m) => m.revokedToken),
});

export const rotateToken = endpoint({
  does: "Replace a token by a new one",
  operation: "rotateToken",
  route: "POST /tokens/{tokenId}/rotate",
  input: {
    tokenId: text("Id of the token, or folder for the data folder's", { max: 64 }),
    ...expiry,
  },
  output: () => import("./model.ts").then((m) => m.token),
  secretMembers: ["token"],
});

const organization = text("Id or title of the organization", { max: 255 });
const domain = text("Domain, such as example.com", { max: 253 });
const claim = () => import("./model.ts").then((m) => m.claim);

export const listDomains = endpoint({
  does: "List the domains that organizations claim",
  operation: "listDomains",
  route: "GET /domains",
  input: {},
  output: () => import("./model.ts").then((m) => m.claims),
});

export const vouchForDomain = endpoint({
  does: "Verify a domain for an organization on the operator's word",
  operation: "vouchForDomain",
  route: "POST /domains/vouch",
  input: { organization, domain },
  output: claim,
});

export const revokeDomain = endpoint({
  does: "End the verification of a domain",
  operation: "revokeDomain",
  route: "POST /domains/revoke",
  input: { organization, domain },
  output: claim,
});

export const seed = endpoint({
  does: "Add the sample workspace",
  operation: "seed",
  route: "POST /seed",
  input: {},
  status: 204,
});

export const reset = endpoint({
  does: "Remove all data and begin anew",
  operation: "reset",
  route: "POST /reset",
  input: {},
  status: 204,
});

export const exportData = endpoint({
  does: "Export all data",
  operation: "exportData",
  route: "GET /export",
  input: {},
  output: () => import("./model.ts").then((m) => m.backup),
});

export const importData = endpoint({
  does: "Replace all data by an export",
  operation: "importData",
  route: "POST /import",
  input: {
    format: enumeration(["tome-export"], "What the document is"),
    version: whole("Version of the tables", { min: 1 }),
    tables: json(tables, "The rows of each table"),
    keepOwnerTokens: optional(flag("Accept tokens of the owner that this platform does not know")),
  },
  output: () => import("./model.ts").then((m) => m.imported),
});
