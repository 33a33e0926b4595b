/** `tome space permission`. */
import * as space from "../contract/space.ts";
import * as contract from "../contract/space-permission.ts";
import { grantedColumns, grantedTeamColumns, loses, ownGrant, withHolders } from "./granting.ts";
import { act, noun, show } from "./verb.ts";

const names = [
  { of: "spaceId", by: space.get },
  { of: "userId", by: contract.listUsers },
  { of: "teamId", by: contract.listTeams },
];

export const commands = noun({
  does: "Work with the roles granted in a space",
  own: "space",
  verbs: {
    grant: act(contract.grant, {
      shape: withHolders,
      done: "Granted the role {role} in the space {spaceId}.",
      confirm: {
        question: "Grant the role {role} in the space {space}?",
        names: [{ of: "spaceId", by: space.get }],
        own: ownGrant,
        ownOnly: true,
      },
      examples: [
        "space permission grant S1 --role edit --user U1",
        "space permission grant S1 --role review --team T1 --team T2",
      ],
    }),
    users: show(contract.listUsers, {
      columns: grantedColumns,
      none: "Nobody was granted a role in the space.",
    }),
    teams: show(contract.listTeams, {
      columns: grantedTeamColumns,
      none: "No team was granted a role in the space.",
    }),
    update: act([contract.updateUser, contract.updateTeam], {
      does: "Change the role that was granted to a person or a team",
      arguments: ["spaceId"],
      done: "Changed the role to {role} in the space {spaceId}.",
      confirm: {
        question: "Change the role of {user}{team} in the space {space} to {role}?",
        names,
        own: loses("what your role of now in the space allows"),
        ownOnly: true,
      },
      examples: ["space permission update S1 --user U1 --role review"],
    }),
    remove: act([contract.removeUser, contract.removeTeam], {
      does: "Take back the role that was granted to a person or a team",
      arguments: ["spaceId"],
      done: "Took back the role in the space {spaceId}.",
      absent: "There was no such role in the space {spaceId}.",
      confirm: {
        question: "Take back the role of {user}{team} in the space {space}?",
        names,
        own: loses("access to the space"),
      },
      examples: ["space permission remove S1 --team T1"],
    }),
  },
});
