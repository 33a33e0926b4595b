/** docs/permissions.md: which role each operation needs, and what each flag of permissions speaks of. */
import { table } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

/** @typedef {import("../../src/contract/requirement.ts").Need} Need */
/** @typedef {import("../../src/contract/requirement.ts").Requirement} Requirement */
/** @typedef {import("../../src/contract/permission-flags.ts").Flag} Flag */

const page = "docs/permissions.md";
const source = "src/contract/required-roles.ts";

/** @type {Readonly<Record<Need["on"], string>>} */
const holders = {
  organization: "in the organization",
  "organization itself": "in the organization",
  "publishing organization": "in the organization that published it",
  space: "in the space",
  "space itself": "in the space",
  "collection itself": "in the collection",
  "docs site": "on the docs site",
  "docs site itself": "on the docs site",
  destination: "in the collection or organization where it comes to stand",
  platform: "",
};

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
  const [{ requiredRoles }, { permissionFlags }] = await given.load(
    source,
    "src/contract/permission-flags.ts",
  );
  const modules = await contractModules(given);
  const parts = modules.map(([name, endpoints]) => {
    const rows = endpoints.flatMap(({ operation }) => rowsOf(operation, requiredRoles[operation]));
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
 * @throws an error for an operation that is not in the table
 */
function rowsOf(operation, requirement) {
  if (!requirement) throw new Error(`Add to ${source} which role ${operation} needs.`);
  const fields = Object.entries(requirement.fields ?? {});
  return [
    [`\`${operation}\``, inWords(requirement)],
    ...fields.map(([field, need]) => [`\`${operation}\`, \`${field}\``, inWords(need)]),
  ];
}

/** @param {Need} need */
function inWords({ least, on, or = [] }) {
  const others = or.map((one) => {
    if (one.who === "anyone, if it is public") {
      return `${one.least === "guest" ? "a guest" : "anyone"} if it is public`;
    }
    const isRole = one.least !== "anyone" && one.least !== "guest" && one.least !== "nobody";
    return `the ${one.who.replace(/^the /, "")}${isRole ? ` with the role ${one.least}` : ""}`;
  });
  return [...(least === "nobody" ? [] : [roleInWords(least, on)]), ...others].join("; or ");
}

/**
 * @param {Need["least"]} least
 * @param {Need["on"]} on
 */
function roleInWords(least, on) {
  if (least === "anyone") return "a token";
  if (least === "guest") return "to be in the organization";
  return `**${least}** ${holders[on]}`;
}

/** @param {Flag} flag */
function speaksOf(flag) {
  if ("is" in flag)
    return `whether the caller is ${flag.is.replace("owner of the", "an owner of a")}`;
  if ("as" in flag) return `${flag.because} As \`${flag.as}\``;
  return flag.map((rule) => `\`${rule}\``).join(", ");
}
