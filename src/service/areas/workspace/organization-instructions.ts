/** Handlers for the agent instructions of organizations. */
import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/org-instructions.ts";
import { addKeys } from "../../../document/keys.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import type { AgentInstructionsTable } from "../content/tables.ts";
import { emptyDocument } from "../content/texts/documents.ts";

export const handlers = {
  async get({ organizationId }, call) {
    await requireMembership(call, organizationId);
    const row = await call.db
      .selectFrom("agent_instructions")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .executeTakeFirst();
    return presentInstructions(
      row ?? (await createDefaultInstructions(call, organizationId)),
      call,
    );
  },

  async put({ organizationId, instructions }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "updateOrganizationAgentInstructions");
    const columns = {
      instructions: JSON.stringify(addKeys(instructions)),
      updated_at: call.now.toISOString(),
      updated_by: call.caller,
    };
    const row = { organization_id: organizationId, ...columns };
    await call.db
      .insertInto("agent_instructions")
      .values(row)
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
      .execute();
    return presentInstructions(row, call);
  },
} satisfies Handlers<typeof contract>;

/** Empty instructions, attributed to the first member at the time when the organization was created. */
async function createDefaultInstructions(
  { db }: Call,
  organization_id: string,
): Promise<AgentInstructionsTable> {
  const { created_at } = await db
    .selectFrom("organizations")
    .select("created_at")
    .where("id", "=", organization_id)
    .executeTakeFirstOrThrow();
  const { user_id } = await db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organization_id)
    .orderBy("joined_at")
    .orderBy("user_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const instructions = JSON.stringify(emptyDocument);
  return { organization_id, instructions, updated_at: created_at, updated_by: user_id };
}

function presentInstructions(
  row: AgentInstructionsTable,
  { base }: Call,
): Output<typeof contract.get> {
  const instructions: Document = JSON.parse(row.instructions);
  return {
    object: "agent-instructions",
    instructions,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    urls: { location: `${base}/v1/orgs/${row.organization_id}/agent-instructions` },
  };
}
