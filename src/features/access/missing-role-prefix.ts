/** Start of the note about a role that the caller does not have, by which plans recognize it. */
export const missingRolePrefix = "Missing role: ";
