/** `tome member disable` and `tome member enable`. */
import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/member.ts";
import { IncompleteError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";
import { parseUser } from "../auth/person.ts";
import { confirm } from "../confirm.ts";

type MemberInput = Input<typeof contract.get>;

/** @throws IncompleteError if the platform reports success without disabling the member */
export async function disable(context: Context, input: MemberInput): Promise<Result> {
  const line = `tome member disable ${input.userId}`;
  await confirm(context, line, async () => {
    const { value } = await (await context.client()).call(contract.get, input);
    const { name } = parseUser(asObject(asObject(value).user));
    return `Disable ${name}? They lose access to the organization immediately, but keep their role, teams and grants.`;
  });
  return setDisabled(context, input, true);
}

/** @throws IncompleteError if the platform reports success without enabling the member */
export async function enable(context: Context, input: MemberInput): Promise<Result> {
  return setDisabled(context, input, false);
}

async function setDisabled(
  context: Context,
  input: MemberInput,
  disabled: boolean,
): Promise<Result> {
  const client = await context.client();
  const { value } = await client.call(contract.update, { ...input, disabled });
  const record = asObject(value);
  const { name } = parseUser(asObject(record.user));
  if (record.disabled !== disabled) {
    throw new IncompleteError(
      "failed",
      `The platform reported success, but ${name} is ${disabled ? "not" : "still"} disabled.`,
      `tome member get ${input.userId}`,
    );
  }
  const done = `${disabled ? "Disabled" : "Enabled"} ${name}.`;
  const next = disabled
    ? `To enable the member again: tome member enable ${input.userId}`
    : undefined;
  return { done, record, columns, ...(next !== undefined && { next }) };
}

const columns = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "user.displayName", as: "title" },
  { header: "ROLE", path: "role", nothing: "guest" },
  { header: "DISABLED", path: "disabled", as: "flag", means: { yes: "bad" } },
] as const;
