/** Update of the authenticated user's name and picture. */
import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/user.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";

type UserChanges = Omit<Input<typeof contract.update>, "userId">;

const columns = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "displayName", as: "title" },
  { header: "EMAIL", path: "email" },
  { header: "PICTURE", path: "photoURL" },
] as const;

export async function updateUser(context: Context, changes: UserChanges): Promise<Result> {
  if (Object.keys(changes).length === 0) {
    throw new UsageError("Specify --name or --photo.", "tome user update --help");
  }
  const client = await context.client();
  const current = asObject((await client.call(contract.current, {})).value);
  const userId = asText(current.id);
  const { value } = await client.call(contract.update, { userId, ...changes });
  const record = asObject(value);
  return {
    done: `Changed your display name to ${JSON.stringify(asText(record.displayName))}.`,
    record,
    columns,
  };
}
