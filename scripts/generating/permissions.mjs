/** docs/permissions.md: which role each operation needs, and what each flag of permissions speaks of. */
import { table } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

/** @typedef {import("../../src/contract/requirement.ts").Need} Need */
/** @typedef {import("../../src/contract/requirement.ts").Requirement} Requirement */
/** @typedef {import("../../src/contract/permission-flags.ts").Flag} Flag */

const page = "docs/permissions.md";
const source = "src/contract/required-roles.ts";

const head = `# Who may do what

Written by \`npm run generate\` from [required-roles.ts](../src/contract/required-roles.ts) and [permission-flags.ts](../src/contract/permission-flags.ts); not to be edited. The embedded platform checks each request by the first table and computes the \`permissions\` in its answers from the second, and a test tries each operation in each role. For the hosted platform this is what its documentation says, and our reading where it says nothing.

From the strongest to the weakest, the roles are \`admin\`, \`create\`, \`review\`, \`edit\`, \`comment\` and \`read\`; each may do what those after it may. A guest is in the organization without a role in it. Admins have that role everywhere.

For the others, what is nearest decides which role they have in a space, and not what is strongest:

1. what is granted on the space itself: to them, or else to teams of theirs, of which the strongest counts;
2. the default level of the space, if it has one of its own;
3. the docs sites on which it stands, each by what is granted on it and then by its default level; of several sites that say something, the strongest counts;
4. the collection that holds it, by what is granted in it and then by its default level, and so on up the line;
5. their role in the organization.

For a collection the list starts at 4. For a docs site it is what is granted on the site, its default level, and 5. With a default level of its own a space, a site or a collection has left what is above it: a guest, who gets nothing from levels, has no role there unless one is granted. The level \`none\` hides a space or a collection from all but admins, those to whom it is granted, and whoever created it, who has there the role that they have in the organization.

What people may not see is answered as if it were not there: 404, or 204 to a DELETE. What they see and may not do is a 403 that names the role. Lists show what the caller may see.

Merge rules, locked spaces and the like can refuse more than roles do.

## Operations

A line with a field says what that field needs besides, if it is given.
`;

/** @type {import("./generate.mjs").Generator} */
export async function permissions(given) {
  const [{ requiredRoles }, { needInWords }, { permissionFlags }] = await given.load(
    source,
    "src/contract/requirement.ts",
    "src/contract/permission-flags.ts",
  );
  /** @param {Need} need */
  const inWords = (need) => needInWords(need, (/** @type {string} */ role) => `**${role}**`);
  const modules = await contractModules(given);
  const parts = modules.map(([name, endpoints]) => {
    const rows = endpoints.flatMap(({ operation }) =>
      rowsOf(operation, requiredRoles[operation], inWords),
    );
    return `\n### ${name}\n\n${table([["operation", "needs"], ...rows]).trim()}\n`;
  });
  const flags = Object.entries(permissionFlags).map(([kind, those]) => {
    const rows = Object.entries(those).map(([name, flag]) => [`\`${name}\``, speaksOf(flag)]);
    return `\n### Of ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}\n\n${table([["flag", "speaks of"], ...rows]).trim()}\n`;
  });
  const text = `${head}${parts.join("")}
## The permissions in answers

A flag is true exactly if the caller may do what it speaks of.
${flags.join("")}`;
  return { [page]: text };
}

/**
 * @param {string} operation
 * @param {Requirement | undefined} requirement
 * @param {(need: Need) => string} inWords
 * @throws an error for an operation that is not in the table
 */
function rowsOf(operation, requirement, inWords) {
  if (!requirement) throw new Error(`Add to ${source} which role ${operation} needs.`);
  const fields = Object.entries(requirement.fields ?? {});
  return [
    [`\`${operation}\``, inWords(requirement)],
    ...fields.map(([field, need]) => [`\`${operation}\`, \`${field}\``, inWords(need)]),
  ];
}

/** @param {Flag} flag */
function speaksOf(flag) {
  if ("is" in flag)
    return `whether the caller is ${flag.is.replace("owner of the", "an owner of a")}`;
  if ("as" in flag) return `${flag.because} As \`${flag.as}\``;
  return flag.map((rule) => `\`${rule}\``).join(", ");
}
