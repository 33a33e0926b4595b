/** `tome collection permission`. */
import * as collection from "../contract/collection.ts";
import * as contract from "../contract/collection-permission.ts";
import { grantedColumns, grantedTeamColumns, loses, ownGrant, withHolders } from "./granting.ts";
import { act, noun, show } from "./verb.ts";

const names = [
  { of: "collectionId", by: collection.get },
  { of: "userId", by: contract.listUsers },
  { of: "teamId", by: contract.listTeams },
];

export const commands = noun({
  does: "Work with the roles granted in a collection",
  own: "collection",
  verbs: {
    grant: act(contract.grant, {
      shape: withHolders,
      done: "Granted the role {role} in the collection {collectionId}.",
      confirm: {
        question: "Grant the role {role} in the collection {collection}?",
        names: [{ of: "collectionId", by: collection.get }],
        own: ownGrant,
        ownOnly: true,
      },
      examples: [
        "collection permission grant C1 --role edit --user U1",
        "collection permission grant C1 --role review --team T1 --team T2",
      ],
    }),
    users: show(contract.listUsers, {
      columns: grantedColumns,
      none: "Nobody was granted a role in the collection.",
    }),
    teams: show(contract.listTeams, {
      columns: grantedTeamColumns,
      none: "No team was granted a role in the collection.",
    }),
    update: act([contract.updateUser, contract.updateTeam], {
      does: "Change the role that was granted to a person or a team",
      arguments: ["collectionId"],
      done: "Changed the role to {role} in the collection {collectionId}.",
      confirm: {
        question: "Change the role of {user}{team} in the collection {collection} to {role}?",
        names,
        own: loses("what your role of now in the collection allows"),
        ownOnly: true,
      },
      examples: ["collection permission update C1 --user U1 --role review"],
    }),
    remove: act([contract.removeUser, contract.removeTeam], {
      does: "Take back the role that was granted to a person or a team",
      arguments: ["collectionId"],
      done: "Took back the role in the collection {collectionId}.",
      absent: "There was no such role in the collection {collectionId}.",
      confirm: {
        question: "Take back the role of {user}{team} in the collection {collection}?",
        names,
        own: loses("access to the collection"),
      },
      examples: ["collection permission remove C1 --team T1"],
    }),
  },
});
