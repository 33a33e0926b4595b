/** Teams, grants, invites and single sign-on of the sample workspace. Users are identified by email. */
import type { Role } from "../../../contract/roles.ts";

interface SampleTeam {
  readonly title: string;
  readonly createdDaysAgo: number;
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

/** `to` is an email address or team title; `on` is the title of a collection or space. */
interface SampleGrant {
  readonly role: Role;
  readonly to: string;
  readonly on: string;
}

interface SampleLink {
  readonly level: Role;
  readonly on: string;
  readonly createdDaysAgo: number;
}

interface SampleProvider {
  readonly label: string;
  readonly entityId?: string;
  readonly ssoUrl?: string;
  readonly hasCertificate: boolean;
  readonly team?: string;
  readonly role: Role | null;
  readonly createdDaysAgo: number;
}

export const teams: readonly SampleTeam[] = [
  {
    title: "Writers",
    createdDaysAgo: 360,
    owners: ["tomas@example.com"],
    members: ["priya@example.com", "jonas@example.com"],
  },
  {
    title: "Developer relations",
    createdDaysAgo: 180,
    owners: ["jonas@example.com"],
    members: ["aiko@example.com", "claire@example.com"],
  },
  {
    title: "On-call",
    createdDaysAgo: 140,
    owners: ["priya@example.com"],
    members: ["tomas@example.com", "samuel@example.com"],
  },
];

export const grants: readonly SampleGrant[] = [
  { role: "review", to: "Developer relations", on: "Developers" },
  { role: "edit", to: "On-call", on: "Operations" },
  { role: "create", to: "Writers", on: "Product documentation" },
  { role: "read", to: "aiko@example.com", on: "Incident runbooks" },
  { role: "comment", to: "claire@example.com", on: "Support answers" },
];

export const links: readonly SampleLink[] = [
  { level: "comment", on: "API reference", createdDaysAgo: 9 },
  { level: "read", on: "Product documentation", createdDaysAgo: 3 },
];

export const providers: readonly SampleProvider[] = [
  {
    label: "Lumen login",
    entityId: "https://login.lumen.example/saml",
    ssoUrl: "https://login.lumen.example/saml/sso",
    hasCertificate: true,
    team: "Writers",
    role: "read",
    createdDaysAgo: 200,
  },
  { label: "Contractors", hasCertificate: false, role: null, createdDaysAgo: 6 },
];

/** Members who sign in by single sign-on. */
export const ssoMembers: readonly string[] = ["mara@example.com", "priya@example.com"];

/** A certificate without a private key, which was never stored. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUALRnsubzLg5+uGd1V/BsqDJqxeMwCgYIKoZIzj0EAwIw
LjEOMAwGA1UECgwFTHVtZW4xHDAaBgNVBAMME2xvZ2luLmx1bWVuLmV4YW1wbGUw
IBcNMjYxMTIxMDcxMjA0WhgPMjA1MTExMjEwNzEyMDRaMC4xDjAMBgNVBAoMBUx1
bWVuMRwwGgYDVQQDDBNsb2dpbi5sdW1lbi5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAExnxCvNNem3B1Wn9xx8VI2BSr79yy+5XfV2f1oJ+lhLyJ9fLg
EEJ/YjsZF09tETAPiHn7Wr1QPSr3MdHCc6sBPKNTMFEwHQYDVR0OBBYEFJEwnMa6
gF59kZoCcoSITcmmeFxpMB8GA1UdIwQYMBaAFJEwnMa6gF59kZoCcoSITcmmeFxp
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgE3P1UaJYa8P2RZti
/BYcC8SrOgV1n1c4lYn+JH7TFKkCIQCEdHnSR024KFl13aachTQdli0b61uXhO3/
ekS+8hA09Q==
-----END CERTIFICATE-----
`;
