/** User of a response, in which any field may be missing. */
import type { JsonValue } from "../../context.ts";

export interface AuthenticatedUser {
  readonly id: string | null;
  /** The display name with the email address, as far as both are known. */
  readonly name: string;
}

export function parseUser(answer: JsonValue | undefined): AuthenticatedUser {
  const members = typeof answer === "object" && answer !== null ? answer : {};
  const text = (name: string) => {
    const value = name in members ? (members as Record<string, JsonValue>)[name] : undefined;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [id, name, email] = [text("id"), text("displayName"), text("email")];
  const parts = [name, email === undefined || name === undefined ? email : `<${email}>`];
  return {
    id: id ?? null,
    name: parts.filter((part) => part !== undefined).join(" ") || (id ?? ""),
  };
}
