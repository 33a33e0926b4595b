/** Generator of docs/permissions.md: the required role of each operation, and the operations of each permission flag. */
import { table } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

/** @typedef {import("../../src/contract/requirement.ts").RoleNeed} RoleNeed */
/** @typedef {import("../../src/contract/requirement.ts").Requirement} Requirement */
/** @typedef {import("../../src/contract/permission-flags.ts").PermissionFlag} PermissionFlag */

const page = "docs/permissions.md";
const source = "src/contract/required-roles.ts";

const head = `# Permissions

Look up the role that an operation needs, and how a role is determined. The local platform checks every request by the first table and computes the \`permissions\` objects of responses from the second; a test tries each operation with each role. For the hosted platform, the tables follow its documentation and, where it is silent, our [interpretation](fidelity.md#interpretation-of-roles). \`npm run generate\` writes this page from [required-roles.ts](../src/contract/required-roles.ts) and [permission-flags.ts](../src/contract/permission-flags.ts); do not edit it.

## Roles

From strongest to weakest, the roles are \`admin\`, \`create\`, \`review\`, \`edit\`, \`comment\` and \`read\`. Each role includes the weaker ones. A guest belongs to the organization without a role. An admin of the organization is an admin everywhere in it.

For other users, the nearest role applies, not the strongest. The role in a space is the first that exists of:

1. a grant on the space to the user, else the strongest grant to their teams
2. the default level of the space, if it has its own
3. the strongest role of the docs sites with the space: a grant on the site, else its default level
4. a grant in the collection that contains the space, else its default level, then the same for each parent collection
5. the role in the organization

The role in a collection starts at 4. The role in a docs site is a grant on the site, else its default level, else 5.

A resource with its own default level does not inherit from the resources above it. Guests get no role from levels, so they have only granted roles there. The level \`none\` hides a space or collection from all users except admins, users with a grant, and its creator, who keeps the role of the organization.

A resource that a user cannot read returns 404, or 204 for a DELETE. A forbidden operation returns 403 and names the required role. Lists contain only resources that the user can read. Merge rules, locked spaces and other settings can forbid more.

## Operations

A row with a field shows the additional requirement of that field.
`;

/** @type {import("./generate.mjs").Generator} */
export async function permissions(given) {
  const [{ requiredRoles }, { describeNeed }, { permissionFlags }] = await given.load(
    source,
    "src/contract/requirement.ts",
    "src/contract/permission-flags.ts",
  );
  /** @param {RoleNeed} need */
  const inWords = (need) => describeNeed(need, (/** @type {string} */ role) => `**${role}**`);
  const modules = await contractModules(given);
  const parts = modules.map(([name, endpoints]) => {
    const rows = endpoints.flatMap(({ operation }) =>
      listRows(operation, requiredRoles[operation], inWords),
    );
    return `\n### ${name}\n\n${table([["operation", "required role"], ...rows]).trim()}\n`;
  });
  const flags = Object.entries(permissionFlags).map(([kind, those]) => {
    const rows = Object.entries(those).map(([name, flag]) => [`\`${name}\``, listSpeakers(flag)]);
    return `\n### ${kind}\n\n${table([["flag", "operations"], ...rows]).trim()}\n`;
  });
  const text = `${head}${parts.join("")}
## Permission flags in responses

A flag of a \`permissions\` object is true if the user can perform its operations.
${flags.join("")}`;
  return { [page]: text };
}

/**
 * @param {string} operation
 * @param {Requirement | undefined} requirement
 * @param {(need: RoleNeed) => string} inWords
 * @throws an error for an operation that is not in the table
 */
function listRows(operation, requirement, inWords) {
  if (!requirement) throw new Error(`${operation} is missing in ${source}. Add its required role.`);
  const fields = Object.entries(requirement.fields ?? {});
  return [
    [`\`${operation}\``, inWords(requirement)],
    ...fields.map(([field, need]) => [`\`${operation}\`, \`${field}\``, inWords(need)]),
  ];
}

/** @param {PermissionFlag} flag */
function listSpeakers(flag) {
  if ("is" in flag)
    return `whether the user is ${flag.is.replace("owner of the", "an owner of a")}`;
  if ("as" in flag) return `${flag.because} As \`${flag.as}\``;
  return flag.map((rule) => `\`${rule}\``).join(", ");
}
